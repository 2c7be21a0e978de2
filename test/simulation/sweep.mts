import { runScenario, type Report, type Scenario } from './runScenario.mts';

/** Scenarios that belong into one cell of a table. */
export interface Sweep extends Omit<Scenario, 'requests' | 'latencyMs' | 'seed'> {
	requests: number[];
	/** In ms. */
	latencies: number[];
	/** How often each is run, with other chances. */
	runs: number;
}

/** What came out of the scenarios of a cell. */
export interface Cell {
	runs: number;
	unfinished: number;
	/** All makespans over all ideals, of those that finished: long batches weigh more than short ones. */
	makespanToIdeal: number;
	/** The same with the ideal that has as many requests in flight. */
	makespanToIdealInFlight: number;
	/** 429s for each request, on average. */
	rejectionShare: number;
	mostTries: number;
	longestStarvationMs: number;
	fairness: number;
	/** On average and at most, in ms. */
	latecomerMs: { mean: number; longest: number };
}

/** Runs all scenarios of a cell, one after another. */
export async function sweep({ requests, latencies, runs, ...common }: Sweep): Promise<Cell> {
	const reports: Array<Report & { rejectionShare: number }> = [];
	for (const count of requests) {
		for (const latencyMs of latencies) {
			for (let run = 1; run <= runs; run++) {
				const seed = run * 7919 + count + latencyMs;
				const report = await runScenario({ ...common, requests: count, latencyMs, seed });
				reports.push({ ...report, rejectionShare: report.rejections / count });
			}
		}
	}
	const finished = reports.filter(({ isFinished }) => isFinished);
	const total = (value: (report: Report) => number) => sum(finished.map(value));
	const most = (value: (report: Report) => number) => Math.max(...finished.map(value));
	return {
		runs: reports.length,
		unfinished: reports.length - finished.length,
		makespanToIdeal: total(({ makespanMs }) => makespanMs) / total(({ idealMs }) => idealMs),
		makespanToIdealInFlight:
			total(({ makespanMs }) => makespanMs) / total(({ idealInFlightMs }) => idealInFlightMs),
		rejectionShare: sum(reports.map(({ rejectionShare }) => rejectionShare)) / reports.length,
		mostTries: most(({ mostTries }) => mostTries),
		longestStarvationMs: most(({ longestStarvationMs }) => longestStarvationMs),
		fairness: total(({ fairness }) => fairness) / finished.length,
		latecomerMs: {
			mean: total(({ latecomerMs }) => latecomerMs) / finished.length,
			longest: most(({ latecomerMs }) => latecomerMs),
		},
	};
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
