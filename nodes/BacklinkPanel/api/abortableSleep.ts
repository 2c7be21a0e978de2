import { sleep } from 'n8n-workflow';

/** A cancel ends a wait within this time, in ms, on n8n versions whose `sleep` knows no signal. */
const SLICE_MS = 200;

/**
 * Waits, in slices, until the time is over or the signal is aborted. Community nodes may use no
 * timers but `sleep`, and older versions of it cannot be interrupted.
 *
 * @param ms how long, in ms
 * @returns true if the whole time went by, false if the signal ended it
 */
export async function abortableSleep(ms: number, signal?: AbortSignal): Promise<boolean> {
	// Not by the wall clock: who sets it must neither cut a wait short nor prolong it.
	const end = performance.now() + ms;
	for (;;) {
		if (signal?.aborted) return false;
		const rest = end - performance.now();
		if (rest <= 0) return true;
		await sleep(Math.min(rest, SLICE_MS));
	}
}
