import { goals } from './goals.mts';
import { runScenario, type Report, type Scenario } from './runScenario.mts';
import { serviceKinds, type ServiceKind } from './services.mts';

/** Scenarios of one row of a table. */
export interface Sweep extends Omit<Scenario, 'service' | 'requests' | 'latencyMs' | 'seed'> {
	requests: number[];
	/** Times for an accepted request, in ms. */
	latencies: number[];
	/** Number of runs of each scenario, each with another seed. */
	runs: number;
}

/** Results of a row's scenarios at one kind of service. */
export interface Cell {
	service: ServiceKind;
	runs: number;
	unfinished: number;
	/** Sum of makespans ÷ sum of ideal times, of finished scenarios: long ones weigh more than short ones. */
	makespanToIdeal: number;
	/** Mean number of 429s per request. */
	rejectionShare: number;
	longestWaitMs: number;
	latecomerMs: { mean: number; longest: number };
}

export async function sweep(set: Sweep): Promise<Cell[]> {
	const cells: Cell[] = [];
	for (const service of serviceKinds) cells.push(await cellOf(service, set));
	return cells;
}

async function cellOf(
	service: ServiceKind,
	{ requests, latencies, runs, ...common }: Sweep,
): Promise<Cell> {
	const reports: Report[] = [];
	for (const count of requests) {
		for (const latencyMs of latencies) {
			for (let run = 1; run <= runs; run++) {
				const seed = run * 7919 + count + latencyMs;
				reports.push(await runScenario({ ...common, service, requests: count, latencyMs, seed }));
			}
		}
	}
	const finished = reports.filter(({ isFinished }) => isFinished);
	const total = (value: (report: Report) => number) => sum(finished.map(value));
	const most = (value: (report: Report) => number) => Math.max(...finished.map(value));
	return {
		service,
		runs: reports.length,
		unfinished: reports.length - finished.length,
		makespanToIdeal: total(({ makespanMs }) => makespanMs) / total(({ idealMs }) => idealMs),
		rejectionShare: sum(reports.map((report) => report.rejectionShare)) / reports.length,
		longestWaitMs: most(({ longestWaitMs }) => longestWaitMs),
		latecomerMs: {
			mean: total(({ latecomerMs }) => latecomerMs) / finished.length,
			longest: most(({ latecomerMs }) => latecomerMs),
		},
	};
}

/** Returns the mean without SLp, for which the goal is set. */
export function meanMakespan(cells: Cell[]): number {
	const all = withoutSLp(cells);
	return sum(all.map(({ makespanToIdeal }) => makespanToIdeal)) / all.length;
}

/** Lists the goals that a row misses, in words. */
export function missed(processes: number, cells: Cell[]): string[] {
	const goal = goals.makespanToIdeal.get(processes) ?? Number.POSITIVE_INFINITY;
	const mean = meanMakespan(cells);
	return [
		...(mean > goal ? [`${mean.toFixed(3)} × ideal on average`] : []),
		...cells
			.filter(({ unfinished }) => unfinished > 0)
			.map(({ service, unfinished, runs }) => `${service}: ${unfinished} of ${runs} never finish`),
		...withoutSLp(cells)
			.filter(({ longestWaitMs }) => longestWaitMs > goals.longestWaitMs)
			.map(({ service, longestWaitMs }) => `${service}: a request waits ${longestWaitMs / 1000} s`),
	];
}

function withoutSLp(cells: Cell[]): Cell[] {
	return cells.filter(({ service }) => service !== 'SLp');
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
