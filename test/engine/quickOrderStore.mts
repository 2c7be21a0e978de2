import { defaultOrderStoreEnvironment } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';

/** How much shorter the store waits: the calls of the tests' database take a millisecond. */
const SHORTER_WAITS = 50;
/** A machine with other work stands still for half a second at times: not ten to the store, which gives up then. */
const FASTER_CLOCK = 10;

/** The order store's waits are made for a database whose calls take up to half a second. */
export async function quickSleep(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms / SHORTER_WAITS));
}

/** Whoever imports this file has a quick order store: jest loads the modules for each test file anew. */
Object.assign(defaultOrderStoreEnvironment, {
	monotonicClock: () => performance.now() * FASTER_CLOCK,
	sleep: quickSleep,
});
