import type { IDataObject } from 'n8n-workflow';

import { articlePublish } from '../../nodes/BacklinkPanel/operations/articlePublish.ts';
import { filledIn } from './filledIn.mts';

const fields = { title: 'Five ways', content: '<p>Text</p>', output: 'article' };
const prepare = (changed: Record<string, unknown> = {}) =>
	articlePublish.prepare(filledIn({ ...fields, ...changed }));

/** The answer of a network: the first so many of its sites have published. */
const answerOf = (published: number, network: number, more: IDataObject = {}): IDataObject => ({
	basariliSayisi: published,
	sonuclar: Array.from({ length: network }, (_, site) => ({
		site: `s${site}.example`,
		ok: site < published,
	})),
	...more,
});

test('an order is the request that the service documents, at 10 credits for the first site', () => {
	expect(prepare()).toMatchObject({
		request: {
			method: 'POST',
			path: '/tanitim',
			body: { baslik: 'Five ways', icerik: '<p>Text</p>' },
			spendsCredits: true,
		},
		subject: 'Five ways',
		price: { operation: 'article publish', units: 1, documentedPrice: 10, isOpen: true },
	});
});

test.each([
	[{ content: '<p></p>' }, '“Content” shows no text, image or video'],
	[{ title: '' }, '“Title” is empty'],
	[{ output: 'both' }, '“Output” has to be one of article, site, not both'],
])('%j is refused before anything is sent', (changed, words) => {
	expect(() => prepare(changed)).toThrow(words);
});

describe('an answer tells the cost, and the most that the next article can cost', () => {
	test.each([
		['2 of 3 sites', answerOf(2, 3), 20, 30],
		['all of 3 sites', answerOf(3, 3), 30, 30],
		['none of 3 sites', answerOf(0, 3), 0, 30],
		['a count alone', { basariliSayisi: 4 }, 40, 40],
		['a count as text', { basariliSayisi: '4', sonuclar: [] }, 40, 40],
		['sites alone', { sonuclar: [{ ok: true }, { ok: false }] }, 10, 20],
		['a count below its sites', answerOf(2, 3, { basariliSayisi: 1 }), 20, 30],
		['a count above its sites', answerOf(1, 2, { basariliSayisi: 5 }), 50, 50],
		['a count of none', { basariliSayisi: 0 }, 0, undefined],
		['a count below 0', { basariliSayisi: -3 }, undefined, undefined],
		['neither', { sonuclar: 'yok' }, undefined, undefined],
		['a summary of sites', { sonuclar: { ozet: {}, toplam: 2 } }, undefined, undefined],
		['a higher cost', answerOf(2, 3, { harcananKredi: '50,00' }), 50, 75],
		['a lower cost', answerOf(2, 3, { harcananKredi: 5 }), 20, 30],
		['a cost that is none', answerOf(2, 3, { harcananKredi: -90 }), 20, 30],
		['a cost of no site', answerOf(0, 3, { harcananKredi: 20 }), 20, 60],
		['a cost alone', { harcananKredi: 80 }, 80, undefined],
		['sites that are no objects', { sonuclar: ['a', null] }, undefined, undefined],
	])('%s', (_, answer, cost, unitPrice) => {
		const order = prepare();
		expect(order.cost(answer)).toBe(cost);
		expect(order.unitPrice(answer)).toBe(unitPrice);
	});

	test('a site without a clear no may have been charged', () => {
		const each = [true, 1, 'true', undefined, null, 'belki', false, 0, 'false'];
		const answer = { sonuclar: each.map((ok): IDataObject => ({ site: 'a', ok })) };
		expect(prepare().cost(answer)).toBe(60);
		expect(prepare().unitPrice(answer)).toBe(90);
	});

	test.each([
		['as an object', [1, 3]],
		['by their names', ['a.example', 'b.example']],
	])('sites that PHP has written %s are counted, too', (_, [first = '', second = '']) => {
		const answer = { sonuclar: { [first]: { site: 'a', ok: true }, [second]: { ok: false } } };
		expect(prepare().cost(answer)).toBe(10);
		expect(prepare().unitPrice(answer)).toBe(20);
	});

	test.each([
		[{ kalanKredi: 960 }, 960],
		[{ kalanKredi: '960' }, 960],
		[{ kalanKredi: '1e999' }, undefined],
		[{}, undefined],
	])('%j: the balance is %j', (answer, balance) => {
		expect(prepare().balanceAfter?.(answer)).toBe(balance);
	});
});

describe('the output', () => {
	const answer = answerOf(1, 2, { kalanKredi: 990, url: 'https://panel.example/7' });
	const sites = [
		{ name: 's0.example', isPublished: true },
		{ name: 's1.example', isPublished: false },
	];

	test('is one item for an article, with the results of all sites', () => {
		expect(prepare().read(answer)).toEqual({ kind: 'output', items: [answer], sites });
		expect(articlePublish.readPaid(answer)).toEqual({ kind: 'output', items: [answer], sites });
	});

	test('is one item for each site, where that is wanted; no field of either is lost', () => {
		const order = prepare({ output: 'site' });
		const named = { ...answer, sonuclar: [{ site: 'a', ok: true, url: 'u', error: 'e' }] };
		const output = order.read(named);
		expect(output).not.toHaveProperty('items.0.sonuclar');
		expect(output).toMatchObject({
			items: [
				{
					site: 'a',
					ok: true,
					url: 'u',
					orderError: 'e',
					basariliSayisi: 1,
					kalanKredi: 990,
					url2: 'https://panel.example/7',
				},
			],
		});
		expect(order.read(answer)).toMatchObject({ items: [{ ok: true }, { ok: false }] });
		// Otherwise each item would hold the whole list again.
		expect(order.read(answer)).not.toHaveProperty('items.0.sonuclar');
	});

	test('is one item for each site of an object of PHP', () => {
		const order = prepare({ output: 'site' });
		const sonuclar = { 1: { site: 'a', ok: true }, 2: { site: 'b', ok: 1 } };
		expect(order.read({ basariliSayisi: 2, sonuclar })).toMatchObject({
			items: [
				{ site: 'a', ok: true, basariliSayisi: 2 },
				{ site: 'b', ok: 1, basariliSayisi: 2 },
			],
			sites: [
				{ name: 'a', isPublished: true },
				{ name: 'b', isPublished: true },
			],
		});
	});

	test.each<[string, IDataObject, boolean]>([
		['1', { ok: 1 }, true],
		['"evet"', { ok: 'evet' }, true],
		['nothing', {}, true],
		['0', { ok: 0 }, false],
		['"False"', { ok: 'False' }, false],
	])('tells of a site whose ok is %s: published or not', (_, ok, isPublished) => {
		const sonuclar = [
			{ site: 'a', ok: true },
			{ site: 'b', ...ok },
		];
		expect(prepare().read({ sonuclar })).toMatchObject({
			sites: [{ isPublished: true }, { name: 'b', isPublished }],
		});
	});

	test('is one item where the answer names no site', () => {
		const counted = { basariliSayisi: 3 };
		expect(prepare({ output: 'site' }).read(counted)).toMatchObject({ items: [counted] });
	});

	test('is that of a success where the answer does not say how many published', () => {
		expect(prepare().read({ yayin: 'tamam' })).toMatchObject({ items: [{ yayin: 'tamam' }] });
	});
});

describe('an article that no site published', () => {
	test('is a failed item that names the sites', () => {
		const answer = answerOf(0, 2);
		expect(prepare().read(answer)).toMatchObject({
			kind: 'failure',
			reason: 'noSitePublished',
			body: answer,
			detail: 'Not published on s0.example, s1.example.',
			sites: [
				{ name: 's0.example', isPublished: false },
				{ name: 's1.example', isPublished: false },
			],
		});
	});

	test.each([
		[10, /s8\.example, s9\.example\.$/],
		[12, /s8\.example, s9\.example and 2 more\.$/],
	])('of %i sites ten are named', (network, words) => {
		expect(prepare().read(answerOf(0, network))).toMatchObject({
			detail: expect.stringMatching(words),
		});
	});

	test('is told without names where the answer has none', () => {
		expect(prepare().read({ basariliSayisi: 0 })).toMatchObject({
			reason: 'noSitePublished',
			detail: '',
		});
		expect(prepare().read({ sonuclar: [{ ok: false }] })).toMatchObject({
			detail: 'Not published on an unnamed site.',
		});
	});
});

describe('an answer that does not say clearly that no site published', () => {
	const site = { site: 'a.example', url: 'https://a.example/1' };
	test.each<[string, IDataObject]>([
		['a site without ok', { sonuclar: [site] }],
		['a site without ok, and a count of none', { basariliSayisi: 0, sonuclar: [site] }],
		['an ok that is null', { sonuclar: [{ ...site, ok: null }] }],
		['an ok that says neither', { sonuclar: [{ ok: false }, { ...site, ok: 'belki' }] }],
		['sites by their names', { basariliSayisi: 0, sonuclar: { 'a.example': site } }],
		['sites as text', { basariliSayisi: 0, sonuclar: ['a.example'] }],
		['a text', { basariliSayisi: 0, sonuclar: 'a.example' }],
		['a cost', answerOf(0, 2, { harcananKredi: '20,00' })],
	])('is unknown: %s', (_, answer) => {
		expect(prepare().read(answer)).toMatchObject({
			reason: 'outcomeUnknown',
			body: answer,
			detail: 'the answer does not say clearly which sites published the article',
		});
	});

	test.each<[string, IDataObject]>([
		['no site', { basariliSayisi: 0, sonuclar: [] }],
		['an empty object', { basariliSayisi: 0, sonuclar: {} }],
		['null', { basariliSayisi: 0, sonuclar: null }],
		['a cost of nothing', answerOf(0, 2, { harcananKredi: 0 })],
		['a clear no in other forms', { sonuclar: [{ ok: 0 }, { ok: 'false' }] }],
		['a clear no in an object of PHP', { sonuclar: { 2: { ok: false } } }],
	])('but not with %s', (_, answer) => {
		expect(prepare().read(answer)).toMatchObject({ reason: 'noSitePublished' });
	});

	test.each<[string, IDataObject]>([
		['ok: 1', { sonuclar: [{ ...site, ok: 1 }] }],
		['ok: "true"', { basariliSayisi: 0, sonuclar: [{ ...site, ok: 'true' }] }],
		['a count', { basariliSayisi: 1, sonuclar: [site] }],
		[
			'an object of PHP beside a count of none',
			{ basariliSayisi: 0, sonuclar: { 1: { ok: true } } },
		],
	])('and is published with %s', (_, answer) => {
		expect(prepare().read(answer)).toMatchObject({ kind: 'output', items: [answer] });
	});
});
