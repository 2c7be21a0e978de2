import type { PanelClient, SendResult } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { ReadRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { readItem, withSharedRequests } from '../../nodes/BacklinkPanel/batch/readItem.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { type ReadPlan, toOutput } from '../../nodes/BacklinkPanel/operations/itemPlan.ts';
import type { PreparedRead } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';

type Outcome = SendResult['outcome'];

const request = (limit?: number): ReadRequest => ({
	method: 'GET',
	path: '/siparisler',
	query: limit === undefined ? undefined : { limit },
	spendsCredits: false,
});
const prepared = (more: Partial<PreparedRead> = {}): PreparedRead => ({
	kind: 'prepared',
	itemIndex: 0,
	timeoutMs: 30_000,
	maxRateLimitWaitMs: 900_000,
	request: request(),
	read: (body) => toOutput([body]),
	...more,
});
const answer = (body = {}): Outcome => ({ kind: 'answer', body });
const down = failure('readFailed', { detail: '' });
const { signal } = new AbortController();

/** A client that answers so, one request after another, each after a wait of a second and one 429. */
function clientOf(...outcomes: Outcome[]) {
	const sent: Array<Parameters<PanelClient['send']>> = [];
	const send: PanelClient['send'] = async (...asked) => {
		sent.push(asked);
		return { outcome: outcomes[sent.length - 1] ?? answer(), waitedMs: 1000, rejections: 1 };
	};
	return { send, sent };
}

/** Counts what leaves, with the time that its answer may take. */
function concurrencyOf() {
	const timeouts: number[] = [];
	const sent = (timeoutMs: number) => {
		timeouts.push(timeoutMs);
		return () => {};
	};
	return { limit: 10, isCautious: false, sent, timeouts };
}

const read = async (client: Pick<PanelClient, 'send'>, item: Parameters<typeof readItem>[2]) =>
	await readItem(client, concurrencyOf(), item, signal);

describe('the result of an item', () => {
	const rateLimitWait = { waitedMs: 1000, rejections: 1 };

	test('is what is read from the answer', async () => {
		expect(await read(clientOf(answer({ id: 1 })), prepared())).toEqual({
			kind: 'done',
			by: 'reading',
			items: [{ id: 1 }],
			rateLimitWait,
		});
	});

	test('is the failure of its fields, and nothing is sent', async () => {
		const client = clientOf();
		const invalid = failure('invalidParameter', { detail: 'x' });
		expect(await read(client, invalid)).toEqual({ kind: 'failed', failure: invalid });
		expect(client.sent).toEqual([]);
	});

	test('is the failure of the request, or of reading its answer', async () => {
		expect(await read(clientOf(down), prepared())).toEqual({
			kind: 'failed',
			failure: down,
			rateLimitWait,
		});
		const item = prepared({ read: () => down });
		expect(await read(clientOf(answer()), item)).toEqual({
			kind: 'failed',
			failure: down,
			rateLimitWait,
		});
	});

	test('is “stopped” where the request could not leave any more', async () => {
		expect(await read(clientOf({ kind: 'stopped' }), prepared())).toEqual({ kind: 'stopped' });
	});
});

test('a request is sent with the limits of its item, and counts as in flight when it leaves', async () => {
	const client = clientOf();
	const concurrency = concurrencyOf();
	await readItem(client, concurrency, prepared(), signal);
	const [, limits] = client.sent[0] ?? [];
	expect(limits).toMatchObject({ timeoutMs: 30_000, maxRateLimitWaitMs: 900_000, signal });
	expect(concurrency.timeouts).toEqual([]);
	limits?.onSend?.();
	expect(concurrency.timeouts).toEqual([30_000]);
});

describe('an answer that may not tell everything', () => {
	const askAgain: ReadPlan['askAgain'] = ({ isShort }) =>
		isShort === true ? { request: request(500), read: () => toOutput([{ id: 'all' }]) } : undefined;

	test('is asked again, and all waits count', async () => {
		const client = clientOf(answer({ isShort: true }), answer());
		expect(await read(client, prepared({ askAgain }))).toEqual({
			kind: 'done',
			by: 'reading',
			items: [{ id: 'all' }],
			rateLimitWait: { waitedMs: 2000, rejections: 2 },
		});
		expect(client.sent.map(([asked]) => asked)).toEqual([request(), request(500)]);
	});

	test.each<[string, Outcome]>([
		['an answer that does', answer({ isShort: false })],
		['a failure', down],
	])('%s is not asked again', async (_, outcome) => {
		const client = clientOf(outcome);
		await read(client, prepared({ askAgain }));
		expect(client.sent).toHaveLength(1);
	});
});

describe('items of a batch that ask the same', () => {
	const limits = { timeoutMs: 1, maxRateLimitWaitMs: 2, signal };

	test.each<[string, Outcome]>([
		['an answer', answer({ id: 1 })],
		['a failure', down],
	])('share %s; the wait counts for the first one alone', async (_, outcome) => {
		const client = clientOf(outcome);
		const { send } = withSharedRequests(client);
		const deliveries = await Promise.all([send(request(), limits), send(request(), limits)]);
		expect(deliveries).toEqual([
			{ outcome, waitedMs: 1000, rejections: 1 },
			{ outcome, waitedMs: 0, rejections: 0 },
		]);
		expect(client.sent).toHaveLength(1);
	});

	test('also where nothing can stop them', async () => {
		const client = clientOf();
		const { send } = withSharedRequests(client);
		const endless = { timeoutMs: 1, maxRateLimitWaitMs: 2 };
		await Promise.all([send(request(), endless), send(request(), endless)]);
		expect(client.sent).toHaveLength(1);
	});

	test('with other limits, or for something else, they do not', async () => {
		const client = clientOf();
		const { send } = withSharedRequests(client);
		await send(request(), limits);
		await send(request(), { ...limits, timeoutMs: 3 });
		await send(request(), { ...limits, maxRateLimitWaitMs: 3 });
		await send(request(7), limits);
		await send({ ...request(), path: '/krediler' }, limits);
		expect(client.sent).toHaveLength(5);
	});

	test('after a stop nobody waits for the answer to the first one', async () => {
		const client = clientOf(answer(), { kind: 'stopped' });
		const { send } = withSharedRequests(client);
		await send(request(), limits);
		const { outcome } = await send(request(), { ...limits, signal: AbortSignal.abort() });
		expect(outcome).toEqual({ kind: 'stopped' });
	});
});
