import { setTimeout as pause } from 'node:timers/promises';

import { startSandbox, type Fault } from '../../../sandbox/sandbox.mts';
import type { PanelAnswer, PanelRequest } from '../../sandbox/panelRequest.mts';
import { sandboxClient } from '../../sandbox/sandboxClient.mts';
import { backlink, useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

const order = (request: Partial<PanelRequest> = {}): Promise<PanelAnswer> =>
	sandbox.send({ method: 'POST', path: '/backlink', body: backlink, ...request });
const balance = (request: Partial<PanelRequest> = {}): Promise<PanelAnswer> =>
	sandbox.send({ path: '/krediler', ...request });
const newest = async () => (await sandbox.client.books()).requests.at(-1);

/** Waits until the books say so: what happens to a connection arrives a little later. */
async function untilNewest(expected: object) {
	for (let tries = 0; tries < 100; tries++) {
		if (expect.objectContaining(expected).asymmetricMatch(await newest())) return;
		await pause(10);
	}
	expect(await newest()).toMatchObject(expected);
}

const charged = { processed: true, credits: 3 };
const notCharged = { processed: false, credits: 0 };

describe('an answer that is complete', () => {
	test.each<[Fault, object, object]>([
		[{ answer: 'badGateway' }, { status: 502, text: expect.stringContaining('<h1>') }, charged],
		[{ answer: 'badGateway', phase: 'before' }, { status: 502 }, notCharged],
		[{ answer: 'status' }, { status: 500, text: '' }, notCharged],
		[
			{ answer: 'status', status: 503, phase: 'after', body: {} },
			{ status: 503, json: {} },
			charged,
		],
		[{ answer: 'refusal', body: { kod: 'x' } }, { json: { ok: false, kod: 'x' } }, notCharged],
		[
			{ answer: 'tooManyRequests', headers: { 'Retry-After': '7' } },
			{ status: 429, headers: expect.objectContaining({ 'retry-after': '7' }) },
			notCharged,
		],
		[{ answer: 'json', body: { ok: 'evet' } }, { status: 200, json: { ok: 'evet' } }, notCharged],
	])('%j', async (fault, seen, entered) => {
		await sandbox.client.addFault(fault);
		expect(await order()).toMatchObject(seen);
		expect(await newest()).toMatchObject({ ...entered, outcome: 'answered', fault: fault.answer });
	});
});

describe('an answer that does not arrive', () => {
	test.each<[Fault, object, object]>([
		[{ answer: 'reset' }, { code: 'ECONNRESET' }, { ...charged, outcome: 'reset' }],
		[{ answer: 'reset', phase: 'before' }, { code: 'ECONNRESET' }, notCharged],
		[
			{ answer: 'truncated' },
			{ message: expect.stringMatching(/aborted/) },
			{ ...charged, outcome: 'truncated', status: 200 },
		],
	])('%j', async (fault, error, entered) => {
		await sandbox.client.addFault(fault);
		await expect(order()).rejects.toMatchObject(error);
		expect(await newest()).toMatchObject(entered);
	});

	test('a late one: the order exists meanwhile', async () => {
		await sandbox.client.addFault({ answer: 'latency', delayMs: 100 });
		const answer = order();
		await untilNewest({ ...charged, outcome: 'inProgress', status: null });
		expect((await answer).status).toBe(200);
	});

	test('one that waits before the order: it is carried out although the client has left', async () => {
		await sandbox.client.addFault({ answer: 'latency', phase: 'before', delayMs: 200 });
		await expect(order({ leaveAfterMs: 50 })).rejects.toMatchObject({ code: 'ECONNABORTED' });
		await untilNewest({ ...charged, outcome: 'clientLeft' });
	});

	test('none at all, until the client leaves or the sandbox is closed', async () => {
		await sandbox.client.addFault({ answer: 'timeout' });
		await expect(order({ leaveAfterMs: 150 })).rejects.toMatchObject({ code: 'ECONNABORTED' });
		await untilNewest({ ...charged, outcome: 'clientLeft' });

		const other = await startSandbox();
		await sandboxClient(other.url).addFault({ answer: 'timeout' });
		const ending = expect(order({ url: other.url })).rejects.toMatchObject({ code: 'ECONNRESET' });
		await pause(50);
		await other.close();
		await ending;
	});
});

describe('which requests a fault strikes', () => {
	const broken: Fault = { answer: 'status', status: 500 };
	const other = () => order({ body: { ...backlink, hedefUrl: 'https://diger.example/' } });
	const prefixed = () => balance({ url: `${sandbox.url}/panel` });
	const stranger = () => balance({ apiKey: 'demo_live_000000000000' });
	type Requests = Array<() => Promise<PanelAnswer>>;

	async function statusesOf(requests: Requests) {
		const statuses: number[] = [];
		for (const request of requests) statuses.push((await request()).status);
		return statuses;
	}

	test.each<[string, Fault[], Requests, number[]]>([
		['all by default', [broken], [order, balance], [500, 500]],
		['those of a method', [{ ...broken, method: 'post' }], [order, balance], [500, 200]],
		[
			'those to a path, under any prefix',
			[{ ...broken, path: '/krediler' }],
			[order, balance, prefixed],
			[200, 500, 500],
		],
		['those with a text', [{ ...broken, bodyContains: 'diger' }], [order, other], [200, 500]],
		[
			'so many, after so many',
			[{ ...broken, path: '/krediler', skip: 1, times: 2 }],
			[balance, order, balance, balance, balance],
			[200, 200, 500, 500, 200],
		],
		[
			'the earliest fault that is due',
			[
				{ ...broken, status: 501, times: 1 },
				{ ...broken, status: 502 },
			],
			[balance, balance],
			[501, 502],
		],
		['a wrong key not with a page', [{ answer: 'html' }], [stranger], [401]],
		['a wrong key with a status', [{ ...broken, status: 503 }], [stranger], [503]],
	])('%s', async (_, faults, requests, statuses) => {
		for (const fault of faults) await sandbox.client.addFault(fault);
		expect(await statusesOf(requests)).toEqual(statuses);
	});

	test('none that the rate limit refuses', async () => {
		await sandbox.client.change({ rateLimit: { window: 'sliding', limit: 1 } });
		await sandbox.client.addFault(broken);
		expect(await statusesOf([balance, balance])).toEqual([500, 429]);
	});

	test('none any more once it is lifted; the books have its name', async () => {
		const id = await sandbox.client.addFault({ ...broken, path: '/krediler', name: 'Bakım' });
		await sandbox.client.addFault({ ...broken, path: '/backlink' });
		await balance();
		expect(await newest()).toMatchObject({ fault: 'Bakım' });
		expect(await sandbox.client.faults()).toMatchObject([{ matched: 1, struck: 1 }, {}]);
		await sandbox.client.removeFault(id);
		expect(await statusesOf([balance, order])).toEqual([200, 500]);
		await sandbox.client.clearFaults();
		expect(await statusesOf([balance, order])).toEqual([200, 200]);
	});
});
