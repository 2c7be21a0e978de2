import { bookedRun } from '../bookedRun.mts';
import {
	type Contestant,
	httpRequestAtOnce,
	httpRequestFields,
	panelNode,
} from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { ratio, rounded } from '../figures.mts';
import type { Measurement, Table } from '../measurement.mts';
import { operations } from '../operations.mts';
import { takingTurns } from '../takingTurns.mts';

const count = 200;
const panelNodes = [panelNode(), panelNode({ parallelRequests: count })];

const compared = [
	{
		caption: `${count} creates`,
		operation: operations.createBacklink,
		contestants: [httpRequestAtOnce, httpRequestFields, ...panelNodes],
		words:
			'For each item, n8n evaluates one expression for a JSON body, and three where each field has ' +
			'one of its own, as in our node.',
	},
	{
		caption: `${count} reads`,
		operation: operations.getBalance,
		contestants: [httpRequestAtOnce, ...panelNodes],
		words:
			'HTTP Request has all requests in flight at once; our node begins with ten, where it is not ' +
			'told otherwise.',
	},
];

/** What our node costs where nothing has to be waited for. */
export const withoutLimit: Measurement = {
	title: `${count} items without a limit`,
	async run({ installed, isQuick }) {
		const rounds = isQuick ? 2 : 15;
		const tables: Table[] = [];
		for (const { caption, operation, contestants, words } of compared) {
			const executions = [operation.items(count)];
			const medians = await withEngineProcess(installed, async (engine) => {
				const run = async (contestant: Contestant) =>
					await bookedRun(engine, { contestant, operation, executions });
				// What V8 compiles and n8n loads in the first runs is not to count.
				await takingTurns(contestants, 1, run);
				return await takingTurns(contestants, rounds, run);
			});
			const rows = medians.map(({ name, seconds, cpuSeconds }) => [
				name,
				rounded(seconds),
				ratio(seconds, medians[0]?.seconds),
				rounded(cpuSeconds),
				ratio(cpuSeconds, medians[0]?.cpuSeconds),
			]);
			tables.push({ caption, head, rows, words });
		}
		const method =
			`The nodes take turns in one process, ${rounds} rounds each; the tables have the medians. ` +
			'The goals for our node: creates take at most the time of HTTP Request with its body in fields, ' +
			'reads at most that of HTTP Request.';
		return { method, tables };
	},
};

const head = ['Node', 'Seconds', 'Ratio', 'Processor seconds', 'Ratio'];
