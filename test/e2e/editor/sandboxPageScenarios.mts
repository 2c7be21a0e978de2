import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { orderBacklinks } from './orderBacklinks.mts';
import { pages } from './shownWorkflow.mts';

/** The page that `npm run sandbox` serves. */
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
		await pictures.take(page, 'sandbox', { height: 1150 });
	});
}
