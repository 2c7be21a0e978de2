import { sleep } from 'n8n-workflow';

import type { Clock } from '../rateLimiter/Clock';

/** The clock of this machine, for each wait and each look at the time. Tests replace its functions. */
export const systemClock: Clock = {
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	sleep,
};

/** A cancel ends a wait within this time, in ms. */
export const SLICE_MS = 200;

/**
 * Waits until the time is over or the signal is aborted, in slices: community nodes may use no timer but
 * `sleep`, and older versions of it cannot be interrupted.
 *
 * @returns true if the whole time went by; false if the signal ended it
 */
export async function abortableSleep(ms: number, signal?: AbortSignal): Promise<boolean> {
	const end = systemClock.now() + ms;
	for (;;) {
		if (signal?.aborted) return false;
		const rest = end - systemClock.now();
		if (rest <= 0) return true;
		await systemClock.sleep(Math.min(rest, SLICE_MS));
	}
}

/** Waits for a task up to a time in ms, and gives undefined after that. The task goes on. */
export async function withinTime<Result>(
	task: Promise<Result>,
	ms: number,
): Promise<Result | undefined> {
	const timeIsUp = new Promise<undefined>((resolve) => {
		AbortSignal.timeout(ms).addEventListener('abort', () => resolve(undefined));
	});
	return await Promise.race([task, timeIsUp]);
}
