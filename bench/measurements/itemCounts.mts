import { type BookedRun, bookedRun, type RunPlan } from '../bookedRun.mts';
import { httpRequestAtOnce, panelNode } from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import type { Installed } from '../installed.mts';
import { type Operation, operations } from '../operations.mts';
import { type Measurement, rounded } from '../report.mts';

const itemsToWarmUp = 20;

const compared: Array<[string, Operation]> = [
	['reads', operations.getBalance],
	['creates', operations.createBacklink],
];

/** Time and memory by number of items: both may grow in proportion, but not faster. */
export const itemCounts: Measurement = {
	title: 'Time and memory of 100 to 10,000 items',
	async run({ installed, isQuick }) {
		const rows: string[][] = [];
		for (const [name, operation] of compared) {
			for (const count of isQuick ? [10, 100] : [100, 1_000, 10_000]) {
				const cells: string[] = [];
				for (const contestant of [httpRequestAtOnce, panelNode()]) {
					const executions = [operation.items(count)];
					const run = await freshRun(installed, { contestant, operation, executions });
					if (run.delivered < count) throw new Error(`${contestant.name}: ${run.delivered} items`);
					const { seconds, memoryGrowthBytes } = run;
					cells.push(rounded((seconds / count) * 1_000), rounded(memoryGrowthBytes / 1_000_000));
				}
				rows.push([`${count.toLocaleString('en')} ${name}`, ...cells]);
			}
		}
		return { head, rows, words };
	},
};

const head = ['Items', 'HTTP Request: ms an item', 'MB', 'Backlink Panel: ms an item', 'MB'];

const words = 'Each run has a process of its own. Memory is how far the process grew, at most.';

/**
 * Runs a plan in an engine process of its own, so that the memory is that of this run. A small run goes
 * first, because code that is loaded at first use must not count.
 */
async function freshRun(installed: Installed, plan: RunPlan): Promise<BookedRun> {
	return await withEngineProcess(installed, async (engine) => {
		const executions = [plan.operation.items(itemsToWarmUp)];
		await bookedRun(engine, { ...plan, executions });
		return await bookedRun(engine, plan);
	});
}
