import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import type { Editor } from './Editor.mts';
import { addOption, closeNode, dragField, executeStep } from './nodeDetails.mts';
import { credentialForm, firstWorkflow, type ReadmeStep } from './readmeSteps.mts';

const rows = [
	{ id: 'row-1', url: 'https://example.com/kilims', anchor: 'kilims', months: 3 },
	{ id: 'row-2', url: 'https://example.com/carpets', anchor: 'carpets', months: 6 },
];
const CREDITS = 9;

/** Node with pinned rows, in place of a node that reads a sheet. */
const ROWS_NODE = 'No Operation, do nothing';

/** Follows the first steps of the README in the editor. The labels to click come from the README itself. */
export async function readmeScenarios(
	editor: Editor,
	{ client, panel, sandbox }: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { page } = editor;
	const { type, fields } = credentialForm();
	let credentialName = '';

	await editor.run(scenarios, 'README, Credential: saving it also tests it', async () => {
		await editor.goTo('/home/credentials');
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').locator('input').fill(type);
		await page.getByRole('option', { name: type, exact: true }).click();
		await page.getByTestId('new-credential-type-button').click();

		const form = page.getByTestId('editCredential-modal');
		const values = [sandbox.url, sandbox.apiKey, '60'];
		assert.equal(fields.length, values.length);
		for (const [index, field] of fields.entries()) {
			const parameter = form
				.getByTestId('credential-connection-parameter')
				.filter({ has: page.locator('label').getByText(field) });
			await parameter
				.locator('input')
				.last()
				.fill(values[index] ?? '');
		}
		await form.getByTestId('credential-save-button').click();
		await form.getByText('Connection tested successfully').waitFor();
		credentialName = (await form.getByTestId('credential-name').innerText()).trim();
		const { requests, totals } = await panel.books();
		assert.ok(requests.length > 0 && requests.every(({ path }) => path.endsWith('/krediler')));
		assert.equal(totals.charges, 0);
	});

	await editor.run(scenarios, 'README, First workflow: step by step', async () => {
		const [getBalance, create, options, order, publish, writeBack, ...more] = firstWorkflow();
		assert.ok(getBalance && create && options && order && publish && writeBack);
		assert.equal(more.length, 0);
		const details = page.getByTestId('ndv');
		const output = details.getByTestId('output-panel');
		const credits = async () => (await panel.books()).totals.credits;

		await editor.goTo('/workflow/new');
		await page.getByTestId('canvas-plus-button').click();
		await addAction(page, getBalance);
		await details.getByTestId('node-credentials-select').click();
		await page.getByRole('option').getByText(credentialName, { exact: true }).click();
		await executeStep(page, 'success');
		await output.getByText('bakiye').waitFor();
		assert.equal(await credits(), 0);
		await closeNode(page);

		const balanceNode = actionOf(getBalance);
		await openNodesPanelAfter(page, balanceNode);
		await addFromNodesPanel(page, ROWS_NODE);
		await pinRows(page);
		await closeNode(page);
		await openNodesPanelAfter(page, ROWS_NODE);
		await addAction(page, create);
		const parameters = ['targetUrl', 'anchorText', 'months'];
		assert.equal(create.code.length, parameters.length);
		for (const [index, field] of create.code.entries()) {
			await dragField(page, field, parameters[index] ?? '');
		}

		for (const option of options.labels) await addOption(page, option);
		const [idField = '', idExpression = ''] = options.code;
		await dragField(page, idField, 'idempotencyKey');
		const key = details.getByTestId('parameter-input-idempotencyKey');
		assert.equal((await key.innerText()).trim(), idExpression);
		const dryRun = details.getByTestId('parameter-input-dryRun').locator('.el-switch');
		await dryRun.click();
		await executeStep(page, 'success');
		await output.getByText(`2 orders for ${CREDITS} credits`).waitFor();
		for (const { url } of rows) await output.getByText(url).waitFor();
		assert.equal(await credits(), 0);

		await dryRun.click();
		await executeStep(page, 'success');
		await output.getByText('placementId').waitFor();
		await output.getByText('2 items', { exact: true }).waitFor();
		assert.equal(await credits(), CREDITS);
		await executeStep(page, 'success');
		await output
			.getByText('keyUsed')
			.nth(rows.length - 1)
			.waitFor();
		assert.equal(await credits(), CREDITS);
		await closeNode(page);

		const [trigger = '', publishButton = ''] = publish.labels;
		await page.getByTestId('node-creator-plus-button').click();
		await addFromNodesPanel(page, trigger);
		await closeNode(page);
		await connect(page, trigger, balanceNode);
		await page.getByRole('button', { name: publishButton, exact: true }).click();
		await page.getByRole('dialog').getByRole('button', { name: publishButton }).click();
		const id = new URL(page.url()).pathname.split('/')[2] ?? '';
		const published = await waitUntil('published workflow', async () => {
			const stored = await client.workflow(id);
			return stored.active && stored;
		});
		assert.equal(published.connections[trigger]?.main?.[0]?.[0]?.node, balanceNode);
		await client.deactivate(published);
	});
}

async function addAction(page: Page, step: ReadmeStep): Promise<void> {
	const [node = ''] = step.labels[0]?.split(' → ') ?? [];
	await addFromNodesPanel(page, node, actionOf(step));
	await page.getByTestId('ndv').getByTestId('node-parameters').waitFor();
}

function actionOf({ labels }: ReadmeStep): string {
	return labels[0]?.split(' → ')[1] ?? '';
}

async function pinRows(page: Page): Promise<void> {
	const output = page.getByTestId('ndv').getByTestId('output-panel');
	await output.getByTestId('ndv-edit-pinned-data').click();
	await output.locator('.cm-content').click();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(JSON.stringify(rows));
	await output.getByRole('button', { name: 'Save' }).click();
	await output.getByText('This data is pinned').waitFor();
}

async function connect(page: Page, from: string, to: string): Promise<void> {
	await page.getByTestId('tidy-up-button').click();
	await page.getByTestId('zoom-to-fit').click();
	const handle = (node: string, side: 'input' | 'output') =>
		page
			.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`)
			.getByTestId(`canvas-node-${side}-handle`);
	await handle(from, 'output').dragTo(handle(to, 'input'), { steps: 10 });
}

/** Adds a node from the open nodes panel. @param action action to choose, if the node has several */
async function addFromNodesPanel(page: Page, node: string, action?: string): Promise<void> {
	const panel = page.getByTestId('node-creator');
	const names = panel.getByTestId('node-creator-item-name');
	await panel.getByTestId('node-creator-search-bar').fill(node);
	await names.getByText(node, { exact: true }).first().click();
	if (action === undefined) return;

	const shown = names.getByText(action, { exact: true });
	const heading = panel.getByText(/^Actions \(\d+\)$/);
	await heading.waitFor();
	// n8n folds the list of actions if it shows events of a trigger above.
	if (!(await shown.isVisible())) await heading.click();
	await shown.click();
}

async function openNodesPanelAfter(page: Page, node: string): Promise<void> {
	await page
		.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`)
		.getByTestId('canvas-handle-plus')
		.click();
}
