import { limitedRuns } from '../limitedRuns.mts';
import type { Measurement } from '../measurement.mts';
import { operations } from '../operations.mts';

/** Two executions that use the same key at the same time. */
export const twoExecutions: Measurement = {
	title: 'Two executions at once on one key',
	async run(bench) {
		const items = operations.createBacklink.items(120);
		const executions = [items.slice(0, 60), items.slice(60)];
		const caption = '2 × 60 creates, sliding window';
		return await limitedRuns(bench, [{ caption, window: 'sliding', executions }]);
	},
};
