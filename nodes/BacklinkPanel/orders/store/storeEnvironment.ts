import { sleep } from 'n8n-workflow';

/** Where the order store takes time and chance from; tests give it their own. All times in ms. */
export interface OrderStoreEnvironment {
	/** For what processes have to agree on. Somebody may set it. */
	wallClock(): number;
	/** For durations: it never goes back. */
	monotonicClock(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<unknown>;
}

export const defaultOrderStoreEnvironment: OrderStoreEnvironment = {
	wallClock: () => Date.now(),
	monotonicClock: () => performance.now(),
	random: () => Math.random(),
	sleep,
};
