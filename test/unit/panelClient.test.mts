import { rateLimiterFor } from '../../nodes/BacklinkPanel/api/accountRateLimiters.ts';
import { balanceRequest } from '../../nodes/BacklinkPanel/api/credits.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import type { PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { balance, limits, refused, SECOND, setUp, status, tooMany } from './clientOfService.mts';

// The run ledger alone makes one, which is another test's matter.
const order = {
	method: 'POST',
	path: '/backlink',
	body: { sureAy: 1 },
	spendsCredits: true,
} as unknown as PanelRequest;

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('a request leaves', () => {
	test('once, and comes back with the answer', async () => {
		const { send, sent } = setUp(balance);
		expect(await send(balanceRequest)).toEqual({
			outcome: { kind: 'answer', body: { bakiye: 5 } },
			waitedMs: 0,
			rejections: 0,
		});
		expect(sent).toHaveLength(1);
	});

	test('not at all after a stop in the very moment of its turn, and leaves its place to others', async () => {
		const { access, client, sent } = setUp(balance);
		const report = jest.spyOn(rateLimiterFor(access), 'report');
		const stopButton = new AbortController();
		const sending = client.send(balanceRequest, { ...limits, signal: stopButton.signal });
		stopButton.abort();
		expect((await sending).outcome).toEqual({ kind: 'stopped' });
		expect(sent).toEqual([]);
		expect(report.mock.calls).toEqual([[expect.anything(), 'unsent']]);
	});

	test('not at all after a stop before it', async () => {
		const { send, sent } = setUp(balance);
		const { outcome } = await send(balanceRequest, { signal: AbortSignal.abort() });
		expect(outcome).toEqual({ kind: 'stopped' });
		expect(sent).toEqual([]);
	});

	test('and each time it does, who sent it is told, and what became of it', async () => {
		const { send } = setUp(refused, balance);
		const told: string[] = [];
		await send(balanceRequest, {
			onSend: () => {
				told.push('sent');
				return (outcome) => told.push(outcome.kind);
			},
		});
		expect(told).toEqual(['sent', 'failure', 'sent', 'answer']);
	});
});

describe('a request is sent again where that is safe', () => {
	test('an order that did not leave, three times', async () => {
		const { send, sent } = setUp(refused);
		expect((await send(order)).outcome).toMatchObject({ reason: 'notSent' });
		expect(sent).toHaveLength(4);
	});

	test('an order that may have left, never', async () => {
		const { send, sent } = setUp(status(502), balance);
		expect((await send(order)).outcome).toMatchObject({ reason: 'outcomeUnknown' });
		expect(sent).toHaveLength(1);
	});

	test('a read whose answer was lost, three times', async () => {
		const { send, sent } = setUp(status(502));
		expect((await send(balanceRequest)).outcome).toMatchObject({ reason: 'readFailed' });
		expect(sent).toHaveLength(4);
	});

	test('until there is an answer', async () => {
		const { send, sent } = setUp(status(502), refused, balance, status(502));
		expect((await send(balanceRequest)).outcome).toMatchObject({ kind: 'answer' });
		expect(sent).toHaveLength(3);
	});

	test('not where one try is enough', async () => {
		const { send, sent } = setUp(refused);
		expect((await send(balanceRequest, { triesOnce: true })).outcome).toMatchObject({
			reason: 'notSent',
		});
		expect(sent).toHaveLength(1);
	});

	test('not after a stop while it waits for its next try', async () => {
		const { client, sent } = setUp(refused);
		const stopButton = new AbortController();
		const sending = client.send(order, { ...limits, signal: stopButton.signal });
		await jest.advanceTimersByTimeAsync(500);
		stopButton.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect((await sending).outcome).toEqual({ kind: 'stopped' });
		expect(sent).toHaveLength(1);
	});
});

describe('a 429', () => {
	test('is waited out, also by an order', async () => {
		const { send, sent } = setUp(tooMany(), balance);
		const { outcome, waitedMs, rejections } = await send(order);
		expect(outcome).toMatchObject({ kind: 'answer' });
		expect(waitedMs).toBeGreaterThan(0);
		expect(rejections).toBe(1);
		expect(sent).toHaveLength(2);
	});

	test('ends the request that may not wait, with what the service said', async () => {
		const { send, sent } = setUp(tooMany());
		const { outcome } = await send(balanceRequest, { maxRateLimitWaitMs: 0 });
		expect(outcome).toMatchObject({
			reason: 'limit',
			kod: 'limit',
			hata: 'Çok fazla',
			httpStatus: 429,
			waitedMs: 0,
			isAskedToComeBack: false,
		});
		expect(sent).toHaveLength(1);
	});

	test('that asks for more than the request may wait ends it at once, and tells for how long', async () => {
		const { send, sent } = setUp(tooMany({ 'retry-after': '1800' }));
		const { outcome } = await send(balanceRequest);
		expect(outcome).toMatchObject({ reason: 'limit', isAskedToComeBack: true });
		const { retryAfterMs } = outcome as PanelFailure;
		expect(Math.floor(Number(retryAfterMs) / SECOND)).toBe(1800);
		expect(sent).toHaveLength(1);
	});

	test('of one request holds up the next, which is turned away without being sent', async () => {
		const { send, sent } = setUp(tooMany({ 'retry-after': '1800' }), balance);
		await send(balanceRequest, { maxRateLimitWaitMs: 0 });
		const { outcome } = await send(balanceRequest, { maxRateLimitWaitMs: 0 });
		expect(outcome).toMatchObject({ reason: 'limit', kod: null, httpStatus: null, detail: '' });
		expect(sent).toHaveLength(1);
	});
});

describe('what became of a request tells the rate limiter', () => {
	test.each([
		['an answer', balance, 'accepted'],
		['a refusal', status(402, { ok: false, kod: 'krediYetersiz' }), 'accepted'],
		['a page of a gateway', status(502), 'accepted'],
		['a 429', tooMany(), 'rejected'],
		['a 429 that says ok', status(429, { ok: true }), 'rejected'],
		['the kod of a 429 alone', status(200, { ok: false, kod: 'limit' }), 'rejected'],
		['a request that never left', refused, 'unsent'],
		['an answer that was lost', new Error('socket hang up'), 'unknown'],
	])('%s', async (_, answer, outcome) => {
		const { access, send } = setUp(answer);
		const report = jest.spyOn(rateLimiterFor(access), 'report');
		await send(order, { maxRateLimitWaitMs: 0, triesOnce: true });
		expect(report.mock.calls.map(([, reported]) => reported)).toEqual([outcome]);
	});

	test('a wait that the service asked for', async () => {
		const { access, send } = setUp(tooMany({ 'retry-after': '7' }));
		const report = jest.spyOn(rateLimiterFor(access), 'report');
		await send(order, { maxRateLimitWaitMs: 0 });
		expect(report.mock.calls[0]?.[2]).toMatchObject({ retryAfterMs: 7 * SECOND });
	});
});

test('an announcement takes the place of the last, and each request is one less to come', async () => {
	const { access, client, send } = setUp(balance);
	const announce = jest.spyOn(rateLimiterFor(access), 'announce');
	const toCome = () => announce.mock.calls.reduce((sum, [requests]) => sum + requests, 0);
	client.announce(3);
	expect(toCome()).toBe(3);
	await send(balanceRequest);
	expect(toCome()).toBe(2);
	client.announce(1);
	expect(toCome()).toBe(1);
	await send(balanceRequest);
	await send(balanceRequest);
	expect(toCome()).toBe(0);
});
