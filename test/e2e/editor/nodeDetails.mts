import type { Locator, Page } from 'playwright-core';

/**
 * Opens a node of the workflow, as a double click does. One that is open is closed first.
 * @returns the view of its details
 */
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
	// It is dropped after the editor has seen it above the parameter.
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

/** Takes the message away that n8n shows in the corner at the end of an execution. */
export async function closeMessage(page: Page): Promise<void> {
	const message = page.locator('.el-notification');
	await message.locator('.el-notification__closeBtn').click();
	await message.waitFor({ state: 'detached' });
}

/** Where the middle of the form is then, in pixels; n8n keeps it for the next node. */
const FORM_BESIDE_WIDE_OUTPUT = 525;

/** Makes the output of the open node wider, at the cost of the input, so that its table is whole. */
export async function widenOutput(page: Page): Promise<void> {
	const box = await page.getByTestId('panel-drag-button').boundingBox();
	if (box === null) throw new Error('The open node cannot be moved');
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(FORM_BESIDE_WIDE_OUTPUT, y, { steps: 5 });
	await page.mouse.up();
}
