import assert from 'node:assert/strict';

import { exampleWorkflow, filledIn, nodeNames } from '../../demo/exampleWorkflow.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import type { PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

/** The example workflows as they are imported, asserted on the sandbox's books. */
export async function exampleScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, credential, panel, sandbox } = n8n;

	await scenarios.run(
		'Example "RSS item → publish article": run twice, each item is bought once',
		async () => {
			const example = filledIn(await exampleWorkflow(), `${sandbox.url}/feed.xml`, credential);
			const workflow = await client.createWorkflow(example);
			const first = await client.runToEnd(workflow, nodeNames.manualTrigger);
			const second = await client.runToEnd(workflow, nodeNames.manualTrigger);

			assert.equal(first.status, 'success');
			assert.equal(second.status, 'success');
			const published = (execution: typeof first) =>
				nodeOutput(execution, 'Published').map(({ publishedBefore }) => publishedBefore);
			assert.deepEqual(published(first), [false, false, false]);
			assert.deepEqual(published(second), [true, true, true]);
			const { charges } = await panel.books();
			assert.equal(new Set(charges.map(({ subject }) => subject)).size, 3);
			assert.equal(charges.length, 3);
		},
	);
}
