import { type BookedRun, bookedRun, type RunPlan } from '../bookedRun.mts';
import { httpRequestAtOnce, panelNode } from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { megabytes, rounded } from '../figures.mts';
import type { Installed } from '../installed.mts';
import type { Measurement } from '../measurement.mts';
import { type Operation, operations } from '../operations.mts';

const compared: Array<[string, Operation]> = [
	['reads', operations.getBalance],
	['creates', operations.createBacklink],
];

/** Whether time and memory grow with the number of items, and no faster. */
export const itemCounts: Measurement = {
	title: 'Up to 10,000 items without a limit',
	async run({ installed, isQuick }) {
		const counts = isQuick ? [10, 100] : [1000, 10_000];
		const rows: string[][] = [];
		for (const [name, operation] of compared) {
			for (const count of counts) {
				const executions = [operation.items(count)];
				const cells = [`${count.toLocaleString('en')} ${name}`];
				for (const contestant of [httpRequestAtOnce, panelNode()]) {
					const run = await freshRun(installed, { contestant, operation, executions });
					cells.push(...cellsOf(run, count));
				}
				rows.push(cells);
			}
		}
		const method =
			'Seconds, and how far the memory of the process grew. Each run has a process of its own.';
		return { method, tables: [{ head, rows }] };
	},
};

const itemsToWarmUp = 20;

/**
 * Runs a plan in an engine process of its own, so that its memory is that of this run. A run with a
 * few items goes before it: what is loaded only when used is not to count.
 */
async function freshRun(installed: Installed, plan: RunPlan): Promise<BookedRun> {
	return await withEngineProcess(installed, async (engine) => {
		const executions = [plan.operation.items(itemsToWarmUp)];
		await bookedRun(engine, { ...plan, executions });
		return await bookedRun(engine, plan);
	});
}

const head = ['Items', 'HTTP Request', 'MB', 'Backlink Panel', 'MB'];

function cellsOf({ delivered, seconds, memoryGrowthBytes }: BookedRun, count: number): string[] {
	const told = delivered === count ? rounded(seconds) : `${delivered} delivered`;
	return [told, megabytes(memoryGrowthBytes)];
}
