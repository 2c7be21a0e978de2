import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';
import { startSandbox } from '../../../sandbox/sandbox.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

const target = 'https://musteri.example/';

function send(path: string, body?: unknown, url = sandbox.url) {
	const method = body === undefined ? 'GET' : 'POST';
	return sandbox.send({ url, method, path, body });
}

function orderBacklink(months = 1) {
	return send('/backlink', { hedefUrl: target, anchor: 'müşteri', sureAy: months });
}

describe('the books', () => {
	it('hold each request with what became of it', async () => {
		const startedAt = Date.now();
		await send('/siparisler?limit=5', undefined, `${sandbox.url}/panel`);
		const { requests } = await sandbox.client.books();
		expect(requests).toEqual([
			{
				number: 1,
				at: expect.any(Number),
				inFlight: 1,
				method: 'GET',
				path: '/panel/api/v1/siparisler',
				query: { limit: '5' },
				key: 'demo_live_…b64e',
				headers: {
					authorizationScheme: 'Bearer',
					contentType: null,
					userAgent: expect.stringContaining('axios'),
				},
				body: null,
				status: 200,
				outcome: 'answered',
				processed: true,
				credits: 0,
				fault: null,
			},
		]);
		expect(requests[0]?.at).toBeGreaterThanOrEqual(startedAt);
	});

	it('hold each charge under its request', async () => {
		await send('/krediler');
		await orderBacklink(3);
		await send('/tanitim', { baslik: 'Başlık', icerik: '<p>Metin</p>' });
		const books = await sandbox.client.books();
		expect(books).toMatchObject({
			balance: 957,
			totals: { requests: 3, charges: 2, credits: 43, placements: 1, articles: 1 },
			charges: [
				{ requestNumber: 2, kind: 'backlink', credits: 3, subject: target },
				{ requestNumber: 3, kind: 'article', credits: 40, subject: 'Başlık' },
			],
			requests: [{ credits: 0 }, { credits: 3 }, { credits: 40 }],
		});
		expect(books.chargesOf('Başlık')).toHaveLength(1);
		expect(books.requestsTo('/backlink')).toMatchObject([{ number: 2 }]);
	});

	it('count as processed only what the service carried out', async () => {
		await send('/backlink', {});
		await send('/unknown');
		const { requests } = await sandbox.client.books();
		expect(requests).toMatchObject([
			{ status: 400, processed: false },
			{ status: 404, processed: false },
		]);
	});

	it.each([
		['a short content', 1999, 'x'.repeat(1999)],
		['the length of a long one', 2000, 2000],
	])('hold %s of an article', async (_case, length, kept) => {
		await send('/tanitim', { baslik: 'Başlık', icerik: 'x'.repeat(length) });
		expect(await sandbox.client.requestsTo('/tanitim')).toMatchObject([
			{ body: { baslik: 'Başlık', icerik: kept } },
		]);
	});

	it('hold a body that is no JSON as text', async () => {
		await send('/backlink', '{"hedefUrl":');
		expect(await sandbox.client.requestsTo('/backlink')).toMatchObject([{ body: '{"hedefUrl":' }]);
	});

	it('never hold a key', async () => {
		const headers = { authorization: sandbox.apiKey };
		await sandbox.send({ apiKey: null, path: '/krediler', headers });
		await send('/krediler');
		expect(JSON.stringify(await sandbox.client.books())).not.toContain(sandbox.apiKey);
	});

	it('do not hold the page, the feed and the control API', async () => {
		for (const path of ['/', '/feed.xml', '/__sandbox/faults', '/__sandbox/unknown']) {
			await axios.get(sandbox.url + path, { validateStatus: null });
		}
		expect((await sandbox.client.books()).requests).toEqual([]);
	});

	it('hold a client that leaves while it sends', async () => {
		const { hostname, port } = new URL(sandbox.url);
		const socket = connect(Number(port), hostname);
		socket.write(
			`POST /api/v1/tanitim HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n` +
				'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"baslik":',
		);
		await pause(50);
		socket.destroy();
		await pause(50);
		const { requests, charges } = await sandbox.client.books();
		expect(requests).toMatchObject([{ outcome: 'clientLeft', status: null, processed: false }]);
		expect(charges).toEqual([]);
	});

	it('can be asked for the newest entries only', async () => {
		await sandbox.client.addOrders({ type: 'article', count: 5 });
		for (let count = 0; count < 3; count++) await orderBacklink();
		const { data } = await axios.get(`${sandbox.url}/__sandbox/books?newest=2`);
		expect(data).toMatchObject({
			totals: { requests: 3, articles: 5 },
			requests: [{ number: 2 }, { number: 3 }],
			charges: [{ requestNumber: 2 }, { requestNumber: 3 }],
		});
		expect(data.articles).toHaveLength(2);
	});
});

describe('reset', () => {
	it('clears books, faults, orders and windows, and sets the settings', async () => {
		await sandbox.client.reset({ balance: 50, rateLimit: { window: 'sliding', limit: 1 } });
		await orderBacklink();
		await sandbox.client.addFault({ answer: 'html' });
		await sandbox.client.reset({ balance: 70, rateLimit: { limit: 1 } });
		expect(await sandbox.client.books()).toMatchObject({
			balance: 70,
			settings: { balance: 70, rateLimit: { window: 'sliding', limit: 1, windowMs: 60_000 } },
			totals: { requests: 0, charges: 0, credits: 0, placements: 0, articles: 0 },
		});
		expect((await send('/krediler')).json).toEqual({ ok: true, bakiye: 70 });
	});

	it('goes back to the defaults for what is not given', async () => {
		await sandbox.client.reset({ balance: 1, sites: [] });
		await sandbox.client.reset();
		const { balance, settings } = await sandbox.client.books();
		expect(balance).toBe(1000);
		expect(settings.sites).toHaveLength(4);
		expect(settings.rateLimit).toMatchObject({ window: 'sliding', limit: 60 });
	});

	it('keeps the keys unless others are given', async () => {
		const other = await startSandbox({ apiKeys: ['other_live_1'] });
		await axios.post(`${other.url}/__sandbox/reset`, {});
		expect(other.settings.apiKeys).toEqual(['other_live_1']);
		await other.close();
	});

	it('needs no body', async () => {
		await fetch(`${sandbox.url}/__sandbox/reset`, { method: 'POST' });
		expect((await sandbox.client.books()).settings.rateLimit.window).toBe('sliding');
	});

	it('keeps a request of before out of the new books', async () => {
		await sandbox.client.addFault({ answer: 'latency', phase: 'before', delayMs: 100 });
		const late = orderBacklink();
		await pause(50);
		await sandbox.client.reset();
		expect((await late).status).toBe(200);
		expect(await sandbox.client.books()).toMatchObject({ balance: 1000, charges: [] });
	});
});

describe('changing settings', () => {
	it('keeps the books', async () => {
		await orderBacklink();
		await sandbox.client.change({ balance: 5 });
		expect(await sandbox.client.books()).toMatchObject({
			balance: 5,
			charges: [{ credits: 1 }],
			settings: { rateLimit: { window: 'unlimited' } },
		});
	});

	it('leaves the balance alone when only the sites change', async () => {
		await orderBacklink();
		await sandbox.client.change({ sites: [] });
		expect((await sandbox.client.books()).balance).toBe(999);
	});
});

describe('orders', () => {
	it('can be added without a charge, with fields of their own', async () => {
		const ids = await sandbox.client.addOrders({ type: 'backlink', count: 2, durum: 'bekliyor' });
		expect(ids).toHaveLength(2);
		const books = await sandbox.client.books();
		expect(books).toMatchObject({
			balance: 1000,
			charges: [],
			placements: [
				{ id: ids[1], durum: 'bekliyor', hedefUrl: expect.any(String) },
				{ id: ids[0], durum: 'bekliyor' },
			],
		});
	});

	it('can be changed', async () => {
		const [id = ''] = await sandbox.client.addOrders({ type: 'article', count: 1 });
		await sandbox.client.changeOrder(id, { durum: 'kaldirildi', not: null });
		const { json } = await send('/siparisler');
		expect(json).toMatchObject({ tanitimlar: [{ id, durum: 'kaldirildi', not: null }] });
	});

	it('can be changed by the id that was given out, whatever they show as one', async () => {
		const [id = ''] = await sandbox.client.addOrders({ type: 'article', count: 1, id: null });
		expect(await sandbox.client.changeOrder(id, { siparisNo: 7 })).toMatchObject({
			id: null,
			siparisNo: 7,
		});
	});
});

describe('mistakes', () => {
	const mistakes: Array<[string, string, object]> = [
		['an unknown setting', 'settings', { credits: 5 }],
		['no key', 'settings', { apiKeys: [] }],
		['an unknown window', 'settings', { rateLimit: { window: 'weekly' } }],
		['an unknown answer', 'faults', { answer: 'explode' }],
		['an unknown field of a fault', 'faults', { answer: 'reset', after: true }],
		['orders of no kind', 'orders', { count: 1 }],
	];

	it.each(mistakes)('are refused: %s', async (_case, path, data) => {
		const method = path === 'settings' ? 'PATCH' : 'POST';
		const url = `${sandbox.url}/__sandbox/${path}`;
		const { status } = await axios.request({ url, method, data, validateStatus: null });
		expect(status).toBe(400);
	});

	it('reject in the test client, with the reason', async () => {
		await expect(sandbox.client.removeFault('fault-9')).rejects.toThrow('No fault fault-9');
		await expect(sandbox.client.changeOrder('bl_9', {})).rejects.toThrow('No order bl_9');
	});

	it('are refused at the start: no key', async () => {
		await expect(startSandbox({ apiKeys: [] })).rejects.toThrow(RangeError);
	});

	it('are refused at the start: a port in use', async () => {
		const port = Number(new URL(sandbox.url).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
