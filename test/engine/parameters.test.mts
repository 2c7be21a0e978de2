import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { articleForm, backlinkForm, targetOf } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const order = { url: targetOf(0), anchor: 'anchor', months: 1 };
const article = { title: 'Halı', html: '<p>Metin</p>' };

/** Orders a backlink for one item. Fields are expressions on the item, unless `form` replaces them. */
async function create(item: Record<string, unknown>, form: INodeParameters = {}) {
	return await run({ ...backlinkForm, ...form }, { ...order, ...item }, '/backlink');
}

async function publish(item: Record<string, unknown>, form: INodeParameters = {}) {
	return await run({ ...articleForm, ...form }, { ...article, ...item }, '/tanitim');
}

async function run(parameters: INodeParameters, item: Record<string, unknown>, path: string) {
	// Safe cast: other nodes also give items with values that n8n's type does not allow.
	const items = [item as IDataObject];
	const { error } = await runNode({ credential: panel.credential, parameters, items });
	const requests = await panel.client.requestsTo(path);
	return { error, sent: requests.map(({ body }) => body) };
}

describe('Duration (Months), from an expression', () => {
	test.each([
		['3', 3],
		['\ufeff12\u200b', 12],
		[1200, 1200],
	])('%j orders %i months', async (months, sureAy) => {
		await panel.client.change({ balance: 2000 });
		const { error, sent } = await create({ months });
		expect(error).toBeUndefined();
		expect(sent).toEqual([expect.objectContaining({ sureAy })]);
	});

	test.each<unknown>([
		...['', '1e2', '3.0', '-3', '٣', '3 ay'],
		...[2.5, 0, 1201, null, true, [[3]], { a: 3 }],
	])('%j is refused before anything is sent', async (months) => {
		const { error, sent } = await create({ months });
		expect(error?.message).toContain('“Duration (Months)” has to be a whole number');
		expect(error?.description).toContain('for item 0');
		expect(sent).toEqual([]);
	});
});

describe('Target URL, from an expression', () => {
	test.each([
		['http://example.com/sayfa?x=1&y=İ#bölüm'],
		['https://fa.example/می‌خواهم'],
		['https://example.com/why-undefined-is-not-null?x=null'],
		['https://example.com/100%'],
		['https://example.com/?about={{$json.x}}'],
		['https://93.184.215.14/'],
	])('%j is sent as it is', async (url) => {
		expect((await create({ url })).sent).toEqual([expect.objectContaining({ hedefUrl: url })]);
	});

	test('is sent without invisible characters at its ends', async () => {
		const { sent } = await create({ url: ' \ufeffhttps://türkçe.example/yol\u00ad\n' });
		expect(sent).toEqual([expect.objectContaining({ hedefUrl: 'https://türkçe.example/yol' })]);
	});

	test.each([
		['', 'is empty'],
		[null, 'is empty'],
		['\u200b\u00ad', 'is empty'],
		[{ href: 'https://example.com' }, 'has to be text'],
		['example.com', 'has to begin with https:// or http://'],
		['ftp://example.com', 'has to begin with https:// or http://'],
		['https://', 'has to begin with https:// or http://'],
		['https://exa mple.com', 'one address'],
		['https://example.com\nhttps://other.example', 'one address'],
		['https://example.com,https://example.org', 'a page on the internet'],
		['https://.example.com/', 'a page on the internet'],
		['https://undefined/halı', 'a page on the internet'],
		['http://127.0.0.1:8000/?p=12', 'a page on the internet'],
		['https://site.local/halı', 'a page on the internet'],
		['https://example.com/\u0007halı', 'a control character'],
		['https://example.com/\ud83d', 'half of a character'],
		['https://example.com/[object Object]', 'an object'],
	])('%j is refused before anything is sent', async (url, message) => {
		const { error, sent } = await create({ url });
		expect(error?.message).toContain('“Target URL”');
		expect(error?.message).toContain(message);
		expect(sent).toEqual([]);
	});
});

describe('Anchor Text and Title, from an expression', () => {
	test.each([
		[2027, '2027'],
		['8202522731445525542', '8202522731445525542'],
		['\u200b👨‍👩‍👧 ha\u00adlı ❤️\u00ad\ufeff', '👨‍👩‍👧 ha\u00adlı ❤️'],
		['🏴󠁧󠁢󠁷󠁬󠁳󠁿\u0000 ', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
		['two\nlines', 'two\nlines'],
		['What undefined and #N/A mean', 'What undefined and #N/A mean'],
		['What {{ $json.x }} means', 'What {{ $json.x }} means'],
	])('%j is sent as %j', async (text, sent) => {
		expect((await create({ anchor: text })).sent).toMatchObject([{ anchor: sent }]);
		expect((await publish({ title: text })).sent).toMatchObject([{ baslik: sent }]);
	});

	test.each([
		['', 'is empty'],
		['\u200b\u3164\u2800', 'is empty'],
		[null, 'is empty'],
		[' - | ', 'has neither letters nor digits'],
		[false, 'has to be text'],
		[['a', 'b'], 'has to be text'],
		[{ rendered: 'Halı' }, 'has to be text'],
		[1e21, 'has to be text'],
		...['undefined', ' null', 'NaN', 'Invalid Date', 'Invalid DateTime'].map(missingValue),
		...['#N/A\u200b', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!'].map(missingValue),
		['Yeni ürün: [object object]', 'contains an object'],
		['Yeni\u0000 ürün', 'contains a control character'],
		['Yeni \u0085ürün', 'contains a control character'],
		['cut \ud83e', 'contains half of a character'],
	])('%j is refused before anything is sent', async (text, message) => {
		const backlink = await create({ anchor: text });
		expect(backlink.error?.message).toContain(`“Anchor Text” ${message}`);
		const published = await publish({ title: text });
		expect(published.error?.message).toContain(`“Title” ${message}`);
		expect([...backlink.sent, ...published.sent]).toEqual([]);
	});

	function missingValue(text: string): [string, string] {
		return [text, 'is a missing value'];
	}
});

describe('Content, from an expression', () => {
	test.each([
		['<img src="https://feeds.example/a" height="1" width="1" alt="a>b"/>'],
		['<p>\u200b&ZeroWidthSpace;&#x3164;&#160;&nbsp</p><a href="https://example.com"></a>'],
		['<style>p{}</style><script>track(1)</script><!-- <b>Metin</b> --> … '],
		['<p>undefined</p>'],
		['<p>&#0000160;&#128512;</p>'],
		['<h1>{{ $json.title }}</h1><p>[object Object]</p>'],
		['{{ $json.rows.map((row) => { return row.html }).join() }}'],
		['<p style="color:red>Metin</p>'],
		['<p></p>'.repeat(700_000)],
		['<p title="'.repeat(500_000)],
		['<!-- '.repeat(1_000_000)],
		['{'.repeat(3_000_000)],
	])('without text is refused before anything is sent', async (html) => {
		const { error, sent } = await publish({ html });
		expect(error?.message).toContain('“Content” has no text');
		expect(sent).toEqual([]);
	});

	test.each([
		['<p>Metin \ud83e</p>', 'contains half of a character'],
		[{ rendered: '<p>Metin</p>' }, 'has to be text'],
	])('%j is refused before anything is sent', async (html, message) => {
		const { error, sent } = await publish({ html });
		expect(error?.message).toContain(`“Content” ${message}`);
		expect(sent).toEqual([]);
	});

	test.each([
		['\n <p>[object Object] and <code>{{ $json.x }}</code> \u200b👨‍👩‍👧</p>\u0000\u00ad\n'],
		['&#1052;&#x435;&#1090;&#1080;&#1085;'],
		['1 < 2'],
		['<p>S&#A, /?replytocom=5&#comments, &#99999999;</p>'],
		['<p class="lead"">Metin</p><p>Metin</p>'],
		["<p title='İstanbul'un'>Metin</p>"],
		['<!--><p>Metin</p>'],
		['<!-- a --!> Metin'],
	])('%j is sent as it is', async (html) => {
		expect((await publish({ html })).sent).toEqual([{ baslik: 'Halı', icerik: html }]);
	});
});

describe('a field that is Fixed and holds an expression is refused: it would be sent unevaluated', () => {
	test.each<[string, INodeParameters]>([
		['Target URL', { targetUrl: 'https://example.com/{{$json.slug}}' }],
		['Anchor Text', { anchorText: 'a = {{ $json.anchor }}' }],
		['Idempotency Key', { options: { idempotencyKey: '{{ $json.id }}' } }],
	])('%s', async (label, form) => {
		const { error, sent } = await create({}, form);
		expect(error?.message).toBe(
			`“${label}” contains an expression: switch the field from Fixed to Expression`,
		);
		expect(sent).toEqual([]);
	});

	test('Title', async () => {
		const { error, sent } = await publish({}, { title: '{{ $json.title }}' });
		expect(error?.message).toContain('“Title” contains an expression');
		expect(sent).toEqual([]);
	});

	test('but templates of other systems are sent', async () => {
		const { sent } = await publish({}, { title: 'Vue: {{ title }} in $ and {{ price }}' });
		expect(sent).toMatchObject([{ baslik: 'Vue: {{ title }} in $ and {{ price }}' }]);
	});
});

test('an expression that cannot be evaluated is the error of its item alone, and names the field', async () => {
	const result = await runNode({
		credential: panel.credential,
		parameters: {
			...backlinkForm,
			anchorText: "={{ $json.anchor ?? $('Nowhere').first().json.anchor }}",
		},
		items: [order, { ...order, anchor: null }, order],
		onError: 'continueErrorOutput',
	});
	expect(result.output).toHaveLength(2);
	expect(result.errorOutput.map(({ json }) => json.error)).toEqual([
		expect.objectContaining({
			charged: 'no',
			message: expect.stringMatching(/^“Anchor Text” could not be evaluated: /),
		}),
	]);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(2);
});

test.each([
	['timeout', 'soon', '“Timeout (Seconds)” has to be a number from 1 to 300 in digits, not soon'],
	['dryRun', 'perhaps', '“Dry Run” has to be true or false, not perhaps'],
	['resendUnknown', null, '“Send Unknown Orders Again” has to be true or false, not null'],
])('Options: %s %j is refused', async (name, value, message) => {
	const { error, sent } = await create({}, { options: { [name]: value } });
	expect(error?.message).toContain(message);
	expect(sent).toEqual([]);
});

test.each([
	['timeout', 300, 301],
	['timeout', 1, 0.5],
	['timeout', '5', '1e2'],
	['timeout', 2.5, null],
	['maxRateLimitWait', 86_400, 86_401],
	['maxRateLimitWait', 0, -1],
	['parallelRequests', 1_000, 1_001],
	['parallelRequests', 2, 2.5],
	['maxCredits', 1_000_000_000, 1_000_000_001],
	['maxCredits', '5', '5 credits'],
	['minimumBalance', ' 5\u200b', '1.000'],
	['minimumBalance', 0, '1,000'],
	['minimumBalance', '007', ''],
])(
	'Options: a number is within the bounds that the form shows: %s: %j is taken, %j is refused',
	async (name, taken, refused) => {
		const options = (value: unknown) => ({ options: { [name]: value } }) as INodeParameters;
		expect((await create({}, options(taken))).error).toBeUndefined();
		const { error, sent } = await create({}, options(refused));
		expect(error?.message).toMatch(/ has to be a (whole )?number from \d/);
		expect(sent).toHaveLength(1);
	},
);

test('Output: a word that is none of its choices is refused', async () => {
	const { error, sent } = await publish({ output: 'both' }, { output: '={{ $json.output }}' });
	expect(error?.message).toBe('“Output” has to be one of article, site, not both');
	expect(sent).toEqual([]);
});
