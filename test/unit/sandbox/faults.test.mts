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

/** Waits until the newest request in the books is as expected: the end of a connection is entered a little later. */
async function untilNewest(expected: object) {
	for (let tries = 0; tries < 100; tries++) {
		if (expect.objectContaining(expected).asymmetricMatch(await newest())) return;
		await pause(10);
	}
	expect(await newest()).toMatchObject(expected);
}

const charged = { processed: true, credits: 3 };
const notCharged = { processed: false, credits: 0 };

test.each<[Fault, object, object]>([
	[{ answer: 'badGateway', phase: 'before' }, { status: 502 }, notCharged],
	[{ answer: 'status', status: 503, phase: 'after', body: {} }, { status: 503, json: {} }, charged],
	[{ answer: 'refusal', body: { kod: 'x' } }, { json: { ok: false, kod: 'x' } }, notCharged],
])('a complete answer: %j', async (fault, seen, entered) => {
	await sandbox.client.addFault(fault);
	expect(await order()).toMatchObject(seen);
	expect(await newest()).toMatchObject({ ...entered, outcome: 'answered', fault: fault.answer });
});

describe('an answer that does not arrive', () => {
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
	const stranger = () => balance({ apiKey: 'demo_live_000000000000' });
	type Requests = Array<() => Promise<PanelAnswer>>;

	async function statusesOf(requests: Requests) {
		const statuses: number[] = [];
		for (const request of requests) statuses.push((await request()).status);
		return statuses;
	}

	test('the earliest fault that is due, and none before its turn', async () => {
		await sandbox.client.addFault({ ...broken, status: 501, skip: 1, times: 1 });
		await sandbox.client.addFault({ ...broken, status: 502, method: 'post' });
		expect(await statusesOf([balance, balance, balance, order])).toEqual([200, 501, 200, 502]);
	});

	test('one with a wrong key, if the fault is a status and not a page', async () => {
		await sandbox.client.addFault({ answer: 'html', times: 1 });
		expect(await statusesOf([stranger])).toEqual([401]);
		await sandbox.client.addFault({ ...broken, status: 503 });
		expect(await statusesOf([balance, stranger])).toEqual([200, 503]);
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
