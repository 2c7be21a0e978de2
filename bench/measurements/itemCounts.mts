import { type BookedRun, bookedRun, type RunPlan } from '../bookedRun.mts';
import { httpRequestAtOnce, panelNode } from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { megabytes, rounded } from '../figures.mts';
import type { Installed } from '../installed.mts';
import type { Measurement, Table } from '../measurement.mts';
import { type Operation, operations } from '../operations.mts';

const compared: Array<[string, Operation]> = [
	['Reads', operations.getBalance],
	['Creates', operations.createBacklink],
];

/** Whether time and memory grow with the number of items, and no faster. */
export const itemCounts: Measurement = {
	title: '100, 1,000 and 10,000 items without a limit',
	async run({ installed, isQuick }) {
		const counts = isQuick ? [10, 100] : [100, 1000, 10_000];
		const tables: Table[] = [];
		for (const [caption, operation] of compared) {
			const rows: string[][] = [];
			for (const contestant of [httpRequestAtOnce, panelNode()]) {
				for (const count of counts) {
					const executions = [operation.items(count)];
					const run = await freshRun(installed, { contestant, operation, executions });
					rows.push([contestant.name, ...cellsOf(run, count)]);
				}
			}
			tables.push({ caption, head, rows, words });
		}
		return { method: 'Each run has a process of its own.', tables };
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

const head = [
	'Node',
	'Items',
	'Delivered',
	'Seconds',
	'Time per item (ms)',
	'Memory (MB)',
	'Memory per item (kB)',
];

const words =
	'A time per item that does not rise with the number of items means that no step of the node takes ' +
	'longer the more items there are. Memory is how far the resident set of the process grew, at most.';

function cellsOf(run: BookedRun, count: number): string[] {
	const { delivered, seconds, memoryGrowthBytes } = run;
	return [
		count.toLocaleString('en'),
		delivered.toLocaleString('en'),
		rounded(seconds),
		rounded((seconds / count) * 1000),
		megabytes(memoryGrowthBytes),
		rounded(memoryGrowthBytes / count / 1000),
	];
}
