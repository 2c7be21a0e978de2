import { sleep } from 'n8n-workflow';

import type { Clock } from '../rateLimiter/Clock';

/** The clock of this machine, for the rate limiter, the order store and waits. Tests replace its functions. */
export const systemClock: Clock = {
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	sleep,
};

/** Longest single sleep of a wait, in ms. Between sleeps, the wait checks if it was cancelled. */
export const SLICE_MS = 200;

/**
 * Waits until the time is over or the signal aborts, in short sleeps. Community nodes may use no timer but
 * n8n's `sleep`, which older versions of n8n cannot interrupt.
 *
 * @returns true if the whole time went by; false if the signal ended the wait
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

/** Waits for a task for a limited time in ms, then returns undefined. The task itself goes on. */
export async function withinTime<Result>(
	task: Promise<Result>,
	ms: number,
): Promise<Result | undefined> {
	const timeIsUp = new Promise<undefined>((resolve) => {
		AbortSignal.timeout(ms).addEventListener('abort', () => resolve(undefined));
	});
	return await Promise.race([task, timeIsUp]);
}
