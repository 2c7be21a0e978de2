import { addMonths } from '../../../sandbox/newOrder.mts';
import { panelRequest } from '../../sandbox/panelRequest.mts';
import { article, backlink, refusal } from '../../sandbox/serviceForms.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

const order = async (path: string, body: unknown, headers = {}) => {
	const { status, json } = await sandbox.send({ method: 'POST', path, body, headers });
	return [status, json];
};
const site = (name: string, publishes = true) => ({ name, publishes });
const ofMegabytes = (count: number) => ({ ...article, icerik: 'x'.repeat(count * 1024 * 1024) });

describe('as the service documents it', () => {
	test('a backlink costs a credit a month', async () => {
		expect(await order('/backlink', backlink)).toEqual([
			200,
			{
				ok: true,
				placementId: expect.any(String),
				site: { ad: 'haber.example', url: 'https://haber.example' },
				expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				harcananKredi: 3,
			},
		]);
		const { json } = await sandbox.send({ path: '/krediler' });
		expect(json).toEqual({ ok: true, bakiye: 997 });
	});

	test('an article costs 10 credits on each site that publishes it', async () => {
		await sandbox.client.change({
			balance: 10,
			sites: [site('a.example'), site('b.example', false)],
		});
		expect(await order('/tanitim', article)).toEqual([
			200,
			{
				ok: true,
				basariliSayisi: 1,
				sonuclar: [
					{ site: 'a.example', ok: true, url: expect.stringMatching('^https://a.example/') },
					expect.objectContaining({ site: 'b.example', ok: false }),
				],
				kalanKredi: 0,
			},
		]);
		await sandbox.client.change({ sites: [site('b.example', false)] });
		expect(await order('/tanitim', article)).toMatchObject([200, { ok: true, basariliSayisi: 0 }]);
	});

	test('the lists have what was ordered', async () => {
		await order('/backlink', backlink);
		await order('/tanitim', article);
		const { json } = await sandbox.send({ path: '/siparisler' });
		expect(json).toMatchObject({
			ok: true,
			backlinkler: [{ hedefUrl: backlink.hedefUrl, sureAy: 3, harcananKredi: 3, durum: 'aktif' }],
			tanitimlar: [{ baslik: article.baslik, basariliSayisi: 4, harcananKredi: 40 }],
		});
	});
});

test('backlinks take the publishing sites in turn', async () => {
	const sites = [site('a.example'), site('b.example', false), site('c.example')];
	await sandbox.client.change({ sites });
	for (let count = 0; count < 3; count++) await order('/backlink', backlink);
	const { placements } = await sandbox.client.books();
	expect(placements.map((each) => each.site)).toEqual(['a.example', 'c.example', 'a.example']);
});

describe('an order that the account or the network cannot bear is refused, and not charged', () => {
	test.each([
		['/backlink', { balance: 2 }, 402, 'krediYetersiz'],
		['/backlink', { sites: [] }, 409, 'uygunSiteYok'],
		['/backlink', { sites: [site('a.example', false)] }, 409, 'uygunSiteYok'],
		['/tanitim', { balance: 39 }, 402, 'krediYetersiz'],
		['/tanitim', { sites: [] }, 409, 'uygunSiteYok'],
	])('%s with %j', async (path, settings, status, kod) => {
		await sandbox.client.change(settings);
		const body = path === '/backlink' ? backlink : article;
		expect(await order(path, body)).toEqual([status, refusal(kod)]);
		expect((await sandbox.client.books()).charges).toEqual([]);
	});
});

describe('a body that is none is refused', () => {
	test.each<[string, unknown, object?]>([
		['/backlink', { ...backlink, hedefUrl: undefined }],
		['/backlink', { ...backlink, hedefUrl: '/sayfa' }],
		['/backlink', { ...backlink, hedefUrl: 'ftp://musteri.example' }],
		['/backlink', { ...backlink, anchor: '  ' }],
		['/backlink', { ...backlink, sureAy: undefined }],
		['/backlink', { ...backlink, sureAy: 0 }],
		['/backlink', { ...backlink, sureAy: 2.5 }],
		['/backlink', { ...backlink, sureAy: '3' }],
		['/backlink', []],
		['/backlink', '{"hedefUrl":'],
		['/backlink', ''],
		['/backlink', backlink, { 'content-type': 'text/plain' }],
		['/tanitim', { icerik: article.icerik }],
		['/tanitim', { ...article, baslik: '' }],
		['/tanitim', { ...article, icerik: 5 }],
	])('%s %j', async (path, body, headers = {}) => {
		expect(await order(path, body, headers)).toEqual([400, refusal('gecersizIstek')]);
		expect((await sandbox.client.books()).charges).toEqual([]);
	});

	test('or one over 20 MB', async () => {
		expect(await order('/tanitim', ofMegabytes(19))).toMatchObject([200, {}]);
		expect(await order('/tanitim', ofMegabytes(20))).toEqual([400, refusal('gecersizIstek')]);
	});
});

describe('the limit of the order lists', () => {
	test.each([
		['perList', '?limit=2', [2, 2]],
		['inTotal', '?limit=2', [2, 0]],
		['inTotal', '?limit=4', [3, 1]],
		['inTotal', '', [3, 3]],
	] as const)('counted %s, %s: the newest, %j', async (listLimit, query, lengths) => {
		await sandbox.client.change({ listLimit });
		await sandbox.client.addOrders({ type: 'backlink', count: 3 });
		await sandbox.client.addOrders({ type: 'article', count: 3 });
		const { placements, articles } = await sandbox.client.books();
		const { json } = await sandbox.send({ path: `/siparisler${query}` });
		expect(json).toEqual({
			ok: true,
			backlinkler: placements.slice(0, lengths[0]),
			tanitimlar: articles.slice(0, lengths[1]),
		});
	});

	test.each(['0', '-1', '2.5', 'all', ''])('“%s” is refused', async (limit) => {
		const { status, json } = await sandbox.send({ path: `/siparisler?limit=${limit}` });
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
	});
});

test.each([{ path: '/orders' }, { path: '/backlink', method: 'DELETE' }, { path: '/krediler/' }])(
	'%j is known to nobody',
	async (request) => {
		const { status, json } = await sandbox.send(request);
		expect([status, json]).toEqual([404, refusal('bulunamadi')]);
	},
);

test('any prefix leads to the API, and outside of it no key is asked for', async () => {
	const url = `${sandbox.url}/panel/v2`;
	expect((await sandbox.send({ url, path: '/krediler' })).status).toBe(200);
	const { status } = await panelRequest({ url, apiKey: null, path: '/../../adres' });
	expect(status).toBe(404);
});

describe('the end of a placement', () => {
	it.each([
		['2026-11-27T10:00:00.000Z', 1, '2026-12-27T10:00:00.000Z'],
		['2026-11-27T10:00:00.000Z', 14, '2028-01-27T10:00:00.000Z'],
		['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
		['2027-12-31T23:59:59.999Z', 2, '2028-02-29T23:59:59.999Z'],
	])('%s and %d months is %s', (from, months, to) => {
		expect(addMonths(new Date(from), months).toISOString()).toBe(to);
	});
});
