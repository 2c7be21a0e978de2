import { panelRequest } from '../../sandbox/panelRequest.mts';
import { article, backlink, refusal } from '../../sandbox/serviceForms.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

const order = async (path: '/backlink' | '/tanitim', body: unknown) =>
	await sandbox.send({ method: 'POST', path, body });

describe('GET /krediler', () => {
	it('tells the balance', async () => {
		const { status, json } = await sandbox.send({ path: '/krediler' });
		expect([status, json]).toEqual([200, { ok: true, bakiye: 1000 }]);
	});
});

describe('POST /backlink', () => {
	it('places a backlink and charges a credit a month', async () => {
		const { status, json } = await order('/backlink', backlink);
		expect([status, json]).toEqual([
			200,
			{
				ok: true,
				placementId: expect.any(String),
				site: { ad: 'haber.example', url: 'https://haber.example' },
				expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				harcananKredi: 3,
			},
		]);
		expect((await sandbox.client.books()).balance).toBe(997);
	});

	it('takes the publishing sites in turn', async () => {
		await sandbox.client.change({
			sites: [
				{ name: 'bir.example', publishes: true },
				{ name: 'iki.example', publishes: false },
				{ name: 'uc.example', publishes: true },
			],
		});
		for (let count = 0; count < 3; count++) await order('/backlink', backlink);
		const { placements } = await sandbox.client.books();
		expect(placements.map(({ site }) => site).reverse()).toEqual([
			'bir.example',
			'uc.example',
			'bir.example',
		]);
	});

	it('refuses when the balance does not cover it, and charges nothing', async () => {
		await sandbox.client.change({ balance: 2 });
		const { status, json } = await order('/backlink', backlink);
		expect([status, json]).toEqual([402, refusal('krediYetersiz')]);
		expect((await sandbox.client.books()).balance).toBe(2);
	});

	it('may use up the balance', async () => {
		await sandbox.client.change({ balance: 3 });
		expect((await order('/backlink', backlink)).status).toBe(200);
		expect((await sandbox.client.books()).balance).toBe(0);
	});

	it.each([
		['there is none', []],
		['none publishes', [{ name: 'bir.example', publishes: false }]],
	])('refuses without an eligible site: %s', async (_case, sites) => {
		await sandbox.client.change({ sites });
		const { status, json } = await order('/backlink', backlink);
		expect([status, json]).toEqual([409, refusal('uygunSiteYok')]);
	});

	it.each([
		['no target', { ...backlink, hedefUrl: undefined }],
		['a relative target', { ...backlink, hedefUrl: '/sayfa' }],
		['a target that is no web address', { ...backlink, hedefUrl: 'ftp://musteri.example' }],
		['a blank anchor', { ...backlink, anchor: '  ' }],
		['no duration', { ...backlink, sureAy: undefined }],
		['a duration of 0', { ...backlink, sureAy: 0 }],
		['half a month', { ...backlink, sureAy: 2.5 }],
		['a duration as text', { ...backlink, sureAy: '3' }],
		['a list', []],
		['null', 'null'],
		['no JSON', '{"hedefUrl":'],
		['nothing', ''],
	])('refuses an invalid body: %s', async (_case, body) => {
		const { status, json } = await order('/backlink', body);
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
		expect((await sandbox.client.books()).balance).toBe(1000);
	});

	it('refuses a body that is not declared as JSON', async () => {
		const headers = { 'content-type': 'text/plain' };
		const { status, json } = await sandbox.send({
			method: 'POST',
			path: '/backlink',
			body: backlink,
			headers,
		});
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
	});
});

describe('POST /tanitim', () => {
	it('publishes on every site and charges 10 credits a site', async () => {
		const { status, json } = await order('/tanitim', article);
		const site = (name: string) => ({
			site: name,
			ok: true,
			url: expect.stringMatching(`^https://${name}/`),
		});
		expect([status, json]).toEqual([
			200,
			{
				ok: true,
				basariliSayisi: 4,
				sonuclar: [
					site('haber.example'),
					site('teknoloji.example'),
					site('ekonomi.example'),
					site('yasam.example'),
				],
				kalanKredi: 960,
			},
		]);
	});

	it('charges nothing for a site that does not publish', async () => {
		await sandbox.client.change({
			balance: 10,
			sites: [
				{ name: 'bir.example', publishes: true },
				{ name: 'iki.example', publishes: false },
			],
		});
		const { json } = await order('/tanitim', article);
		expect(json).toMatchObject({
			ok: true,
			basariliSayisi: 1,
			sonuclar: [
				{ site: 'bir.example', ok: true },
				{ site: 'iki.example', ok: false },
			],
			kalanKredi: 0,
		});
	});

	it('succeeds without a charge when no site publishes', async () => {
		await sandbox.client.change({ balance: 0, sites: [{ name: 'bir.example', publishes: false }] });
		const { status, json } = await order('/tanitim', article);
		expect([status, json]).toMatchObject([200, { ok: true, basariliSayisi: 0, kalanKredi: 0 }]);
		const { charges, articles } = await sandbox.client.books();
		expect(charges).toEqual([]);
		expect(articles).toMatchObject([{ durum: 'basarisiz' }]);
	});

	it('refuses when the balance does not cover all sites', async () => {
		await sandbox.client.change({ balance: 39 });
		const { status, json } = await order('/tanitim', article);
		expect([status, json]).toEqual([402, refusal('krediYetersiz')]);
		expect((await sandbox.client.books()).balance).toBe(39);
	});

	it('refuses when the network has no site', async () => {
		await sandbox.client.change({ sites: [] });
		const { status, json } = await order('/tanitim', article);
		expect([status, json]).toEqual([409, refusal('uygunSiteYok')]);
	});

	it.each([
		['no title', { icerik: article.icerik }],
		['a blank title', { ...article, baslik: '' }],
		['no content', { baslik: article.baslik }],
		['content that is no text', { ...article, icerik: 5 }],
	])('refuses an invalid body: %s', async (_case, body) => {
		const { status, json } = await order('/tanitim', body);
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
	});

	it('takes an article of 19 MB, and refuses a body over 20 MB', async () => {
		const ofMegabytes = (count: number) => ({
			...article,
			icerik: 'x'.repeat(count * 1024 * 1024),
		});
		expect((await order('/tanitim', ofMegabytes(19))).status).toBe(200);
		const { status, json } = await order('/tanitim', ofMegabytes(20));
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
	});
});

describe('GET /siparisler', () => {
	it('lists what was ordered', async () => {
		await order('/backlink', backlink);
		await order('/tanitim', article);
		const { json } = await sandbox.send({ path: '/siparisler' });
		expect(json).toEqual({
			ok: true,
			backlinkler: [
				{
					id: expect.any(String),
					hedefUrl: backlink.hedefUrl,
					anchor: backlink.anchor,
					site: 'haber.example',
					sureAy: 3,
					harcananKredi: 3,
					durum: 'aktif',
					olusturulma: expect.any(String),
					bitis: expect.any(String),
				},
			],
			tanitimlar: [
				{
					id: expect.any(String),
					baslik: article.baslik,
					durum: 'yayinda',
					siteSayisi: 4,
					basariliSayisi: 4,
					harcananKredi: 40,
					sonuclar: expect.any(Array),
					olusturulma: expect.any(String),
				},
			],
		});
	});

	it('gives the newest first, at most `limit` of each list', async () => {
		await sandbox.client.addOrders({ type: 'backlink', count: 3 });
		const [first, second, third] = (await sandbox.client.books()).placements;
		await sandbox.client.addOrders({ type: 'article', count: 3 });
		const all = await sandbox.send({ path: '/siparisler' });
		expect(all.json).toMatchObject({ backlinkler: [first, second, third] });
		const two = await sandbox.send({ path: '/siparisler?limit=2' });
		expect(two.json).toMatchObject({ backlinkler: [first, second] });
		expect(two.json).toHaveProperty('tanitimlar.length', 2);
	});

	it('counts `limit` over both lists where it is told to', async () => {
		await sandbox.client.change({ listLimit: 'inTotal' });
		await sandbox.client.addOrders({ type: 'backlink', count: 3 });
		await sandbox.client.addOrders({ type: 'article', count: 3 });
		const lengths = async (query: string) => {
			const { json } = await sandbox.send({ path: `/siparisler${query}` });
			const { backlinkler, tanitimlar } = json as Record<string, unknown[]>;
			return [backlinkler?.length, tanitimlar?.length];
		};
		expect(await lengths('?limit=2')).toEqual([2, 0]);
		expect(await lengths('?limit=4')).toEqual([3, 1]);
		expect(await lengths('')).toEqual([3, 3]);
	});

	it.each(['0', '-1', '2.5', 'all', ''])('refuses the limit "%s"', async (limit) => {
		const { status, json } = await sandbox.send({ path: `/siparisler?limit=${limit}` });
		expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
	});
});

describe('paths', () => {
	it('answers under any prefix', async () => {
		const { status } = await sandbox.send({ url: `${sandbox.url}/panel/v2`, path: '/krediler' });
		expect(status).toBe(200);
	});

	it.each([
		['an unknown path', { path: '/orders' }],
		['another method', { path: '/backlink', method: 'DELETE' }],
		['a trailing slash', { path: '/krediler/' }],
	])('knows nothing at %s', async (_case, request) => {
		const { status, json } = await sandbox.send(request);
		expect([status, json]).toEqual([404, refusal('bulunamadi')]);
	});

	it('knows nothing outside of the API, and asks for no key there', async () => {
		const url = `${sandbox.url}/yanlis`;
		const { status, json } = await panelRequest({ url, apiKey: null, path: '/../../adres' });
		expect([status, json]).toEqual([404, refusal('bulunamadi')]);
	});
});
