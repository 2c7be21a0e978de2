import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import axios from 'axios';

import { startSandbox } from '../../../sandbox/sandbox.mts';
import { article, backlink, useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

const send = async (path: string, body?: unknown, url = sandbox.url) =>
	await sandbox.send({ url, method: body === undefined ? 'GET' : 'POST', path, body });
const orderBacklink = async () => await send('/backlink', backlink);

describe('the books', () => {
	test('hold each request with its outcome, and never a key', async () => {
		await send('/siparisler?limit=5', undefined, `${sandbox.url}/panel`);
		const headers = { authorization: sandbox.apiKey };
		await sandbox.send({ apiKey: null, path: '/krediler', headers });
		const { requests } = await sandbox.client.books();
		expect(requests[0]).toEqual({
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
		});
		expect(JSON.stringify(requests)).not.toContain(sandbox.apiKey);
	});

	test('hold each charge under its request, and count as processed what was carried out', async () => {
		await send('/backlink', '{"hedefUrl":');
		await orderBacklink();
		await send('/tanitim', { ...article, icerik: 'x'.repeat(2000) });
		expect(await sandbox.client.books()).toMatchObject({
			balance: 957,
			totals: { requests: 3, charges: 2, credits: 43, placements: 1, articles: 1 },
			charges: [
				{ requestNumber: 2, kind: 'backlink', credits: 3, subject: backlink.hedefUrl },
				{ requestNumber: 3, kind: 'article', credits: 40, subject: article.baslik },
			],
			requests: [
				{ status: 400, processed: false, body: '{"hedefUrl":' },
				{ processed: true, credits: 3 },
				// Books hold only the length of a long content.
				{ processed: true, credits: 40, body: { icerik: 2000 } },
			],
		});
	});

	test('do not hold the page, the feed and the control API', async () => {
		for (const path of ['/', '/feed.xml', '/__sandbox/faults', '/__sandbox/unknown']) {
			await axios.get(sandbox.url + path, { validateStatus: null });
		}
		expect((await sandbox.client.books()).requests).toEqual([]);
	});

	test('hold a client that leaves while it sends', async () => {
		const { hostname, port } = new URL(sandbox.url);
		const socket = connect(Number(port), hostname);
		socket.write(
			`POST /api/v1/tanitim HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n` +
				'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"baslik":',
		);
		await pause(50);
		socket.destroy();
		await pause(50);
		const { requests } = await sandbox.client.books();
		expect(requests).toMatchObject([{ outcome: 'clientLeft', status: null, processed: false }]);
	});
});

describe('the settings', () => {
	test('a reset clears everything, and sets what is given over the defaults', async () => {
		await orderBacklink();
		await sandbox.client.addFault({ answer: 'html' });
		await sandbox.client.change({ sites: [] });
		await sandbox.client.reset({ balance: 70, rateLimit: { limit: 1 } });
		const { settings, totals } = await sandbox.client.books();
		expect(totals).toEqual({ requests: 0, charges: 0, credits: 0, placements: 0, articles: 0 });
		expect(settings.rateLimit).toMatchObject({ window: 'sliding', limit: 1, windowMs: 60_000 });
		expect(settings.sites).toHaveLength(4);
		expect((await send('/krediler')).json).toEqual({ ok: true, bakiye: 70 });
	});

	test('a reset needs no body, and keeps the keys', async () => {
		const other = await startSandbox({ apiKeys: ['other_live_1'] });
		await fetch(`${other.url}/__sandbox/reset`, { method: 'POST' });
		expect(other.settings.apiKeys).toEqual(['other_live_1']);
		await other.close();
	});

	test('a reset keeps a request of before out of the new books', async () => {
		await sandbox.client.addFault({ answer: 'latency', phase: 'before', delayMs: 100 });
		const late = orderBacklink();
		await pause(50);
		await sandbox.client.reset();
		expect((await late).status).toBe(200);
		expect(await sandbox.client.books()).toMatchObject({ balance: 1000, charges: [] });
	});
});

test('orders can be added without a charge, and changed by the ID that was given out', async () => {
	const order = { type: 'article', count: 2, durum: 'bekliyor', id: null } as const;
	const [first = '', second] = await sandbox.client.addOrders(order);
	expect(second).not.toBe(first);
	await sandbox.client.changeOrder(first, { durum: 'kaldirildi', not: null });
	const { json } = await send('/siparisler');
	expect(json).toMatchObject({
		tanitimlar: [
			{ id: null, durum: 'bekliyor' },
			{ id: null, durum: 'kaldirildi', not: null },
		],
	});
	expect((await sandbox.client.books()).charges).toEqual([]);
});

describe('mistakes are refused', () => {
	test.each([
		['settings', { credits: 5 }],
		['settings', { apiKeys: [] }],
		['settings', { rateLimit: { window: 'weekly' } }],
		['faults', { answer: 'explode' }],
		['faults', { answer: 'reset', after: true }],
		['orders', { count: 1 }],
	])('%s: %j', async (path, data) => {
		const method = path === 'settings' ? 'PATCH' : 'POST';
		const url = `${sandbox.url}/__sandbox/${path}`;
		const { status } = await axios.request({ url, method, data, validateStatus: null });
		expect(status).toBe(400);
	});

	test('with the reason, and at the start', async () => {
		await expect(sandbox.client.removeFault('fault-9')).rejects.toThrow('No fault fault-9');
		await expect(sandbox.client.changeOrder('bl_9', {})).rejects.toThrow('No order bl_9');
		await expect(startSandbox({ apiKeys: [] })).rejects.toThrow(RangeError);
		const port = Number(new URL(sandbox.url).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
