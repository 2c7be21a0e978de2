import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { SortedArray } from '../../nodes/BacklinkPanel/rateLimiter/SortedArray.ts';

/** 2026-11-27, 12:00:17: in the middle of a minute. */
const START = Date.UTC(2026, 10, 27, 12, 0, 17);

/** What the even clock shows at first, in ms: nothing to do with the calendar. */
const UPTIME = 1_234_567;

export interface VirtualClock extends Clock {
	/** How long it has been going, in ms. */
	elapsed(): number;
	/** Lets the time go by: whoever sleeps wakes in turn, and does all it can do before the next one. */
	advance(ms: number): Promise<void>;
	/** Lets everything happen that needs no time. */
	settle(): Promise<void>;
	/** How many are sleeping. */
	sleepers(): number;
	/** Somebody sets the machine's clock; no time goes by. */
	setWallClock(byMs: number): void;
	/**
	 * The machine is suspended: nobody wakes meanwhile. Afterwards the clock of the calendar shows the
	 * time that went by; the even one as well, or it stood still, which differs between machines.
	 */
	suspend(ms: number, evenClock: 'goesOn' | 'standsStill'): void;
}

interface Sleeper {
	due: number;
	/** Those that are due at the same time wake in the order in which they fell asleep. */
	order: number;
	wake(): void;
}

/**
 * A clock that stands still until it is told to go on, so that an hour passes in no time and always
 * in the same way.
 *
 * @param random chance, between 0 and 1
 * @param start what the calendar shows at first, in ms
 */
export function createVirtualClock(
	random: () => number = () => 0.5,
	start: number = START,
): VirtualClock {
	let now = UPTIME;
	let calendarIsAheadMs = start - UPTIME;
	let asleep = 0;
	const sleepers = new SortedArray<Sleeper>(
		(one, other) => one.due - other.due || one.order - other.order,
	);

	const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

	async function advance(ms: number): Promise<void> {
		const end = now + ms;
		await settle();
		for (let next = sleepers.first; next && next.due <= end; next = sleepers.first) {
			now = Math.max(now, next.due);
			for (; next && next.due <= now; next = sleepers.first) {
				sleepers.remove(next);
				next.wake();
			}
			await settle();
		}
		now = Math.max(now, end);
	}

	return {
		now: () => now,
		wallTime: () => now + calendarIsAheadMs,
		random,
		sleep: (ms) =>
			new Promise((resolve) => {
				sleepers.add({ due: now + Math.max(0, ms), order: asleep++, wake: resolve });
			}),
		elapsed: () => now - UPTIME,
		advance,
		settle,
		sleepers: () => sleepers.size,
		setWallClock: (byMs) => {
			calendarIsAheadMs += byMs;
		},
		suspend: (ms, evenClock) => {
			if (evenClock === 'goesOn') now += ms;
			else calendarIsAheadMs += ms;
		},
	};
}
