import type { IDataObject, INodeParameters } from 'n8n-workflow';

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
		['\ufeff12\u200b', 12],
		[1200, 1200],
	])('%j orders %i months', async (months, sureAy) => {
		await panel.client.change({ balance: 2000 });
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
		['1,5'],
		['3.0'],
		['١٢'],
		['３'],
		['3 ay'],
		['+3'],
		[1201],
		['9'.repeat(400)],
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
		['https://fa.example/می‌خواهم'],
		['https://example.com/why-undefined-is-not-null?x=null'],
		['https://example.com/nullable/NaNcy'],
		['https://example.com/100%'],
	])('%j is sent as it is', async (url) => {
		const { requests } = await create({ ...order, url });
		expect(requests[0]?.body).toMatchObject({ hedefUrl: url });
	});

	test.each([
		['  https://türkçe.example/yol  '],
		['https://türkçe.example/yol\u200b'],
		['\ufeffhttps://türkçe.example/yol\u00ad\n'],
		['\u202ahttps://türkçe.example/yol\u202c'],
		['\u0000https://türkçe.example/yol\u3164'],
	])('%j is sent without what cannot be seen at its ends', async (url) => {
		const { requests } = await create({ ...order, url });
		expect(requests[0]?.body).toMatchObject({ hedefUrl: 'https://türkçe.example/yol' });
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
		[{ href: 'https://example.com' }],
		['\u200b\u00ad'],
		['https://exa\u200bmple.com/'],
		['https://example.com/ha\u00adlı'],
		['https://example.com/\u0007halı'],
		['https://example.com/\ud83d'],
		['https://example.com/undefined'],
		['https://example.com/null/halı'],
		['https://example.com/NaN?x=1'],
		['https://undefined/halı'],
		['https://example.com/[object Object]'],
		['https://example.com/%5Bobject%20Object%5D'],
		['https://example.com/?q=[object+Object]'],
		['https://example.com/{{$json.slug}}'],
		['https://example.com/%7B%7B%20$json.slug%20%7D%7D'],
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

	test('invisible characters at its ends are taken off, those inside stay', async () => {
		const { requests } = await create({ ...order, anchor: '\u200b👨‍👩‍👧 ha\u00adlı ❤️\u00ad\ufeff' });
		expect(requests[0]?.body).toMatchObject({ anchor: '👨‍👩‍👧 ha\u00adlı ❤️' });
	});

	test.each([
		[''],
		['  '],
		['\u200b\u3164\u2800'],
		[null],
		[false],
		[['a', 'b']],
		[{ text: 'a' }],
		['undefined'],
		['halı [object Object]'],
		['{{ $json.anchor }}'],
		['cut \ud83e'],
	])('%j is refused before anything is sent', async (anchor) => {
		const { run, requests } = await create({ ...order, anchor });
		expect(run.error?.message).toContain('“Anchor Text”');
		expect(requests).toEqual([]);
	});
});

describe('Title and Content, from an expression', () => {
	async function publish(item: Record<string, unknown>) {
		const run = await runNode({
			credential: panel.credential,
			parameters: articleForm,
			items: [{ title: 'Halı', html: '<p>Metin</p>', ...item } as IDataObject],
		});
		return { run, requests: await panel.client.requestsTo('/tanitim') };
	}

	test.each([
		['title', '[object Object]', '“Title” contains “[object Object]”'],
		['title', 'Yeni ürün: [object Object]', '“Title” contains “[object Object]”'],
		['title', { rendered: 'Halı' }, '“Title” has to be text'],
		['title', '\u200b', '“Title” is empty'],
		['title', 'Halı \udc00', '“Title” contains half of a character'],
		['html', '<p>[object Object]</p>', '“Content” contains “[object Object]”'],
		['html', { rendered: '<p>Metin</p>' }, '“Content” has to be text'],
		['html', '<p>Metin \ud83e</p>', '“Content” contains half of a character'],
		['html', '<p>\u200b&ZeroWidthSpace;&#x3164;&#8203;</p>', '“Content” shows no text'],
		['html', '\u3164\u2800\ufeff', '“Content” shows no text'],
	])('%s %j is refused before anything is sent', async (name, value, message) => {
		const { run, requests } = await publish({ [name]: value });
		expect(run.error?.message).toContain(message);
		expect(requests).toEqual([]);
	});

	test('the content is sent as it is, with the white space around it', async () => {
		const html = '\n <p>Yazılımda [object Object] \u200b👨‍👩‍👧</p>\u00ad\n';
		const { requests } = await publish({ html, title: 'What is undefined?\u200b' });
		expect(requests[0]?.body).toEqual({ baslik: 'What is undefined?', icerik: html });
	});
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
	['timeout', 0, '“Timeout” has to be a number from 1 to 300, not 0'],
	['timeout', 'soon', '“Timeout” has to be a number from 1 to 300, not soon'],
	[
		'parallelRequests',
		'all',
		'“Parallel Requests” has to be a whole number from 0 to 1,000, not all',
	],
	['dryRun', 'perhaps', '“Dry Run” has to be true or false, not perhaps'],
	['dryRun', null, '“Dry Run” has to be true or false, not null'],
	['resendUnknown', null, '“Send Unknown Orders Again” has to be true or false, not null'],
	['maxRateLimitWait', -1, '“Max Wait for Rate Limit” has to be a number from 0 to 86,400, not -1'],
])('Options: %s %j is refused', async (name, value, message) => {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { [name]: value } },
		items: [order],
	});
	expect(run.error?.message).toBe(message);
	expect(await panel.client.requestsTo('/backlink')).toEqual([]);
});

describe('Options: a number is within the bounds that the form shows', () => {
	test.each([
		['timeout', 300, 301],
		['timeout', 1, 0.5],
		['timeout', '2.5', '1e2'],
		['timeout', '300', '0x10'],
		['maxRateLimitWait', 86_400, 86_401],
		['maxRateLimitWait', 0, -1],
		['maxRateLimitWait', '60', '1,5'],
		['parallelRequests', 1_000, 1_001],
		['parallelRequests', 0, -1],
		['parallelRequests', '5', '٥'],
		['parallelRequests', 2, 2.5],
		['maxCredits', 1_000_000_000, 1_000_000_001],
		['maxCredits', 5, Number.MAX_VALUE],
		['maxCredits', '5', '5 credits'],
		['minimumBalance', 0, -1],
		['minimumBalance', 999, 1e21],
		['minimumBalance', ' 5\u200b', 'Infinity'],
		['timeout', null, true],
		['timeout', ' \u200b', 'many'],
	])('%s: %j is taken, %j is refused', async (name, taken, refused) => {
		const run = async (value: unknown) =>
			await runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { [name]: value } as INodeParameters },
				items: [order],
			});
		expect((await run(taken)).error).toBeUndefined();
		expect((await run(refused)).error?.message).toMatch(/ has to be a (whole )?number from \d/);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
	});
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
