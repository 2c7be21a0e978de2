import { systemClock } from '../../nodes/BacklinkPanel/api/systemClock.ts';

/** Factor that shortens waits. A call takes 1 ms in the tests' database, and up to 500 ms in a real one. */
const SHORTER_WAITS = 50;
/** Factor of the clock, at which a busy machine's pause of 500 ms stays below the store's limit of 20 s. */
const FASTER_CLOCK = 10;

let passedMs = 0;

/** Moves both clocks ahead, the wall clock and the monotonic one. */
export function letPass(ms: number): void {
	passedMs += ms;
}

export async function quickSleep(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms / SHORTER_WAITS));
}

// Changes only the clock of the importing test file, because jest gives each file its own modules.
Object.assign(systemClock, {
	wallTime: () => Date.now() + passedMs,
	now: () => performance.now() * FASTER_CLOCK + passedMs,
	sleep: quickSleep,
});
