import assert from 'node:assert/strict';
import { selectors } from 'playwright-core';

import { nodeNames } from '../../../demo/importedExamples.mts';
import { shippedExample } from '../../../demo/shippedExample.mts';
import type { StoredCredential } from '../../../real-n8n/n8nClient.mts';
import { temporaryFolder } from '../../../real-n8n/temporaryFolder.mts';
import { OWNER, type PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { docsScenarios } from './docsScenarios.mts';
import { Editor } from './Editor.mts';
import { executionScenarios } from './executionScenarios.mts';
import { formScenarios } from './formScenarios.mts';
import { closeMessage } from './nodeDetails.mts';
import { nodesPanelScenarios } from './nodesPanelScenarios.mts';
import { Pictures } from './Pictures.mts';
import { readmeScenarios } from './readmeScenarios.mts';
import { sandboxPageScenarios } from './sandboxPageScenarios.mts';
import { shownWorkflow } from './shownWorkflow.mts';

const FIELDS = ['Base URL', 'API Key', 'Requests per Minute'];

async function credentialScenarios(
	editor: Editor,
	credential: StoredCredential,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

	await editor.run(scenarios, 'the credential is tested, and a wrong key is reported', async () => {
		await editor.goTo(`/home/credentials/${credential.id}`);
		const dialog = page.getByTestId('editCredential-modal');
		await dialog.getByText('Connection tested successfully').waitFor();
		for (const field of FIELDS) await dialog.locator('label').getByText(field).waitFor();
		await pictures.take(page, 'credential', { part: dialog });

		await dialog.getByTestId('parameter-input-apiKey').locator('input').fill('demo_live_wrong');
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('More details').click();
		await dialog.getByText('did not accept the API key').waitFor();
	});
}

/**
 * Uses the node in n8n's editor, in a browser without access to other machines.
 * @param picturesFolder folder for the pictures of the documentation; default: a temporary folder
 */
export async function editorScenarios(
	n8n: PanelInN8n,
	scenarios: Scenarios,
	picturesFolder?: string,
): Promise<void> {
	selectors.setTestIdAttribute('data-test-id'); // n8n's spelling; Playwright's default is data-testid
	const folder = await temporaryFolder('backlink-panel-pictures');
	const pictures = new Pictures(picturesFolder ?? folder.path);
	const editor = await Editor.open(n8n.n8n().url, OWNER, pictures);
	// Has the name and values of a user's credential, for the pictures. The example needs the same name.
	const credential = await n8n.client.createCredential({
		...n8n.credential,
		name: 'Backlink Panel account',
		data: { ...n8n.credential.data, requestsPerMinute: 60 },
	});
	try {
		await nodesPanelScenarios(editor, scenarios);
		const workflow = await n8n.client.createWorkflow(shownWorkflow(credential));
		await formScenarios(editor, n8n, workflow, scenarios);
		await executionScenarios(editor, n8n, workflow, scenarios);
		await exampleScenarios(editor, n8n, scenarios);
		await credentialScenarios(editor, credential, scenarios);
		await sandboxPageScenarios(editor, n8n, scenarios);
		await readmeScenarios(editor, n8n, scenarios);
		await docsScenarios(editor, scenarios);
	} finally {
		await editor.close();
		await folder.remove();
	}
}

async function exampleScenarios(
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
