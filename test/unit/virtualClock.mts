import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

/** Calendar time in ms, in the middle of a minute. */
const START = Date.UTC(2026, 10, 27, 12, 0, 17);

/** Monotonic time at the start, in ms, unrelated to the calendar. */
const UPTIME = 1_234_567;

export interface VirtualClock extends Clock {
	/** Time since the start, in ms. */
	elapsed(): number;
	/** Lets time pass. Sleepers wake in turn, each after the work of the earlier ones is done. */
	advance(ms: number): Promise<void>;
	/** Waits until all work is done that needs no time. */
	settle(): Promise<void>;
	sleepers(): number;
	/** Sets the machine's clock as a user can do at any time; no time passes. */
	setWallClock(byMs: number): void;
}

interface Sleeper {
	due: number;
	wake(): void;
}

/**
 * Makes a clock that only `advance` moves, so that an hour passes at once and always in the same way.
 *
 * @param random returns a number from 0 to 1
 * @param start calendar time at the start, in ms
 */
export function createVirtualClock(
	random: () => number = () => 0.5,
	start: number = START,
): VirtualClock {
	let now = UPTIME;
	let calendarIsAheadMs = start - UPTIME;
	/** Sleepers, the next one to wake first. */
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
