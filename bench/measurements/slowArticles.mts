import { bookedRun } from '../bookedRun.mts';
import { httpRequestAtOnce, httpRequestBatching, panelNode } from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { ratio, rounded } from '../figures.mts';
import type { Measurement } from '../measurement.mts';
import { operations } from '../operations.mts';

const count = 40;
const parallelRequests = 20;

/** A service that takes its time. The goal for our node with its defaults: 40 articles of 5 s in 16 s. */
export const slowArticles: Measurement = {
	title: `${count} slow articles`,
	async run({ installed, isQuick }) {
		const delayMs = isQuick ? 500 : 5000;
		const ideal = ((count / parallelRequests) * delayMs) / 1000;
		const operation = operations.publishArticle;
		const contestants = [
			panelNode({ parallelRequests }),
			panelNode(),
			httpRequestAtOnce,
			httpRequestBatching(delayMs / 5),
		];
		const rows = await withEngineProcess(installed, async (engine) => {
			const cells: string[][] = [];
			for (const contestant of contestants) {
				const { seconds, delivered } = await bookedRun(engine, {
					contestant,
					operation,
					executions: [operation.items(count)],
					workload: { orderMs: delayMs },
				});
				cells.push([
					contestant.name,
					`${delivered} of ${count}`,
					rounded(seconds),
					ratio(seconds, ideal),
				]);
			}
			return cells;
		});
		const method = `Each article takes the sandbox ${rounded(delayMs / 1000)} s; there is no limit.`;
		const words =
			`The ratio is to ${rounded(ideal)} s: ${parallelRequests} articles in flight all the time. ` +
			'HTTP Request has no setting for that; without Batching it has all of them in flight at once.';
		return { method, tables: [{ head, rows, words }] };
	},
};

const head = ['Node', 'Items delivered', 'Seconds', 'Ratio'];
