import { orderEvidenceIn } from '../../nodes/BacklinkPanel/orders/evidence/orderEvidence.ts';

const ADDRESS = 'https://example.com/page';

/** Entries that are for something else. */
const others = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `bl_${index}`,
		hedefUrl: `https://example.com/other-${index}`,
		durum: 'aktif',
	}));
const evidence = (subject: string, ...backlinkler: unknown[]) =>
	orderEvidenceIn({ backlinkler, tanitimlar: [] } as never).evidenceFor(subject);
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
			anchor: 'carpets',
			durum: 'aktif',
			olusturulma: '2026-12-01T09:30:00.000Z',
			bitis: '2027-01-01T09:30:00.000Z',
		};
		expect(evidence(ADDRESS, ...others(13), backlink)).toBe(
			'The order list has 14 entries, 1 for “https://example.com/page”, from this order or an earlier one: backlink bl_000012, status aktif, ordered 2026-12-01 09:30, ends 2027-01-01.',
		);
	});

	test('is told as an article, with an ID that is a number, and fields of other spellings', () => {
		const tanitimlar = [{ siparis_id: 7, Title: 'Five ways', 'Sipariş Durumu': 'yayında' }];
		expect(orderEvidenceIn({ backlinkler: null, tanitimlar }).evidenceFor('Five ways')).toBe(
			'The order list has 1 entry, 1 for “Five ways”, from this order or an earlier one: article 7, status yayında.',
		);
	});

	test('is told by its kind alone where nothing else is plain', () => {
		const entry = {
			url: ADDRESS,
			id: { value: 1 },
			durum: 'x'.repeat(100),
			expiresAt: '1 Ocak 2027',
			expires_at: '2 Ocak 2027',
		};
		expect(evidence(ADDRESS, entry)).toMatch(/or an earlier one: backlink\.$/);
	});

	test('is told with an ID and a status of 60 characters at most', () => {
		const [longest, tooLong] = ['x'.repeat(60), 'x'.repeat(61)];
		const told = (id: string, durum: string) => evidence(ADDRESS, { id, durum, url: ADDRESS });
		expect(told(longest, tooLong)).toMatch(/: backlink x{60}\.$/);
		expect(told(tooLong, longest)).toMatch(/: backlink, status x{60}\.$/);
	});

	test('is shown three times at most, with the number of the others', () => {
		const entries = [1, 2, 3, 4, 5].map((id) => ({ id, hedefUrl: ADDRESS }));
		expect(evidence(ADDRESS, ...entries, ...others(2))).toBe(
			'The order list has 7 entries, 5 for “https://example.com/page”, from this order or an earlier one: backlink 1; backlink 2; backlink 3; and 2 more.',
		);
	});

	test('is never told as JSON, nor with line breaks or control characters', () => {
		const entry = { id: 'bl\u202e\n1', durum: 'ak\ttif', hedefUrl: ADDRESS, site: { a: [1] } };
		const told = evidence(ADDRESS, entry);
		expect(told).toContain('backlink bl 1, status ak tif.');
		expect(told).not.toMatch(/[{}[\]"\n\t\u202e]/);
	});

	test.each([
		['an object in it', { target: { url: ADDRESS } }],
		['a list in it', { links: [{ anchor: 'a' }, { href: ADDRESS }] }],
		['the entry itself', ADDRESS],
	])('is found in %s', (_, entry) => {
		expect(evidence(ADDRESS, entry)).toContain(', 1 for “');
	});

	test.each([
		[6, ', 1 for “'],
		[7, ', none for “'],
	])('is found in %i objects within each other: “%s”', (levels, words) => {
		let entry: unknown = ADDRESS;
		for (let level = 0; level < levels; level++) entry = { inner: entry };
		expect(evidence(ADDRESS, entry)).toContain(words);
	});

	test('is found beside fields that hold nothing, or a whole article', () => {
		const entry = { note: null, empty: ' ', icerik: 'x'.repeat(5_001), hedefUrl: ADDRESS };
		expect(evidence(ADDRESS, entry)).toContain(', 1 for “');
	});

	test('counts once, in however many fields it is', () => {
		expect(evidence(ADDRESS, { a: ADDRESS, b: [ADDRESS, ADDRESS] }, ...others(1))).toContain(
			', 1 for “',
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
		['an invisible character', 'https://example.com/page\u200b'],
	])('%s', (_, shown) => {
		expect(evidence(ADDRESS, { hedefUrl: shown })).toContain(', 1 for “');
	});

	test.each([
		['https://example.com/?a=1&b=2', 'https://example.com?a=1&amp;b=2'],
		['https://example.com/?q=iki kelime', 'https://example.com/?q=iki+kelime'],
		['https://example.com/çiçek', 'https://example.com/%c3%a7i%C3%A7ek'],
		['https://çiçek.example/', 'http://xn--iek-1lab.example'],
		['https://example.com/100%', 'https://example.com/100%'],
		['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
		['https://example.com/a%2fb', 'example.com/a%2Fb/'],
		['http://example.com/page', 'example.com/page'],
		['https://example.com/?u=https://a.example', 'example.com/?u=https://a.example'],
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
		['entities of entities', 'A & B', 'A &amp;amp; B'],
		[
			'letters as entities',
			'Çiçek Şişli ığ',
			'&Ccedil;i&ccedil;ek &#350;i&scedil;li &inodot;&gbreve;',
		],
		['hexadecimal entities', 'ş', '&#x15F;'],
		['the last character there is', '\u{10ffff}', '&#1114111;'],
		['composed letters', 'Çiçek', 'Çiçek'.normalize('NFD')],
		['white space', 'Five ways', ' Five \u00a0\n ways '],
		['an entity that is none', '&foo; &#1114112;', '&foo; &#1114112;'],
		['capitals', 'Beş yol', 'BEŞ YOL'],
		['Turkish capitals', 'İstanbul ışıkları', 'istanbul IŞIKLARI'],
	])('%s', (_, ordered, shown) => {
		expect(articleEvidence(ordered, shown)).toContain(', 1 for “');
	});

	test('in the same capitals and small letters comes before others', () => {
		const told = articleEvidence('Five Ways', 'five ways', 'Five Ways');
		expect(told).toContain(', 1 for “Five Ways”');
		expect(told).toContain('article tn_1');
	});

	test.each(['Five ways', 'F'])('“%s” is not part of a longer one', (title) => {
		expect(articleEvidence(title, 'Five ways to care')).toContain(', none for “');
	});

	test.each([
		['example.com', 'http://example.com/'],
		['example.com/?u=https://a.example', 'http://example.com/?u=https://a.example'],
		['https://blog/', 'Blog'],
	])('%s is not the address %s, and the other way round', (ordered, shown) => {
		expect(articleEvidence(ordered, shown)).toContain(', none for “');
	});

	test('may be 5000 characters long; a longer text is that of an article', () => {
		const title = 'x'.repeat(5_000);
		expect(articleEvidence(title, title)).toContain(', 1 for “');
		expect(articleEvidence(`${title}x`, `${title}x`)).toContain(', none for “');
	});

	test('that no reader would see is not the same as a blank one', () => {
		expect(articleEvidence('\u0600', ' ')).toContain(', none for “');
	});
});

describe('what the list does not show', () => {
	const none = (body: Parameters<typeof orderEvidenceIn>[0]) =>
		orderEvidenceIn(body).evidenceFor(ADDRESS);

	test('is told with the number of entries that were looked through, and never as certain', () => {
		expect(none({ backlinkler: others(9), tanitimlar: others(5) })).toBe(
			'The order list has 14 entries, none for “https://example.com/page”; the list may be delayed or cut.',
		);
		expect(none({ backlinkler: others(1) })).toBe(
			'The order list has 1 entry, none for “https://example.com/page”; the list may be delayed or cut.',
		);
	});

	test.each([
		['empty', { backlinkler: [], tanitimlar: [] }],
		['null', { backlinkler: null, tanitimlar: null }],
	])('a list that is %s may be late', (_, body) => {
		expect(none(body)).toBe('The order list is empty, but it may be delayed.');
	});

	test('a list that was not read is told as such', () => {
		expect(none(undefined)).toBe('The order list could not be read.');
	});

	test.each([
		['nothing in it', {}],
		['other names', { siparisler: [{ hedefUrl: ADDRESS }] }],
		['a text for a list', { backlinkler: 'yok', tanitimlar: 3 }],
		['a number for a list', { backlinkler: 3 }],
	])('an answer with %s is told as one of another form', (_, body) => {
		expect(none(body)).toBe('The order list has a format that this node cannot read.');
	});

	test('a part of the list that cannot be read is told', () => {
		expect(none({ backlinkler: others(2), tanitimlar: 'yok' })).toContain(
			'none for “https://example.com/page”; a part of the list could not be read, and it may be delayed or cut.',
		);
	});

	test.each([
		['an object with numbers for names, as PHP writes it', { '1': { hedefUrl: ADDRESS } }],
		['a page', { data: [{ hedefUrl: ADDRESS }], total: 1 }],
		['a page with an object beside it', { meta: { total: 1 }, data: [{ hedefUrl: ADDRESS }] }],
	])('a list in the form of %s is looked through', (_, backlinkler) => {
		expect(none({ backlinkler })).toContain('has 1 entry, 1 for “');
	});
});

test('a long title is cut in the sentence', () => {
	expect(articleEvidence('x'.repeat(2000)).length).toBeLessThan(500);
	expect(articleEvidence('x'.repeat(2000), 'y').length).toBeLessThan(500);
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
	for (let index = 0; index < 100; index++) {
		expect(list.evidenceFor(`https://example.com/other-${index}`)).toContain(', 1 for “');
	}
	expect(readOnce).toBeLessThanOrEqual(20_000);
	expect(reads - readOnce).toBeLessThanOrEqual(400);
});
