import assert from 'node:assert/strict';

import type { Locator } from 'playwright-core';

import { operationChoices } from '../../unit/description/form.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';

const TRIGGERS = [
	'On balance changed',
	'On balance low',
	'On order created',
	'On order status changed',
	'On placement expiring',
];
const ACTIONS = operationChoices.map(({ choice }) => choice.action ?? '');

export async function nodesPanelScenarios(editor: Editor, scenarios: Scenarios): Promise<void> {
	const { page, pictures } = editor;

	await editor.run(
		scenarios,
		'the nodes panel finds the node and lists what it can do',
		async () => {
			await editor.goTo('/workflow/new');
			await page.getByTestId('canvas-plus-button').click();
			const panel = page.getByTestId('node-creator');
			const found = panel.getByTestId('node-creator-item-name');
			for (const words of ['guest post', 'tanıtım yazısı', 'tanitim', 'kredi', 'backlink']) {
				await panel.getByTestId('node-creator-search-bar').fill(words);
				await found.getByText('Backlink Panel', { exact: true }).waitFor();
			}

			await panel.getByText('Buy backlinks and sponsored articles').waitFor();
			await found.getByText('Backlink Panel', { exact: true }).click();
			await panel.getByText(`Triggers (${TRIGGERS.length})`).waitFor();
			await panel.getByText(`Actions (${ACTIONS.length})`).click();
			await panel.getByText('Get many orders').waitFor();
			assert.deepEqual(await found.allInnerTexts(), [...TRIGGERS, ...ACTIONS]);
			await untilDrawn(panel.locator('img[src*="n8n-nodes-backlink-panel"]'));
			await pictures.take(page, 'nodes-panel', { height: 1080, part: panel });

			await panel.getByText('Publish an article').click();
			const details = page.getByTestId('ndv');
			await details.getByTestId('parameter-input-title').waitFor();
			const operation = details.getByTestId('parameter-input-operation').locator('input');
			assert.equal(await operation.inputValue(), 'Publish');
		},
	);
}

async function untilDrawn(images: Locator): Promise<void> {
	const count = await images.count();
	assert.ok(count > ACTIONS.length, `${count} icons`);
	// The browser's `decode` rejects if an image cannot be shown.
	await images.evaluateAll((all: Array<{ decode(): Promise<void> }>) =>
		Promise.all(all.map((image) => image.decode())),
	);
}
