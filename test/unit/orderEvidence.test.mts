import { orderEvidenceIn } from '../../nodes/BacklinkPanel/orders/evidence/orderEvidence.ts';
import { ADDRESS, articleEvidence, evidence } from './evidenceOfLists.mts';

/** Entries that are for something else. */
const others = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `bl_${index}`,
		hedefUrl: `https://example.com/other-${index}`,
		durum: 'aktif',
	}));

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

	test('is told with a time that is more than a time as it is', () => {
		const entry = { id: 1, url: ADDRESS, olusturulma: 'about 2026-12-01T09:30' };
		expect(evidence(ADDRESS, entry)).toMatch(/ordered about 2026-12-01T09:30\.$/);
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
