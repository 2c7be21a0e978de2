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
		[0],
		['1e2'],
		['3.0'],
		['3 ay'],
		[1201],
		[[3]],
		[{ a: 3 }],
	])('%j is refused before anything is sent', async (months) => {
		const { run, requests } = await create({ ...order, months });
		expect(run.error?.message).toContain('“Duration (Months)” has to be a whole number');
		expect(run.error?.description).toContain('for item 0');
		expect(requests).toEqual([]);
	});
});

describe('Target URL, from an expression', () => {
	test.each([
		['http://example.com/sayfa?x=1&y=İ#bölüm'],
		['https://fa.example/می‌خواهم'],
		['https://example.com/why-undefined-is-not-null?x=null'],
		['https://example.com/100%'],
		['https://example.com/?q=undefined'],
	])('%j is sent as it is', async (url) => {
		const { requests } = await create({ ...order, url });
		expect(requests[0]?.body).toMatchObject({ hedefUrl: url });
	});

	test.each([['  https://türkçe.example/yol  '], ['\ufeffhttps://türkçe.example/yol\u00ad\n']])(
		'%j is sent without what cannot be seen at its ends',
		async (url) => {
			const { requests } = await create({ ...order, url });
			expect(requests[0]?.body).toMatchObject({ hedefUrl: 'https://türkçe.example/yol' });
		},
	);

	test.each([
		[''],
		[null],
		[{ href: 'https://example.com' }],
		['\u200b\u00ad'],
		['example.com'],
		['ftp://example.com'],
		['https://'],
		['https://https://example.com'],
		['https://.example.com/'],
		['https://exa mple.com'],
		['https://example.com,https://example.org'],
		['https://example.com/a;https://example.org/b'],
		['https://example.com\nhttps://other.example'],
		['https://example.com/a\u3164b'],
		['https://example.com/p\ufe0f'],
		['https://example.com/\u0007halı'],
		['https://example.com/\ud83d'],
		['https://undefined/halı'],
		['https://example.com/undefined.html'],
		['https://example.com/?id=undefined'],
		['https://example.com/NaN?x=1'],
		['https://example.com/%5Bobject%20Object%5D'],
		['https://example.com/?q=[object+Object]'],
		['https://example.com/{{$json.slug}}'],
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
		['\u200b\u3164\u2800'],
		[null],
		[false],
		[['a', 'b']],
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
		['title', 'Yeni ürün: [object object]', '“Title” contains “[object object]”'],
		['title', 'undefined undefined', '“Title” contains'],
		['title', '{{ DateTime.now() }}', '“Title” contains'],
		['title', ' - ', '“Title” has only separators'],
		['title', { rendered: 'Halı' }, '“Title” has to be text'],
		['title', '\u200b', '“Title” is empty'],
		['title', 'Halı \udc00', '“Title” contains half of a character'],
		['html', '<p>[object Object]</p>', '“Content” contains “[object Object]”'],
		['html', '<h2>undefined</h2><p>undefined</p>', '“undefined”'],
		['html', '<h1>{{ $json.title }}</h1><p>{{ $json.text }}</p>', 'an expression'],
		['html', { rendered: '<p>Metin</p>' }, '“Content” has to be text'],
		['html', '<p>Metin \ud83e</p>', '“Content” contains half of a character'],
		['html', '<p>\u200b&ZeroWidthSpace;&#x3164;&nbsp</p><img src="">', '“Content” shows no text'],
		['html', '<script>track()</script>', '“Content” shows no text'],
		['html', '<style>p{}</style><template>Metin</template>', '“Content” shows no text'],
		['html', '<!-- <b>Metin</b> --><p title="a>b"></p>', '“Content” shows no text'],
	])('%s %j is refused before anything is sent', async (name, value, message) => {
		const { run, requests } = await publish({ [name]: value });
		expect(run.error?.message).toContain(message);
		expect(requests).toEqual([]);
	});

	test.each([
		['empty paragraphs', '<p></p>'.repeat(700_000)],
		['quotes that do not end', '<p title="'.repeat(500_000)],
		['open comments', '<!-- '.repeat(1_000_000)],
	])('five megabytes of %s show no text', async (_, html) => {
		const { run, requests } = await publish({ html });
		expect(run.error?.message).toContain('“Content” shows no text');
		expect(requests).toEqual([]);
	});

	test.each([
		['<img src="https://example.com/1.png">'],
		['<svg><path d="M0 0"/></svg>'],
		['<p><</p>'],
	])('%s shows something, and is sent as it is', async (html) => {
		const { requests } = await publish({ html });
		expect(requests[0]?.body).toMatchObject({ icerik: html });
	});

	test('an article about all that is sent as it is, with the white space around it', async () => {
		const html = '\n <p>[object Object] and <code>{{ $json.x }}</code> \u200b👨‍👩‍👧</p>\u00ad\n';
		const { requests } = await publish({ html, title: 'What is undefined?\u200b' });
		expect(requests[0]?.body).toEqual({ baslik: 'What is undefined?', icerik: html });
	});

	test('a title of more digits than a number holds arrives unchanged', async () => {
		const { requests } = await publish({ title: '8202522731445525542' });
		expect(requests[0]?.body).toMatchObject({ baslik: '8202522731445525542' });
	});
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
	['timeout', 'soon', '“Timeout” has to be a number from 1 to 300, not soon'],
	['dryRun', 'perhaps', '“Dry Run” has to be true or false, not perhaps'],
	['dryRun', null, '“Dry Run” has to be true or false, not null'],
	['resendUnknown', null, '“Send Unknown Orders Again” has to be true or false, not null'],
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
		['timeout', null, true],
		['maxRateLimitWait', 86_400, 86_401],
		['maxRateLimitWait', 0, -1],
		['parallelRequests', 1_000, 1_001],
		['parallelRequests', 0, -1],
		['parallelRequests', 2, 2.5],
		['maxCredits', 1_000_000_000, 1_000_000_001],
		['maxCredits', '5', '5 credits'],
		['minimumBalance', ' 5\u200b', 'Infinity'],
		['minimumBalance', 0, -1],
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

test('the items that the node was given are not changed', async () => {
	const items = [structuredClone(order)];
	await runNode({ credential: panel.credential, parameters: backlinkForm, items });
	expect(items).toEqual([order]);
});
