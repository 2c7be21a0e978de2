import { systemClock } from '../../nodes/BacklinkPanel/api/systemClock.ts';

/** How much shorter the store waits: the calls of the tests' database take a millisecond. */
const SHORTER_WAITS = 50;
/** Time goes by faster, for the rate limit too. A busy machine stands still for half a second at times; the store gives up after ten. */
const FASTER_CLOCK = 10;

let passedMs = 0;

/** Lets time pass for the order store, as on both clocks of a machine. */
export function letPass(ms: number): void {
	passedMs += ms;
}

/** The order store's waits are made for a database whose calls take up to half a second. */
export async function quickSleep(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms / SHORTER_WAITS));
}

// Each test file has modules of its own, so it holds for the file that imports this one.
Object.assign(systemClock, {
	wallTime: () => Date.now() + passedMs,
	now: () => performance.now() * FASTER_CLOCK + passedMs,
	sleep: quickSleep,
});
