import type { IAllExecuteFunctions } from 'n8n-workflow';

import { rateLimiterFor } from '../../nodes/BacklinkPanel/api/accountRateLimiters.ts';
import { balanceRequest } from '../../nodes/BacklinkPanel/api/credits.ts';
import {
	createPanelClient,
	createNonWaitingClient,
	type SendOptions,
} from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import type { PanelAccess } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import type { PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

const SECOND = 1000;
const limits: SendOptions = { timeoutMs: 30 * SECOND, maxRateLimitWaitMs: 900 * SECOND };

// The run ledger alone makes one, which is another test's matter.
const order = {
	method: 'POST',
	path: '/backlink',
	body: { sureAy: 1 },
	spendsCredits: true,
} as unknown as PanelRequest;

const status = (statusCode: number, body: object = { ok: false }, headers = {}) => ({
	statusCode,
	headers,
	body,
});
const balance = status(200, { ok: true, bakiye: 5 });
const tooMany = (headers = {}) =>
	status(429, { ok: false, kod: 'limit', hata: 'Çok fazla' }, headers);
const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:443'), {
	code: 'ECONNREFUSED',
	syscall: 'connect',
});

let accounts = 0;

/** A client of an account of its own, whose service answers so, the last answer again and again. */
function setUp(...answers: unknown[]) {
	accounts += 1;
	const access: PanelAccess = {
		kind: 'access',
		baseUrl: 'https://panel.example.com',
		apiKey: `demo_live_${accounts}`,
		requestsPerMinute: 60,
	};
	const sent: unknown[][] = [];
	const functions = {
		helpers: {
			async httpRequestWithAuthentication(...request: unknown[]) {
				sent.push(request);
				const answer = answers[Math.min(sent.length, answers.length) - 1];
				if (answer instanceof Error) throw answer;
				return await Promise.resolve(answer);
			},
		},
		getCredentials: async () => await Promise.resolve(access),
	};
	const client = createPanelClient(
		// Nothing else of n8n is used for a request.
		functions as unknown as IAllExecuteFunctions,
		access,
	);
	/** What a request comes to, after whatever waits it takes. */
	const send = async (request: PanelRequest, changes: Partial<SendOptions> = {}) => {
		const sending = client.send(request, { ...limits, ...changes });
		await jest.advanceTimersByTimeAsync(1000 * SECOND);
		return await sending;
	};
	return { access, client, functions, send, sent };
}

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

describe('a poll, and a menu of the editor', () => {
	const openReader = async (functions: ReturnType<typeof setUp>['functions'], poller?: string) => {
		// As above.
		const reader = await createNonWaitingClient(
			functions as unknown as IAllExecuteFunctions as never,
			poller,
		);
		if (reader.kind === 'failure') throw new Error(reader.detail);
		return reader;
	};

	test('reads once and at once', async () => {
		const { functions, access, sent } = setUp(balance);
		const reader = await openReader(functions);
		expect(reader.access).toEqual(access);
		expect(await reader.read(balanceRequest)).toEqual({ kind: 'answer', body: { bakiye: 5 } });
		expect(sent).toHaveLength(1);
	});

	test.each([
		['a lost answer', status(502), 'readFailed'],
		['a host that does not answer', refused, 'notSent'],
		['a 429', tooMany(), 'limit'],
	])('waits for nothing: %s', async (_, answer, reason) => {
		const { functions, sent } = setUp(answer);
		const { read } = await openReader(functions);
		expect(await read(balanceRequest)).toMatchObject({ reason, isPoll: true });
		expect(sent).toHaveLength(1);
	});

	test('gives an answer 30 s', async () => {
		const { functions, sent } = setUp(balance);
		await (await openReader(functions)).read(balanceRequest);
		expect(sent[0]?.[1]).toMatchObject({ timeout: 30 * SECOND });
	});

	test('of a trigger is known to the rate limiter by its name', async () => {
		const { access, functions } = setUp(balance);
		const newTurn = jest.spyOn(rateLimiterFor(access), 'newTurn');
		await (await openReader(functions, 'trigger 7')).read(balanceRequest);
		expect(newTurn.mock.calls).toEqual([['trigger 7']]);
	});

	test('asks nothing with a credential that cannot be used', async () => {
		const { sent, functions } = setUp(balance);
		const getCredentials = async () => await Promise.resolve({ baseUrl: '', apiKey: '' });
		expect(await createNonWaitingClient({ ...functions, getCredentials } as never)).toMatchObject({
			reason: 'invalidCredential',
			detail: 'The Base URL is empty',
		});
		expect(sent).toEqual([]);
	});
});
