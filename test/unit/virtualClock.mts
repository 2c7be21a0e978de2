import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

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
	sleepers(): number;
	/** Somebody sets the machine's clock; no time goes by. */
	setWallClock(byMs: number): void;
}

interface Sleeper {
	due: number;
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
	/** In the order in which they wake. */
	const sleepers: Sleeper[] = [];

	const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

	async function advance(ms: number): Promise<void> {
		const end = now + ms;
		await settle();
		while (sleepers[0] && sleepers[0].due <= end) {
			now = Math.max(now, sleepers[0].due);
			while (sleepers[0] && sleepers[0].due <= now) sleepers.shift()?.wake();
			await settle();
		}
		now = Math.max(now, end);
	}

	return {
		now: () => now,
		wallTime: () => now + calendarIsAheadMs,
		random,
		sleep: (ms) =>
			new Promise<void>((resolve) => {
				const due = now + Math.max(0, ms);
				let index = sleepers.length;
				while (index > 0 && (sleepers[index - 1]?.due ?? 0) > due) index -= 1;
				sleepers.splice(index, 0, { due, wake: resolve });
			}),
		elapsed: () => now - UPTIME,
		advance,
		settle,
		sleepers: () => sleepers.length,
		setWallClock: (byMs) => {
			calendarIsAheadMs += byMs;
		},
	};
}
