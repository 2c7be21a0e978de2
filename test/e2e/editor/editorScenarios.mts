import { selectors } from 'playwright-core';

import { temporaryFolder } from '../../../real-n8n/temporaryFolder.mts';
import { OWNER } from '../owner.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { credentialScenarios } from './credentialScenarios.mts';
import { docsScenarios } from './docsScenarios.mts';
import { Editor } from './Editor.mts';
import { exampleScenarios } from './exampleScenarios.mts';
import { executionScenarios } from './executionScenarios.mts';
import { formScenarios } from './formScenarios.mts';
import { nodesPanelScenarios } from './nodesPanelScenarios.mts';
import { orderGetScenarios } from './orderGetScenarios.mts';
import { Pictures } from './Pictures.mts';
import { readmeScenarios } from './readmeScenarios.mts';
import { sandboxPageScenarios } from './sandboxPageScenarios.mts';
import { shownWorkflow } from './shownWorkflow.mts';

/**
 * The node in n8n's own editor, in a browser, in which nothing may leave this machine.
 * @param picturesFolder keeps the pictures of the documentation; unless given they go at the end
 */
export async function editorScenarios(
	n8n: PanelInN8n,
	scenarios: Scenarios,
	picturesFolder?: string,
): Promise<void> {
	selectors.setTestIdAttribute('data-test-id'); // n8n's own spelling
	const folder = await temporaryFolder('backlink-panel-pictures');
	const pictures = new Pictures(picturesFolder ?? folder.path);
	const editor = await Editor.open(n8n.n8n().url, OWNER, pictures);
	// As users call and fill it: it is in the pictures, and the example finds it by this name.
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
		await orderGetScenarios(editor, n8n, workflow, scenarios);
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
