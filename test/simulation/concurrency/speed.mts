import type { WindowKind } from '../../../sandbox/rateWindows.mts';
import { type BatchPlan, runBatch } from './runBatch.mts';

/** A panel that handles everything at once, and how long an order takes there, in ms. */
export interface SpeedCell {
	latencyMs: number;
	orders: number;
	window: WindowKind;
	/** Makespan relative to 60 in flight: ten in flight, and as the node decides. */
	ten: number;
	adaptive: number;
}

export interface SpeedPlan {
	latencies: number[];
	orders: number[];
	windows: WindowKind[];
	windowsEnd?: BatchPlan['windowsEnd'];
	/** How often each is run, with other chances. */
	runs: number;
}

const ANY_NUMBER = 100_000;

/** How fast batches are where nothing but the latency and the rate limit holds them up. */
export async function speedOf(plan: SpeedPlan): Promise<SpeedCell[]> {
	const { latencies, orders, windows, windowsEnd, runs } = plan;
	const cells: SpeedCell[] = [];
	for (const latencyMs of latencies) {
		for (const count of orders) {
			for (const window of windows) {
				const panel = { workers: ANY_NUMBER, orderMs: latencyMs };
				const batch = { orders: count, panel, window, windowsEnd };
				const sixty = await makespan({ ...batch, inFlight: 60 }, runs);
				const ten = (await makespan({ ...batch, inFlight: 10 }, runs)) / sixty;
				const adaptive = (await makespan({ ...batch, inFlight: 'adaptive' }, runs)) / sixty;
				cells.push({ latencyMs, orders: count, window, ten, adaptive });
			}
		}
	}
	return cells;
}

/** Of all runs together, in ms. */
async function makespan(batch: Omit<BatchPlan, 'seed'>, runs: number): Promise<number> {
	let total = 0;
	for (let seed = 1; seed <= runs; seed += 1) {
		total += (await runBatch({ ...batch, seed })).makespanMs;
	}
	return total;
}

export function mean(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
