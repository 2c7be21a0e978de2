import type { Locator, Page } from 'playwright-core';

/** Opens a node by a double click; closes an open node first. @returns the view of the node's details */
export async function openNode(page: Page, name: string): Promise<Locator> {
	const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	await node.waitFor();
	const details = page.getByTestId('ndv');
	if (await details.isVisible()) await closeNode(page);
	await node.dblclick();
	await details.getByTestId('node-parameters').waitFor();
	return details;
}

export async function closeNode(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'detached' });
}

export async function addOption(page: Page, label: string): Promise<void> {
	await page.getByTestId('ndv').getByTestId('collection-parameter-add').click();
	const offered = page.getByTestId('collection-parameter-option').filter({ visible: true });
	await offered.getByText(label, { exact: true }).click();
	await page.getByTestId('ndv').getByTestId('input-label').getByText(label).waitFor();
}

export async function dragField(page: Page, field: string, parameter: string): Promise<void> {
	const details = page.getByTestId('ndv');
	const target = details.getByTestId(`parameter-input-${parameter}`);
	await target.scrollIntoViewIfNeeded();
	const fields = details.getByTestId('ndv-input-panel').getByTestId('run-data-schema-node-name');
	await fields.getByText(field, { exact: true }).first().hover();
	await page.mouse.down();
	// Moves the field twice, because the editor must notice it above the parameter before the drop.
	await target.hover({ force: true });
	await target.hover({ force: true, position: { x: 60, y: 15 } });
	await page.mouse.up();
	await details.getByTestId(`parameter-expression-preview-${parameter}`).waitFor();
}

export async function executeStep(page: Page, end: 'success' | 'danger'): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId(`node-run-status-${end}`).waitFor();
	await closeMessage(page);
}

/** Closes the message that n8n shows in the corner at the end of an execution. */
export async function closeMessage(page: Page): Promise<void> {
	const message = page.locator('.el-notification');
	await message.locator('.el-notification__closeBtn').click();
	await message.waitFor({ state: 'detached' });
}

/** Middle of the form in pixels from the left. n8n keeps this position for the next node. */
const FORM_BESIDE_WIDE_OUTPUT = 525;

/** Widens the output of the open node at the cost of the input, so that the whole table is visible. */
export async function widenOutput(page: Page): Promise<void> {
	const box = await page.getByTestId('panel-drag-button').boundingBox();
	if (box === null) throw new Error('The open node cannot be moved');
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(FORM_BESIDE_WIDE_OUTPUT, y, { steps: 5 });
	await page.mouse.up();
}
