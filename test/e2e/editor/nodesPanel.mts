import type { Page } from 'playwright-core';

/**
 * Adds a node from the nodes panel, which is open.
 * @param action of the node, where it has several
 */
export async function addFromNodesPanel(page: Page, node: string, action?: string): Promise<void> {
	const panel = page.getByTestId('node-creator');
	const names = panel.getByTestId('node-creator-item-name');
	await panel.getByTestId('node-creator-search-bar').fill(node);
	await names.getByText(node, { exact: true }).first().click();
	if (action === undefined) return;

	const shown = names.getByText(action, { exact: true });
	const heading = panel.getByText(/^Actions \(\d+\)$/);
	await heading.waitFor();
	// Below a trigger's events the actions are folded.
	if (!(await shown.isVisible())) await heading.click();
	await shown.click();
}

/** Opens the nodes panel at the output of a node of the canvas. */
export async function openNodesPanelAfter(page: Page, node: string): Promise<void> {
	await page
		.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`)
		.getByTestId('canvas-handle-plus')
		.click();
}
