import type { OrderStoreSurroundings } from '../../../nodes/BacklinkPanel/orders/surroundings.ts';

/**
 * The store's waits, a hundred times shorter: they are made for a database whose calls take up to half a
 * second, and the tests' take a millisecond.
 */
export const realSurroundings: OrderStoreSurroundings = {
	wallClock: () => Date.now(),
	monotonicClock: () => performance.now(),
	random: () => Math.random(),
	sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 100)),
};
