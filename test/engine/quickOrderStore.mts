import type { OrderStoreEnvironment } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';

/** How much shorter the store waits: the calls of the tests' database take a millisecond. */
const SHORTER_WAITS = 50;
/** A machine with other work stands still for half a second at times: not ten to the store, which gives up then. */
const FASTER_CLOCK = 10;

/** The order store's waits are made for a database whose calls take up to half a second. */
export const defaultOrderStoreEnvironment: OrderStoreEnvironment = {
	wallClock: () => Date.now(),
	monotonicClock: () => performance.now() * FASTER_CLOCK,
	random: () => Math.random(),
	sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SHORTER_WAITS)),
};
