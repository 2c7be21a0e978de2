import { httpRequestAtOnce, panelNode } from '../contestants.mts';
import { megabytes, ratio, rounded } from '../figures.mts';
import { freshRun } from '../freshRun.mts';
import type { Measurement } from '../measurement.mts';
import { operations } from '../operations.mts';
import { takingTurns } from '../takingTurns.mts';

/** Time and memory of a large batch of reads. */
export const manyReads: Measurement = {
	title: '1,000 reads without a limit',
	async run({ installed, isQuick }) {
		const rounds = isQuick ? 1 : 5;
		const operation = operations.getBalance;
		const executions = [operation.items(1000)];
		const medians = await takingTurns(
			[httpRequestAtOnce, panelNode()],
			rounds,
			async (contestant) => await freshRun(installed, { contestant, operation, executions }),
		);
		const method =
			`Each run has a process of its own, ${rounds} for each node, taking turns; the table has the ` +
			'medians.';
		const rows = medians.map(({ name, seconds, memoryGrowthBytes }) => [
			name,
			rounded(seconds),
			ratio(seconds, medians[0]?.seconds),
			megabytes(memoryGrowthBytes),
			ratio(memoryGrowthBytes, medians[0]?.memoryGrowthBytes),
		]);
		return { method, tables: [{ head, rows, words }] };
	},
};

const head = ['Node', 'Seconds', 'Ratio', 'Memory (MB)', 'Ratio'];
const words = 'Memory is how far the resident set of the process grew during the run, at most.';
