import assert from 'node:assert/strict';

import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { executeStep, openNode, widenOutput } from './nodeDetails.mts';
import { orderBacklinks, pages } from './shownWorkflow.mts';

export async function executionScenarios(
	editor: Editor,
	n8n: PanelInN8n,
	workflow: StoredWorkflow,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;
	const { panel, sandbox } = n8n;

	await editor.run(scenarios, 'a failed step says what happened and what to do', async () => {
		await panel.change({ balance: 2 });
		// Delays the first refusal, so that the other orders are claimed and sent meanwhile.
		await panel.addFault({ answer: 'latency', delayMs: 3_000, method: 'POST' });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Create Backlinks');
		await executeStep(page, 'danger');
		const shown = async (part: string) =>
			await details.getByTestId(`node-error-${part}`).innerText();
		assert.equal(await shown('message'), 'Not enough credits [item 0]');
		assert.match(await shown('description'), /^Top up the balance in the panel/);
		assert.match(await shown('description'), /Nothing was charged\./);
		assert.match(await shown('description'), /[23] items failed\.$/);
		assert.deepEqual((await panel.books()).charges, []);
		await pictures.take(page, 'not-enough-credits', { part: details });
	});

	await editor.run(scenarios, 'a dry run tells how many credits are missing', async () => {
		await panel.change({ balance: 10 });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Check Backlinks');
		await executeStep(page, 'success');
		await details.getByText('For the other orders it lacks 11 credits.').waitFor();
		assert.deepEqual((await panel.books()).charges, []);
		await widenOutput(page);
		await pictures.take(page, 'dry-run', { part: details, height: 900 });
	});

	await editor.run(scenarios, 'failed items leave through the error output', async () => {
		await panel.change({ balance: 10 });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Create or Report');
		await executeStep(page, 'success');
		const output = details.getByTestId('output-panel');
		await output.getByText(/^Error Branch/).click();
		await output.getByText('krediYetersiz').first().waitFor();
		await widenOutput(page);
		await pictures.take(page, 'error-output', { part: output, width: 2100, height: 680 });
	});

	await editor.run(scenarios, 'an unknown outcome is explained in three paragraphs', async () => {
		await panel.addFault({ answer: 'reset', phase: 'after', method: 'POST' });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Create Without Key');
		await executeStep(page, 'danger');
		const description = await details.getByTestId('node-error-description').innerText();
		const [happened, shown, advice, ...more] = description.split(/\n+/);
		assert.match(happened ?? '', /\S/);
		assert.match(shown ?? '', /^The order list has 1 entry for “/);
		assert.match(advice ?? '', /Order → Get Many/);
		assert.deepEqual(more, []);
		const output = details.getByTestId('output-panel');
		await pictures.take(page, 'unknown-outcome', { part: output, height: 600 });
	});

	await editor.run(scenarios, 'an executed step shows its output as a table', async () => {
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Create Backlinks');
		await executeStep(page, 'success');
		const output = details.getByTestId('output-panel');
		await output.getByText('3 items', { exact: true }).waitFor();
		const columns = (await output.locator('th').allInnerTexts()).filter(Boolean);
		assert.deepEqual(columns, ['placementId', 'site', 'expiresAt', 'harcananKredi']);
		// Ignores the sequence of the charges, because several orders are in flight at once.
		const { charges } = await panel.books();
		assert.equal(charges.length, pages.length);
		assert.deepEqual(
			new Map(charges.map(({ subject, credits }) => [subject, credits])),
			new Map(pages.map(({ url, months }) => [url, months])),
		);
		await widenOutput(page);
		await pictures.takeInBothThemes(page, 'create-backlinks', { part: details, height: 940 });
	});

	await editor.run(scenarios, 'a hint beside the output names the site that failed', async () => {
		const sites = sandbox.settings.sites.map((site, index) => ({ ...site, publishes: index > 0 }));
		await panel.change({ sites });
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Publish Articles');
		await executeStep(page, 'success');
		await details.getByText('Articles refused by haber.example (3 of 3)').waitFor();
		await widenOutput(page);
		await pictures.take(page, 'publish-articles', { part: details });
	});

	await editor.run(scenarios, 'orders come out one item each', async () => {
		await orderBacklinks(n8n);
		await editor.openWorkflow(workflow);
		const details = await openNode(page, 'Get Many Orders');
		await executeStep(page, 'success');
		const output = details.getByTestId('output-panel');
		await output.getByText('3 items', { exact: true }).waitFor();
		for (const { url } of pages) await output.getByText(url).waitFor();
		await widenOutput(page);
		await pictures.take(page, 'get-many-orders', { part: details, height: 720 });
	});
}
