import assert from 'node:assert/strict';

import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { executeStep, openNode } from './nodeDetails.mts';
import { orderBacklinks } from './orderBacklinks.mts';
import { pages } from './shownWorkflow.mts';

const SIMPLIFIED = ['orderType', 'id', 'status', 'target', 'endsAt'];

/** Order → Get: the order is chosen from a list or named by its ID. */
export async function orderGetScenarios(
	editor: Editor,
	n8n: PanelInN8n,
	workflow: StoredWorkflow,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

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
