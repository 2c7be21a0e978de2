import type { IDataObject } from 'n8n-workflow';

import { articleForm, backlinkForm, targetOf } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const order = { url: targetOf(0), anchor: 'anchor', months: 1 };

/** Runs a create with one item, whose fields arrive through expressions. */
async function create(item: Record<string, unknown>) {
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: [item as IDataObject],
	});
	return { run, requests: await panel.client.requestsTo('/backlink') };
}

describe('Duration (Months), from an expression', () => {
	test.each([
		['3', 3],
		[' 3 ', 3],
		[12, 12],
		[1.0, 1],
	])('%j orders %i months', async (months, sureAy) => {
		const { run, requests } = await create({ ...order, months });
		expect(run.error).toBeUndefined();
		expect(requests[0]?.body).toMatchObject({ sureAy });
	});

	test.each([
		[''],
		[null],
		[true],
		[2.5],
		['2.5'],
		[0],
		[-1],
		['0x10'],
		['1e2'],
		[[3]],
		[{ a: 3 }],
		['üç'],
		[1e21],
	])('%j is refused before anything is sent', async (months) => {
		const { run, requests } = await create({ ...order, months });
		expect(run.error?.message).toContain('“Duration (Months)” has to be a whole number');
		expect(run.error?.description).toContain('for item 0');
		expect(requests).toEqual([]);
	});
});

describe('Target URL, from an expression', () => {
	test.each([
		['https://example.com'],
		['http://example.com/sayfa?x=1&y=İ#bölüm'],
		['  https://türkçe.example/yol  '],
	])('%j is sent as it is', async (url) => {
		const { requests } = await create({ ...order, url });
		expect(requests[0]?.body).toMatchObject({ hedefUrl: url.trim() });
	});

	test.each([
		['example.com'],
		['//example.com'],
		['ftp://example.com'],
		['https:example.com'],
		['https://'],
		['https://exa mple.com'],
		['https://example.com/a b'],
		['https://example.com\nhttps://other.example'],
		[''],
		['   '],
		[null],
		[true],
		[['https://example.com']],
	])('%j is refused before anything is sent', async (url) => {
		const { run, requests } = await create({ ...order, url });
		expect(run.error?.message).toContain('“Target URL”');
		expect(requests).toEqual([]);
	});
});

describe('Anchor Text, from an expression', () => {
	test('a number is sent as its digits', async () => {
		const { requests } = await create({ ...order, anchor: 2027 });
		expect(requests[0]?.body).toMatchObject({ anchor: '2027' });
	});

	test.each([[''], ['  '], [null], [false], [['a', 'b']], [{ text: 'a' }]])(
		'%j is refused before anything is sent',
		async (anchor) => {
			const { run, requests } = await create({ ...order, anchor });
			expect(run.error?.message).toContain('“Anchor Text”');
			expect(requests).toEqual([]);
		},
	);
});

test('Title: an id over 2^53 given as text arrives unchanged', async () => {
	await runNode({
		credential: panel.credential,
		parameters: articleForm,
		items: [{ title: '8202522731445525542', html: '<p>Metin</p>' }],
	});
	const [request] = await panel.client.requestsTo('/tanitim');
	expect(request?.body).toMatchObject({ baslik: '8202522731445525542' });
});

test('an expression that cannot be evaluated is the error of its item alone', async () => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, anchorText: '={{ $json.anchor.toUpperCase() }}' },
		items: [order, { ...order, anchor: null }, order],
		onError: 'continueErrorOutput',
	});
	expect(run.output).toHaveLength(2);
	expect(run.errorOutput).toHaveLength(1);
	expect(run.errorOutput[0]?.json.error).toMatchObject({ charged: 'no' });
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(2);
});

test.each([
	['timeout', 0, '“Timeout (Seconds)” has to be a number of at least 1, not 0'],
	['timeout', 'soon', '“Timeout (Seconds)” has to be a number of at least 1, not soon'],
	['parallelRequests', 'all', '“Parallel Requests” has to be a number of at least 1, not all'],
	['dryRun', 'perhaps', '“Dry Run” has to be true or false, not perhaps'],
	[
		'maxRateLimitWait',
		-1,
		'“Max Wait for Rate Limit (Seconds)” has to be a number of at least 0, not -1',
	],
])('Options: %s %j is refused', async (name, value, message) => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { [name]: value } },
		items: [order],
	});
	expect(run.error?.message).toBe(message);
	expect(await panel.client.requestsTo('/backlink')).toEqual([]);
});

test('options that are no options at all count as none', async () => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options: '={{ $json.nothing }}' },
		items: [order],
	});
	expect(run.output[0]?.json).toHaveProperty('placementId');
});

test('Output: a word that is none of its choices is refused', async () => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...articleForm, output: '={{ $json.output }}' },
		items: [{ title: 'Title', html: '<p>Metin</p>', output: 'both' }],
	});
	expect(run.error?.message).toBe('“Output” has to be one of article, site, not both');
	expect(await panel.client.requestsTo('/tanitim')).toEqual([]);
});

test('an operation that the node does not have is refused by its name', async () => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { resource: 'account', operation: 'close' },
	});
	expect(run.error?.message).toBe('This operation is not supported');
	expect(run.error?.description).toContain('“close”');
	expect((await panel.client.books()).requests).toEqual([]);
});

test('the items that the node was given are not changed', async () => {
	const items = [structuredClone(order)];
	await runNode({ credential: panel.credential, parameters: backlinkForm, items });
	expect(items).toEqual([order]);
});
