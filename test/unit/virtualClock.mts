import type { Clock } from '../../nodes/BacklinkPanel/api/RateGate.ts';

/** 2026-11-27, 12:00:17: in the middle of a minute. */
const START = Date.UTC(2026, 10, 27, 12, 0, 17);

export interface VirtualClock extends Clock {
	/** How long it has been going, in ms. */
	elapsed(): number;
	/** Lets the time go by: whoever sleeps wakes in turn, and does all it can do before the next one. */
	advance(ms: number): Promise<void>;
	/** Lets everything happen that needs no time. */
	settle(): Promise<void>;
	/** How many are sleeping. */
	sleepers(): number;
}

/**
 * A clock that stands still until it is told to go on, so that an hour passes in no time and always
 * in the same way.
 *
 * @param random chance, between 0 and 1
 */
export function createVirtualClock(random: () => number = () => 0.5): VirtualClock {
	let now = START;
	let sleeping: Array<{ due: number; wake(): void }> = [];

	const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

	async function advance(ms: number): Promise<void> {
		const end = now + ms;
		await settle();
		for (;;) {
			const due = Math.min(...sleeping.map((sleeper) => sleeper.due));
			if (due > end) break;
			now = Math.max(now, due);
			const waking = sleeping.filter((sleeper) => sleeper.due <= now);
			sleeping = sleeping.filter((sleeper) => sleeper.due > now);
			for (const sleeper of waking) sleeper.wake();
			await settle();
		}
		now = end;
	}

	return {
		now: () => now,
		random,
		sleep: (ms) =>
			new Promise((resolve) => {
				sleeping.push({ due: now + Math.max(0, ms), wake: resolve });
			}),
		elapsed: () => now - START,
		advance,
		settle,
		sleepers: () => sleeping.length,
	};
}
