import { bookedRun } from '../bookedRun.mts';
import { httpRequestAtOnce, httpRequestBatching, panelNode } from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { operations } from '../operations.mts';
import { type Measurement, rounded } from '../report.mts';

const count = 40;

/** A slow service. The goal for our node with its defaults: 40 articles of 5 s in 16 s. */
export const slowArticles: Measurement = {
	title: `${count} articles that take 5 seconds each`,
	async run({ installed, isQuick }) {
		const answerMs = isQuick ? 500 : 5_000;
		const operation = operations.publishArticle;
		const executions = [operation.items(count)];
		const contestants = [
			panelNode(),
			panelNode({ parallelRequests: 20 }),
			httpRequestAtOnce,
			httpRequestBatching(answerMs / 5),
		];
		const rows = await withEngineProcess(installed, async (engine) => {
			const cells: string[][] = [];
			for (const contestant of contestants) {
				const plan = { contestant, operation, executions, answerMs };
				const { seconds, delivered } = await bookedRun(engine, plan);
				cells.push([contestant.name, `${delivered} of ${count}`, rounded(seconds)]);
			}
			return cells;
		});
		const words =
			'There is no limit. This node sends more at a time while the panel bears it; HTTP Request sends ' +
			'all at once, which not each panel bears.';
		return { head: ['Node', 'Items delivered', 'Seconds'], rows, words };
	},
};
