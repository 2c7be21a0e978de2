import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../../sandbox/sandbox.mts';
import { startSandbox } from '../../../sandbox/sandbox.mts';
import type { PanelAnswer, PanelRequest } from '../../sandbox/panelRequest.mts';
import { sandboxClient } from '../../sandbox/sandboxClient.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

const target = 'https://musteri.example/';

function order(request: Partial<PanelRequest> = {}): Promise<PanelAnswer> {
	return sandbox.send({
		method: 'POST',
		path: '/backlink',
		body: { hedefUrl: target, anchor: 'müşteri', sureAy: 2 },
		...request,
	});
}

function read(path: string, request: Partial<PanelRequest> = {}): Promise<PanelAnswer> {
	return sandbox.send({ path, ...request });
}

/** What the books say about the newest request. */
async function newest() {
	const { requests } = await sandbox.client.books();
	return requests.at(-1);
}

/** Waits until the books say so: what happens to a connection arrives a little later. */
async function untilNewest(expected: object) {
	for (let tries = 0; tries < 100; tries++) {
		const entry = await newest();
		if (expect.objectContaining(expected).asymmetricMatch(entry)) return;
		await pause(10);
	}
	expect(await newest()).toMatchObject(expected);
}

const charged = { processed: true, credits: 2 };
const notCharged = { processed: false, credits: 0 };

describe('faults whose answer is complete', () => {
	const normal = { ok: true, harcananKredi: 2 };
	const cases: Array<[Fault, { status: number; json?: unknown; text?: unknown }, object]> = [
		[{ answer: 'latency', delayMs: 1 }, { status: 200, json: normal }, charged],
		[
			{ answer: 'badGateway' },
			{ status: 502, text: expect.stringContaining('<h1>502 Bad Gateway</h1>') },
			charged,
		],
		[{ answer: 'badGateway', phase: 'before' }, { status: 502 }, notCharged],
		[{ answer: 'status' }, { status: 500, text: '' }, notCharged],
		[
			{ answer: 'status', status: 503, body: { ok: false, kod: 'dolu' } },
			{ status: 503, json: { ok: false, kod: 'dolu' } },
			notCharged,
		],
		[{ answer: 'status', status: 500, phase: 'after' }, { status: 500 }, charged],
		[
			{ answer: 'refusal' },
			{ status: 200, json: { ok: false, kod: 'bakimda', hata: expect.any(String) } },
			notCharged,
		],
		[
			{ answer: 'refusal', body: { kod: 'askida', hata: 'Hesap askıda.' } },
			{ status: 200, json: { ok: false, kod: 'askida', hata: 'Hesap askıda.' } },
			notCharged,
		],
		[
			{ answer: 'invalidJson' },
			{ status: 200, json: undefined, text: expect.stringMatching(/^\{"ok":true/) },
			charged,
		],
		[{ answer: 'emptyBody' }, { status: 200, text: '' }, charged],
		[{ answer: 'html' }, { status: 200, text: expect.stringContaining('Giriş yap') }, notCharged],
		[{ answer: 'redirect' }, { status: 302 }, notCharged],
		[{ answer: 'redirect', status: 307 }, { status: 307 }, notCharged],
		[{ answer: 'nullLists' }, { status: 200, json: normal }, charged],
		[{ answer: 'extraFields' }, { status: 200, json: { ...normal, error: 'yok' } }, charged],
		[
			{ answer: 'tooManyRequests' },
			{ status: 429, json: { ok: false, kod: 'limit', hata: expect.any(String) } },
			notCharged,
		],
		[
			{ answer: 'json', body: { ok: 'evet', bakiye: null } },
			{ status: 200, json: { ok: 'evet', bakiye: null } },
			notCharged,
		],
	];

	it.each(cases)('%j', async (fault, seen, entered) => {
		await sandbox.client.addFault(fault);
		expect(await order()).toMatchObject(seen);
		expect(await newest()).toMatchObject({
			...entered,
			outcome: 'answered',
			status: seen.status,
			fault: fault.answer,
		});
	});
});

describe('latency', () => {
	it('is processed first by default, so the order exists while the answer is on its way', async () => {
		await sandbox.client.addFault({ answer: 'latency', delayMs: 100 });
		const answer = order();
		await untilNewest({ ...charged, outcome: 'inProgress', status: null });
		expect((await answer).status).toBe(200);
	});

	it('can come before the processing, which goes on when the client has left', async () => {
		await sandbox.client.addFault({ answer: 'latency', phase: 'before', delayMs: 200 });
		await expect(order({ leaveAfterMs: 50 })).rejects.toMatchObject({ code: 'ECONNABORTED' });
		await untilNewest({ ...notCharged, outcome: 'clientLeft', status: null });
		await untilNewest({ ...charged, outcome: 'clientLeft', status: null });
	});
});

describe('reset', () => {
	it.each([
		['after', charged],
		['before', notCharged],
	] as const)('breaks the connection %s the processing', async (phase, entered) => {
		await sandbox.client.addFault({ answer: 'reset', phase });
		await expect(order()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await newest()).toMatchObject({ ...entered, outcome: 'reset', status: null });
	});

	it('comes after the processing by default', async () => {
		await sandbox.client.addFault({ answer: 'reset' });
		await expect(order()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await newest()).toMatchObject(charged);
	});
});

describe('timeout', () => {
	it('holds the connection until the client leaves', async () => {
		await sandbox.client.addFault({ answer: 'timeout' });
		const answer = order({ leaveAfterMs: 150 });
		await Promise.all([
			untilNewest({ ...charged, outcome: 'held', status: null }),
			expect(answer).rejects.toMatchObject({ code: 'ECONNABORTED' }),
		]);
		await untilNewest({ ...charged, outcome: 'clientLeft', status: null });
	});

	it('ends when the sandbox is closed, at once', async () => {
		const other = await startSandbox();
		await sandboxClient(other.url).addFault({ answer: 'timeout' });
		const answer = order({ url: other.url });
		const ending = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
		await pause(50);
		const startedAt = Date.now();
		await other.close();
		expect(Date.now() - startedAt).toBeLessThan(1000);
		await ending;
	});
});

describe('truncated', () => {
	it('sends the status and half of the answer', async () => {
		await sandbox.client.addFault({ answer: 'truncated' });
		await expect(order()).rejects.toMatchObject({ message: expect.stringMatching(/aborted/) });
		expect(await newest()).toMatchObject({ ...charged, outcome: 'truncated', status: 200 });
	});

	it('can come before the processing', async () => {
		await sandbox.client.addFault({ answer: 'truncated', phase: 'before' });
		await expect(order()).rejects.toThrow();
		expect(await newest()).toMatchObject({ ...notCharged, outcome: 'truncated' });
	});
});

describe('redirect', () => {
	it('leads to the balance: a client that follows takes that for a success', async () => {
		await sandbox.client.addFault({ answer: 'redirect' });
		expect((await order()).headers).toHaveProperty('location', '/api/v1/krediler');
	});

	it('leads elsewhere when told so', async () => {
		await sandbox.client.addFault({ answer: 'redirect', headers: { Location: '/giris' } });
		expect((await order()).headers).toHaveProperty('location', '/giris');
	});
});

describe('tooManyRequests', () => {
	it('carries the headers it is given', async () => {
		await sandbox.client.addFault({ answer: 'tooManyRequests', headers: { 'Retry-After': '7' } });
		expect((await order()).headers).toHaveProperty('retry-after', '7');
	});
});

describe('nullLists', () => {
	it('makes the order lists null', async () => {
		await sandbox.client.addFault({ answer: 'nullLists' });
		const { json } = await read('/siparisler');
		expect(json).toEqual({ ok: true, backlinkler: null, tanitimlar: null });
	});
});

describe('extraFields', () => {
	it('adds to orders and to the results of sites too', async () => {
		await sandbox.client.addFault({ answer: 'extraFields' });
		const body = { baslik: 'Başlık', icerik: '<p>Metin</p>' };
		const { json } = await order({ path: '/tanitim', body });
		expect(json).toMatchObject({
			error: 'yok',
			sonuclar: Array(4).fill({ ok: true, error: 'yok' }),
		});
		const orders = await read('/siparisler');
		expect(orders.json).toMatchObject({ error: 'yok', tanitimlar: [{ error: 'yok' }] });
	});
});

describe('which requests a fault strikes', () => {
	const broken: Fault = { answer: 'status', status: 500 };
	const statusesOf = async (requests: Array<() => Promise<PanelAnswer>>) => {
		const statuses: number[] = [];
		for (const request of requests) statuses.push((await request()).status);
		return statuses;
	};
	const balance = () => read('/krediler');

	it('all by default', async () => {
		await sandbox.client.addFault(broken);
		expect(await statusesOf([order, balance])).toEqual([500, 500]);
	});

	it('those of a method, in any case', async () => {
		await sandbox.client.addFault({ ...broken, method: 'post' });
		expect(await statusesOf([order, balance])).toEqual([500, 200]);
	});

	it('those to a path after /api/v1, under any prefix', async () => {
		await sandbox.client.addFault({ ...broken, path: '/krediler' });
		const prefixed = () => read('/krediler', { url: `${sandbox.url}/panel` });
		expect(await statusesOf([order, balance, prefixed])).toEqual([200, 500, 500]);
	});

	it('those with a text in the body', async () => {
		await sandbox.client.addFault({ ...broken, bodyContains: 'diger' });
		const other = () =>
			order({ body: { hedefUrl: 'https://diger.example/', anchor: 'x', sureAy: 1 } });
		expect(await statusesOf([order, other])).toEqual([200, 500]);
	});

	it('so many, after so many', async () => {
		await sandbox.client.addFault({ ...broken, path: '/krediler', skip: 1, times: 2 });
		expect(await statusesOf([balance, order, balance, balance, balance])).toEqual([
			200, 200, 500, 500, 200,
		]);
		expect(await sandbox.client.faults()).toMatchObject([{ matched: 4, struck: 2 }]);
	});

	it('the earliest fault that is due, when several match', async () => {
		await sandbox.client.addFault({ ...broken, status: 501, times: 1 });
		await sandbox.client.addFault({ ...broken, status: 502 });
		expect(await statusesOf([balance, balance])).toEqual([501, 502]);
	});

	it('none that the rate limit refuses', async () => {
		await sandbox.client.change({ rateLimit: { window: 'sliding', limit: 1 } });
		await sandbox.client.addFault(broken);
		expect(await statusesOf([balance, balance])).toEqual([500, 429]);
	});

	it('those with a wrong key only when it answers with a status', async () => {
		const stranger = () => read('/krediler', { apiKey: 'demo_live_000000000000' });
		await sandbox.client.addFault({ answer: 'html' });
		expect(await statusesOf([stranger])).toEqual([401]);
		await sandbox.client.addFault({ ...broken, status: 503 });
		expect(await statusesOf([stranger])).toEqual([503]);
	});

	it('none any more once it is lifted', async () => {
		const id = await sandbox.client.addFault({ ...broken, path: '/krediler' });
		await sandbox.client.addFault({ ...broken, path: '/backlink' });
		await sandbox.client.removeFault(id);
		expect(await statusesOf([balance, order])).toEqual([200, 500]);
		await sandbox.client.clearFaults();
		expect(await statusesOf([balance, order])).toEqual([200, 200]);
	});

	it('shows in the books by its name', async () => {
		await sandbox.client.addFault({ ...broken, name: 'Bakım', times: 1 });
		await balance();
		expect(await newest()).toMatchObject({ fault: 'Bakım' });
		await balance();
		expect(await newest()).toMatchObject({ fault: null });
	});
});
