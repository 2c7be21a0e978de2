import assert from 'node:assert/strict';

import { typicalFaults } from '../../../sandbox/typicalFaults.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { orderBacklinks, pages } from './shownWorkflow.mts';

const faults = typicalFaults.flatMap((group) => group.faults.map(({ fault }) => fault));

export async function sandboxPageScenarios(
	editor: Editor,
	n8n: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

	await editor.run(scenarios, 'the page of the sandbox shows what was ordered', async () => {
		await n8n.panel.change({ rateLimit: { window: 'sliding' } });
		const credits = await orderBacklinks(n8n);
		await editor.goTo(n8n.sandbox.url);
		for (const { anchor } of pages) await page.getByText(anchor).waitFor();
		await page
			.locator('#balance')
			.getByText(String(1000 - credits), { exact: true })
			.waitFor();
		await page.getByRole('switch', { name: 'Too many requests' }).waitFor();
		await pictures.takeInBothThemes(page, 'sandbox', { width: 1120, height: 1000 });
	});

	await editor.run(scenarios, 'the page of the sandbox changes and adds orders', async () => {
		await n8n.panel.addOrders({ type: 'backlink', count: 2 });
		await editor.goTo(n8n.sandbox.url);
		const markup = 'bitti <img src=x onerror=alert(1)>';

		await page.getByRole('button', { name: 'Change bl_000001' }).click();
		await page.getByLabel('Status').fill(markup);
		await page.getByLabel('End date').fill('2030-05-17');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText(markup).waitFor();

		await page.getByRole('button', { name: 'Add a placement' }).click();
		await page.getByLabel('Target URL').fill('https://example.com/by-hand');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByText('https://example.com/by-hand').waitFor();

		await page.getByRole('button', { name: 'Add an article' }).click();
		await page.getByLabel('Title').fill('By hand');
		await page.getByLabel('Status').fill('beklemede');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByText('By hand').waitFor();

		const { placements, articles, totals } = await n8n.panel.books();
		const ends = placements.map(({ bitis }) => String(bitis).slice(0, 10));
		assert.deepEqual(
			placements.map(({ durum }) => durum),
			['aktif', 'aktif', markup],
		);
		assert.equal(ends[2], '2030-05-17');
		assert.equal(placements[0]?.hedefUrl, 'https://example.com/by-hand');
		assert.deepEqual([articles[0]?.baslik, articles[0]?.durum], ['By hand', 'beklemede']);
		assert.equal(totals.charges, 0);
	});

	await editor.run(scenarios, 'the page of the sandbox switches what goes wrong', async () => {
		await editor.goTo(n8n.sandbox.url);
		for (const { name } of faults) {
			const shown = page.getByRole('switch', { name });
			await shown.click();
			await page.getByRole('switch', { name, checked: true }).waitFor();
			assert.deepEqual(
				(await n8n.panel.faults()).map((active) => active.name),
				[name],
			);
			await shown.click();
			await page.getByRole('switch', { name, checked: false }).waitFor();
		}
	});

	await editor.run(scenarios, 'the page of the sandbox sets balance and rate limit', async () => {
		await editor.goTo(n8n.sandbox.url);
		await page.getByLabel('Balance').fill('49');
		await page.locator('#balanceForm button').click();
		await page.locator('#balance').getByText('49', { exact: true }).waitFor();
		await page.getByLabel('Requests per minute').fill('5');
		await page.getByLabel('counted as').selectOption('tokenBucket');
		await page.locator('#rateLimitForm button').click();
		await page.getByText('5 requests in 60 s, window: tokenBucket').waitFor();
		const { balance, settings } = await n8n.panel.books();
		assert.deepEqual(
			[balance, settings.rateLimit.limit, settings.rateLimit.window],
			[49, 5, 'tokenBucket'],
		);
	});
}
