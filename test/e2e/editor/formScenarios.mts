import assert from 'node:assert/strict';

import type { Locator } from 'playwright-core';

import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { executeStep, openNode, widenOutput } from './nodeDetails.mts';
import { orderBacklinks, pages } from './shownWorkflow.mts';

const OPTIONS_OF_READS = ['Max Wait (Seconds)', 'Parallel Requests', 'Timeout (Seconds)'];
const OPTIONS_OF_CREATES = [
	'Dry Run',
	'Idempotency Key',
	'Max Credits per Execution',
	'Max Wait (Seconds)',
	'Minimum Balance to Keep',
	'Parallel Requests',
	'Send Unknown Orders Again',
	'Timeout (Seconds)',
];

const SIMPLIFIED = ['orderType', 'id', 'status', 'target', 'endsAt'];

/** Fields of each operation's empty form, and some fields of its output. */
const forms = [
	{
		node: 'Get Balance',
		fields: [],
		placeholders: [],
		options: OPTIONS_OF_READS,
		outputs: ['bakiye'],
	},
	{
		node: 'Publish Article',
		notice: /^Each item is sent to all sites of the network and costs 10 credits for each site/,
		fields: ['Title', 'Content', 'Output'],
		placeholders: ['e.g. Five ways to care for a carpet'],
		options: OPTIONS_OF_CREATES,
		outputs: ['basariliSayisi', 'sonuclar', 'kalanKredi'],
	},
	{
		node: 'Create Backlink',
		notice: /^Each item is an order and costs 1 credit a month, .* \(the same order once an hour\)/,
		fields: ['Target URL', 'Anchor Text', 'Duration (Months)'],
		placeholders: ['e.g. https://example.com/page', 'e.g. handmade carpets'],
		options: OPTIONS_OF_CREATES,
		outputs: ['placementId', 'site', 'expiresAt', 'harcananKredi'],
	},
	{
		node: 'Get Many Orders',
		fields: ['Order Type', 'Return All', 'Limit', 'Simplify'],
		placeholders: [],
		options: OPTIONS_OF_READS,
		outputs: ['id', 'status', 'orderType'],
	},
];

export async function formScenarios(
	editor: Editor,
	n8n: PanelInN8n,
	workflow: StoredWorkflow,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

	for (const { node, notice, fields, placeholders, options } of forms) {
		await editor.run(scenarios, `the form of ${node}`, async () => {
			await editor.openWorkflow(workflow);
			const details = await openNode(page, node);
			assert.deepEqual(await labelsOf(details), ['Resource', 'Operation', ...fields, 'Options']);
			if (notice) await details.getByText(notice).waitFor();
			for (const placeholder of placeholders) {
				await details.getByPlaceholder(placeholder, { exact: true }).waitFor();
			}
			await details.getByTestId('collection-parameter-add').click();
			const offered = page.getByTestId('collection-parameter-option').filter({ visible: true });
			await offered.first().waitFor();
			assert.deepEqual(await offered.allInnerTexts(), options);
		});
	}

	await editor.run(scenarios, 'the next node offers the fields before any node runs', async () => {
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'After');
		const input = details.getByTestId('ndv-input-panel');
		for (const [index, { node, outputs }] of forms.entries()) {
			const header = input.getByTestId('run-data-schema-header').filter({ hasText: node });
			await header.getByText('Preview').waitFor();
			const name = header.getByText(node, { exact: true });
			// n8n shows the fields of the first node already.
			if (index > 0) await name.click();
			for (const output of outputs) {
				await input.getByTestId('run-data-schema-item').getByText(output).first().waitFor();
			}
			await name.click();
		}
		assert.deepEqual((await n8n.panel.books()).requests, []);
	});

	await editor.run(
		scenarios,
		'the menus of the trigger show the fields of the order list',
		async () => {
			await orderBacklinks(n8n);
			await editor.openWorkflow(workflow);
			const details = await openNode(page, 'Order Status Changed');
			await details.getByTestId('collection-parameter-add').click();
			const options = page.getByTestId('collection-parameter-option').filter({ visible: true });
			await options.getByText('Order ID Field', { exact: true }).click();
			// Opens the menu; the click waits until n8n has loaded the options.
			await details.getByTestId('parameter-input-orderIdField').locator('input').click();
			const offered = page.getByRole('option').filter({ visible: true });
			await offered.getByText('id (e.g. bl_000003)', { exact: true }).waitFor();
			await offered.getByText('durum (e.g. aktif)', { exact: true }).waitFor();
			await page.keyboard.press('Escape');
			await executeStep(page, 'success');
			await widenOutput(page);
			await pictures.take(page, 'trigger', { part: details, height: 900 });
		},
	);

	await editor.run(scenarios, 'orders of one target can be told apart in the list', async () => {
		const hedefUrl = 'https://example.com/carpets';
		for (const { anchor } of pages) {
			await n8n.panel.addOrders({ type: 'backlink', count: 2, hedefUrl, anchor });
		}
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Get Order');
		await details.getByTestId('rlc-input').click();
		const offered = page.getByTestId('rlc-item').filter({ visible: true });
		await offered.nth(5).waitFor();
		assert.equal(new Set(await offered.allInnerTexts()).size, 6);
		await pictures.take(page, 'order-list', {
			part: details.getByTestId('node-parameters'),
			height: 760,
		});
		await page.keyboard.press('Escape');
	});

	await editor.run(scenarios, 'an order is chosen from the list, or named by its ID', async () => {
		await orderBacklinks(n8n);
		await n8n.panel.addOrders({ type: 'article', count: 1 });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Get Order');
		const output = details.getByTestId('output-panel');
		const columns = async () => (await output.locator('th').allInnerTexts()).filter(Boolean);

		await details.getByTestId('rlc-input').click();
		const offered = page.getByTestId('rlc-item').filter({ visible: true });
		const article = offered.getByText('Tanıtım yazısı tn_000004 (article, yayinda)');
		await article.waitFor();
		await page.getByTestId('rlc-search').fill('KILIMS');
		const kilims = 'https://example.com/kilims (backlink, aktif)';
		await article.waitFor({ state: 'detached' });
		await offered.getByText(kilims).waitFor();
		const [label = '', ...others] = await offered.allInnerTexts();
		assert.match(label, /^bl_000002 · [\d-]+ · kilims from Anatolia · /);
		assert.deepEqual(others, []);
		await offered.click();
		await executeStep(page, 'success');
		await output.getByText('bl_000002', { exact: true }).waitFor();
		assert.deepEqual(await columns(), SIMPLIFIED);

		await details.getByTestId('rlc-mode-selector').click();
		await page.getByRole('option', { name: 'By ID' }).click();
		await details
			.getByTestId('rlc-input')
			.locator('xpath=descendant-or-self::input')
			.fill('bl_000003');
		await details.getByTestId('parameter-input-simplify').locator('.el-switch').click();
		await executeStep(page, 'success');
		await output.getByText('bl_000003', { exact: true }).waitFor();
		const whole = await columns();
		for (const field of ['hedefUrl', 'anchor', 'sureAy', 'durum']) assert.ok(whole.includes(field));
		assert.equal((await n8n.panel.books()).totals.charges, 3);
	});
}

/** Lists the visible labels of the parameters. n8n's own settings are on another tab. */
async function labelsOf(details: Locator): Promise<string[]> {
	const labels = details.getByTestId('input-label').filter({ visible: true });
	// Takes only the first line, because the buttons of a field follow its label.
	return (await labels.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
}
