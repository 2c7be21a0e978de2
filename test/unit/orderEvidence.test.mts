import { orderEvidenceIn } from '../../nodes/BacklinkPanel/orders/evidence/orderEvidence.ts';

const ADDRESS = 'https://example.com/page';

/** What a list of these backlinks says of an order. */
const evidence = (subject: string, ...backlinkler: unknown[]) =>
	orderEvidenceIn({ backlinkler, tanitimlar: [] } as never).evidenceFor(subject);

/** What a list of articles with these titles says of one. */
const articleEvidence = (title: string, ...titles: string[]) =>
	orderEvidenceIn({
		backlinkler: [],
		tanitimlar: titles.map((baslik, index) => ({ id: `tn_${index}`, baslik })),
	}).evidenceFor(title);

describe('an order that the list shows', () => {
	test('is told with its kind, ID, status and dates', () => {
		const backlink = {
			id: 'bl_000012',
			hedefUrl: ADDRESS,
			durum: 'aktif',
			olusturulma: '2026-12-01T09:30:00.000Z',
			bitis: '2027-01-01T09:30:00.000Z',
		};
		expect(evidence(ADDRESS, { hedefUrl: 'https://example.com/other' }, backlink)).toBe(
			'The order list has 2 entries, 1 for “https://example.com/page”, from this order or an earlier one: backlink bl_000012, status aktif, ordered 2026-12-01 09:30, ends 2027-01-01.',
		);
	});

	test('is told by its kind alone where nothing else is plain', () => {
		const entry = { url: ADDRESS, id: { value: 1 }, durum: 'x'.repeat(100) };
		expect(evidence(ADDRESS, entry)).toMatch(/or an earlier one: backlink\.$/);
	});

	test('is shown three times at most, with the number of the others', () => {
		const entries = [1, 2, 3, 4, 5].map((id) => ({ id, hedefUrl: ADDRESS }));
		expect(evidence(ADDRESS, ...entries)).toMatch(
			/has 5 entries, 5 for .*: backlink 1; backlink 2; backlink 3; and 2 more\.$/,
		);
	});

	test('is never told as JSON, nor with line breaks or control characters', () => {
		const entry = { id: 'bl\u202e\n1', durum: 'ak\ttif', hedefUrl: ADDRESS, site: { a: [1] } };
		expect(evidence(ADDRESS, entry)).toContain('backlink bl 1, status ak tif.');
	});

	test.each([
		['an object in it', { target: { url: ADDRESS } }],
		['a list in it', { links: [{ anchor: 'a' }, { href: ADDRESS }] }],
		['a field beside a whole article', { icerik: 'x'.repeat(5_001), note: null, url: ADDRESS }],
		['several of its fields', { a: ADDRESS, b: [ADDRESS, ADDRESS] }],
	])('is found in %s, once', (_, entry) => {
		expect(evidence(ADDRESS, entry)).toContain(', 1 for “');
	});
});

describe('what the list does not show', () => {
	const none = (body: Parameters<typeof orderEvidenceIn>[0]) =>
		orderEvidenceIn(body).evidenceFor(ADDRESS);

	test.each<[string, Parameters<typeof orderEvidenceIn>[0], string]>([
		['other orders', { backlinkler: [{ id: 1 }] }, ', none for “https://example.com/page”; the'],
		['an empty list', { backlinkler: [], tanitimlar: null }, 'is empty, but it may be delayed.'],
		['a list that was not read', undefined, 'could not be read.'],
		['an answer of another form', { backlinkler: 'yok' }, 'a format that this node cannot read.'],
		[
			'a part of the list',
			{ backlinkler: [{ id: 1 }], tanitimlar: 'yok' },
			'a part of the list could not',
		],
	])('%s: never told as certain', (_, body, words) => {
		expect(none(body)).toContain(words);
	});

	test('a list in the form of a page is looked through', () => {
		expect(none({ backlinkler: { data: [{ hedefUrl: ADDRESS }], total: 1 } })).toContain(
			'has 1 entry, 1 for “',
		);
	});
});

describe('the same address', () => {
	test.each([
		['http', 'http://example.com/page'],
		['without a scheme', 'example.com/page'],
		['capitals in the host', 'HTTPS://Example.COM/page'],
		['a slash at the end', 'https://example.com/page/'],
		['the usual port', 'https://example.com:443/page'],
		['a fragment', 'https://example.com/page#top'],
		['spaces around', ' https://example.com/page\n'],
		['percent signs that need not be', 'https://example.com/p%61ge'],
	])('%s', (_, shown) => {
		expect(evidence(ADDRESS, { hedefUrl: shown })).toContain(', 1 for “');
	});

	test.each([
		['https://example.com/?a=1&b=2', 'https://example.com?a=1&amp;b=2'],
		['https://example.com/çiçek', 'https://example.com/%c3%a7i%C3%A7ek'],
		['https://çiçek.example/', 'http://xn--iek-1lab.example'],
		['https://example.com/a%2fb', 'example.com/a%2Fb/'],
	])('%s is %s', (ordered, shown) => {
		expect(evidence(ordered, { hedefUrl: shown })).toContain(', 1 for “');
	});

	test.each([
		['another path', 'https://example.com/page2'],
		['another host', 'https://www.example.com/page'],
		['another query', 'https://example.com/page?a=1'],
		['another port', 'https://example.com:8443/page'],
		['a path in which the slash means something else', 'https://example.com%2Fpage'],
		['a text in which it is', `see ${ADDRESS}`],
	])('is not %s', (_, shown) => {
		expect(evidence(ADDRESS, { hedefUrl: shown })).toContain(', none for “');
	});
});

describe('the same title', () => {
	test.each([
		['entities', 'Tom & Jerry’nin "evi"', 'Tom &amp; Jerry&#8217;nin &quot;evi&quot;'],
		['letters as entities', 'Çiçek Şişli', '&Ccedil;i&ccedil;ek &#x15E;i&scedil;li'],
		['composed letters', 'Çiçek', 'Çiçek'.normalize('NFD')],
		['white space', 'Five ways', ' Five \u00a0\n ways '],
		['Turkish capitals', 'İstanbul ışıkları', 'istanbul IŞIKLARI'],
	])('%s', (_, ordered, shown) => {
		expect(articleEvidence(ordered, shown)).toContain(', 1 for “');
	});

	test('in the same capitals and small letters comes before others', () => {
		expect(articleEvidence('Five Ways', 'five ways', 'Five Ways')).toContain('article tn_1');
	});

	test('is not part of a longer one, and no address', () => {
		expect(articleEvidence('Five ways', 'Five ways to care')).toContain(', none for “');
		expect(articleEvidence('example.com', 'http://example.com/')).toContain(', none for “');
	});

	test('is cut in the sentence where it is long', () => {
		expect(articleEvidence('x'.repeat(2000), 'y').length).toBeLessThan(500);
	});
});

test('10,000 entries are read once, however many orders are looked for', () => {
	let reads = 0;
	const entry = (index: number) => ({
		id: index,
		get hedefUrl() {
			reads += 1;
			return `https://example.com/other-${index}`;
		},
	});
	const list = orderEvidenceIn({ backlinkler: Array.from({ length: 10_000 }, (_, i) => entry(i)) });
	const readOnce = reads;
	for (let index = 0; index < 100; index++) list.evidenceFor(`https://example.com/other-${index}`);
	expect(reads - readOnce).toBeLessThanOrEqual(400);
});
