import { deduplicationStore } from './deduplicationStore.mts';
import { type NodeRun, runNode } from './engine.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { chargesOfItems } from './ordersOfItems.mts';
import { testNode } from './testNode.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const orderByKey = async (workflowId: string, items: NodeRun['items'], form = backlinkForm) =>
	await runNode({
		credential: panel.credential,
		parameters: { ...form, options: { idempotencyKey: '={{ $json.key }}' } },
		items,
		onError: 'continueErrorOutput',
		workflowId,
	});
const keyed = (count: number) =>
	backlinkItems(count).map((item, index) => ({ ...item, key: `row-${index}` }));

test('12,600 rows, the first of them without a key: nothing is sent', async () => {
	const [, ...others] = keyed(12_600);
	// Has no other expressions: n8n takes long to evaluate one for 12,600 items.
	const form = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };
	const { errorOutput } = await orderByKey('first row without a key', [{}, ...others], form);
	expect(errorOutput).toHaveLength(12_600);
	expect(errorOutput[1]?.json.error).toMatchObject({ reason: 'tooManyKeys', charged: 'no' });
	expect((await panel.client.books()).requests).toEqual([]);
});

describe('Remove Duplicates with the scope Workflow and a history of 50,000', () => {
	const removeDuplicates = async (workflowId: string, count: number) => {
		const values = Array.from({ length: count }, (_, index) => `value ${index}`);
		const node = testNode('Remove Duplicates', 'n8n-nodes-base.removeDuplicates');
		const workflow = { id: workflowId, active: true };
		await deduplicationStore.checkProcessedAndRecord(
			values,
			'workflow',
			{ workflow, node },
			{ mode: 'entries', maxEntries: 50_000 },
		);
	};

	test('with 24,000 values beside 40 old keys: these are not ordered again, and each item says why', async () => {
		const workflowId = 'long history';
		await orderByKey(workflowId, keyed(40));
		await removeDuplicates(workflowId, 24_000);
		const { errorOutput } = await orderByKey(workflowId, keyed(40));
		expect(errorOutput).toHaveLength(40);
		expect(errorOutput[39]?.json.error).toMatchObject({
			reason: 'orderStoreUnavailable',
			description: expect.stringContaining('Remove Duplicates'),
			charged: 'no',
		});
		expect((await panel.client.books()).charges).toHaveLength(40);
	});

	test('with few values: the old keys are skipped, and new ones are ordered', async () => {
		const workflowId = 'short history';
		await orderByKey(workflowId, keyed(3));
		await removeDuplicates(workflowId, 1_000);
		const { output } = await orderByKey(workflowId, keyed(4));
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(3);
		expect(await chargesOfItems(panel, 4)).toEqual([1, 1, 1, 1]);
	});
});

describe('a key with ş, ğ and ü, once written as one character each and once as two', () => {
	const key = 'şeker, ağaç, üzüm';
	const item = (form: 'NFC' | 'NFD') => ({
		url: targetOf(0),
		anchor: 'anchor',
		months: 1,
		key: key.normalize(form),
	});

	test('is one key in one batch', async () => {
		const { output } = await orderByKey('one batch', [item('NFC'), item('NFD')]);
		expect(output.map(({ json }) => json.skippedBecause)).toEqual([undefined, 'keyUsed']);
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	});

	test.each([
		['NFC', 'NFD'],
		['NFD', 'NFC'],
	] as const)('is one key in two executions: %s, then %s', async (one, other) => {
		await orderByKey(`${one} first`, [item(one)]);
		const { output } = await orderByKey(`${one} first`, [item(other)]);
		expect(output[0]?.json).toMatchObject({ skipped: true, skippedBecause: 'keyUsed' });
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	});
});
