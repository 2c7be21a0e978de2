import type { OrderStoreEnvironment } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';

/** How much faster time goes by for the store: the calls of the tests' database take a millisecond. */
const FASTER = 50;

/** The order store's waits are made for a database whose calls take up to half a second. */
export const defaultOrderStoreEnvironment: OrderStoreEnvironment = {
	wallClock: () => Date.now(),
	monotonicClock: () => performance.now() * FASTER,
	random: () => Math.random(),
	sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / FASTER)),
};
