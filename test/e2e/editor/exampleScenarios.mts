import assert from 'node:assert/strict';

import { nodeNames } from '../../../demo/importedExamples.mts';
import { shippedExample } from '../../../demo/shippedExample.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { closeMessage } from './nodeDetails.mts';

/** The example workflow as a user runs it, in both themes. */
export async function exampleScenarios(
	editor: Editor,
	{ client, panel, sandbox }: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

	await editor.run(scenarios, 'the example is executed, in both themes', async () => {
		const example = await shippedExample('rss-item-to-article', {
			[nodeNames.feed]: { url: `${sandbox.url}/feed.xml` },
		});
		await editor.openWorkflow(await client.createWorkflow(example));
		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await closeMessage(page);
		assert.equal((await panel.books()).charges.length, 3);

		await page.getByTestId('zoom-to-fit').click();
		await pictures.take(page, 'example');
		const node = page.locator('[data-node-name="Publish Article"]');
		await node.locator('img[src$="backlinkPanel.svg"]').waitFor();
		await page.emulateMedia({ colorScheme: 'dark' });
		await node.locator('img[src$="backlinkPanel.dark.svg"]').waitFor();
		await pictures.take(page, 'example-dark');
		await page.emulateMedia({ colorScheme: 'light' });
	});
}
