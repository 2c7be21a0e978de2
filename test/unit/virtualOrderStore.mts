import type { OrderStoreEnvironment } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';

/** What the clocks of the order store show, in ms; its waits are over at once. */
export const storeTime = { now: Date.UTC(2026, 10, 28, 12) };

/** Takes the place of the store's own, with `jest.mock`. */
export const defaultOrderStoreEnvironment: OrderStoreEnvironment = {
	wallClock: () => storeTime.now,
	monotonicClock: () => storeTime.now,
	random: () => Math.random(),
	sleep: async (ms) => void (storeTime.now += ms),
};
