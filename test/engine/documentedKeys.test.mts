import { readFileSync } from 'node:fs';

import { deduplicationStore } from './deduplicationStore.mts';
import { runNode } from './engine.mts';
import { backlinkForm, backlinkItems } from './forms.mts';
import { usePanel } from './usePanel.mts';

/* Runs the expressions for Idempotency Keys that README.md and docs/options.md give. */

const panel = usePanel();
const docs = readFileSync('README.md', 'utf8') + readFileSync('docs/options.md', 'utf8');
const rowId = expressionWith('$json.id');
const linkAndMonth = expressionWith('$now');

/** Finds the first expression of the docs that contains this text. */
function expressionWith(name: string): string {
	const expressions = [...docs.matchAll(/`(\{\{ [^`]*)`/g)].map(([, text = '']) => text);
	return `=${expressions.find((text) => text.includes(name))}`;
}

const [link = {}] = backlinkItems(1);
const order = (item: object, idempotencyKey: string, workflowId: string) =>
	runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { idempotencyKey } },
		items: [{ ...link, ...item }],
		workflowId,
	});
const charges = async () => (await panel.client.books()).charges.length;

test('a row with an ID is ordered once, and so is its renewal in a new row', async () => {
	await order({ id: 1 }, rowId, 'row-ids');
	await order({ id: 1 }, rowId, 'row-ids');
	await order({ id: 2 }, rowId, 'row-ids');
	expect(await charges()).toBe(2);
});

test('without an ID, a link is ordered once a month, and another anchor is another order', async () => {
	await order({}, linkAndMonth, 'link-and-month');
	const again = await order({}, linkAndMonth, 'link-and-month');
	await order({ anchor: 'another' }, linkAndMonth, 'link-and-month');
	expect(await charges()).toBe(2);
	expect(again.output[0]?.json.idempotencyKey).toMatch(/^https:\S+ anchor 0 \d{4}-[01]\d$/);
});

test('Clear Deduplication History with the scope Workflow forgets all keys of the workflow', async () => {
	await order({ id: 1 }, rowId, 'cleared');
	// Calls the function that n8n's Remove Duplicates node calls for this operation.
	await deduplicationStore.clearAllProcessedItems(
		'workflow',
		{ workflow: { id: 'cleared', active: false } },
		{ mode: 'entries' },
	);
	await order({ id: 1 }, rowId, 'cleared');
	expect(await charges()).toBe(2);
});
