import type { IAllExecuteFunctions, ICredentialTestFunctions } from 'n8n-workflow';

import { testPanelAccess } from '../../nodes/BacklinkPanel/api/credentialTest.ts';
import { balanceRequest } from '../../nodes/BacklinkPanel/api/credits.ts';
import {
	createPanelClient,
	type SendOptions,
	waitBeforeRetry,
} from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { failureReasons } from './failureReasons.mts';

const status = (statusCode: number, body: object = { ok: false }, headers = {}) => ({
	statusCode,
	headers,
	body,
});
const balance = status(200, { ok: true, bakiye: 5 });
const tooMany = (headers = {}) =>
	status(429, { ok: false, kod: 'limit', hata: 'Çok fazla' }, headers);
const thrown = (code: string, message = `connect ${code} 192.0.2.1:443`) =>
	Object.assign(new Error(message), { code });

/** Paid request without the order journal, which alone makes such requests in the node. */
const order = { method: 'POST', path: '/backlink', spendsCredits: true } as unknown;

let accounts = 0;

/** Makes a client with its own account. The service gives these answers, and repeats the last one. */
function setUp(answers: unknown[], requestsPerMinute = 60) {
	accounts += 1;
	const apiKey = `demo_live_${accounts}`;
	const sent: unknown[] = [];
	const functions = {
		helpers: {
			async httpRequestWithAuthentication(...request: unknown[]) {
				sent.push(request);
				const answer = answers[Math.min(sent.length, answers.length) - 1];
				if (answer instanceof Error) throw answer;
				return await Promise.resolve(answer);
			},
		},
	};
	const client = createPanelClient(
		// Safe cast: a request uses no other function of n8n.
		functions as unknown as IAllExecuteFunctions,
		{
			kind: 'access',
			baseUrl: 'https://panel.example.com',
			apiKey,
			requestsPerMinute,
		},
	);
	/** Sends a request, and lets `forMs` pass. */
	async function send(request: unknown, changes: Partial<SendOptions> = {}, forMs = 1_000_000) {
		const limits = { timeoutMs: 30_000, maxRateLimitWaitMs: 900_000, ...changes };
		const sending = client.send(request as PanelRequest, limits);
		await jest.advanceTimersByTimeAsync(forMs);
		return await sending;
	}
	return { send, sent, apiKey };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const refused = thrown('ECONNREFUSED');
const hangUp = thrown('ECONNRESET', 'socket hang up');

describe('how often a request is sent', () => {
	test.each<[string, unknown, unknown[], number]>([
		['an order that did not leave', order, [refused], 4],
		['an order that did not leave at first', order, [refused, balance], 2],
		['an order that the certificate kept back', order, [thrown('CERT_HAS_EXPIRED')], 1],
		['an order that got a 429', order, [tooMany(), balance], 2],
		['an order whose answer was lost', order, [hangUp, balance], 1],
		['an order that a gateway answered', order, [status(502), balance], 1],
		['an order that was refused', order, [status(409), balance], 1],
		['a read that a gateway answered', balanceRequest, [status(502)], 4],
		['a read whose answer was lost at first', balanceRequest, [hangUp, refused, balance], 3],
		['a read that was redirected', balanceRequest, [status(302)], 1],
	])('%s', async (_, request, answers, times) => {
		const { send, sent } = setUp(answers);
		await send(request);
		expect(sent).toHaveLength(times);
	});

	test('an order goes again for no other reason than that it did not leave', () => {
		const facts = { detail: '', isTransient: true, retryAfterMs: 1, httpStatus: 503 };
		const repeated = failureReasons.filter(
			(reason) => waitBeforeRetry(failure(reason, facts), 1, 1) !== undefined,
		);
		// readFailed is a reason of reads only.
		expect(repeated).toEqual(['notSent', 'readFailed']);
		expect(waitBeforeRetry(failure('notSent', { detail: '' }), 1, 1)).toBeUndefined();
	});

	test('a read waits for the service’s own Retry-After, but not for minutes', () => {
		const facts = { detail: '', isTransient: true };
		const waitFor = (retryAfterMs: number) =>
			waitBeforeRetry(failure('readFailed', { ...facts, retryAfterMs }), 1, 1);
		expect(waitFor(3_000)).toBe(3_000);
		expect(waitFor(600_000)).toBeLessThan(60_000);
	});
});

describe('the outcome of a request decides if another one may go at once', () => {
	test.each([
		// Last columns: with one request a minute, and with the documented limit.
		['an answer', balance, false, true],
		['a refusal', status(402, { ok: false, kod: 'krediYetersiz' }), false, true],
		['a page of a gateway', status(502), false, true],
		['an answer that was lost', hangUp, false, true],
		['a 429', tooMany({ 'retry-after': '1800' }), false, false],
		['a 429 that says ok', status(429, { ok: true }, { 'retry-after': '1800' }), false, false],
		['a request that never left', refused, true, true],
	])('%s', async (_, answer, ...mayGo) => {
		const atOnce = { maxRateLimitWaitMs: 0, repeatsOnly429: true };
		for (const [index, requestsPerMinute] of [1, 60].entries()) {
			const { send, sent } = setUp([answer], requestsPerMinute);
			await send(order, atOnce, 1_000);
			await send(order, atOnce, 1_000);
			expect(sent).toHaveLength(mayGo[index] ? 2 : 1);
		}
	});
});

test.each([[undefined], [null], ['ok']])(
	'%j, which is no response, is a lost answer',
	async (given) => {
		expect(await setUp([given]).send(order)).toMatchObject({ reason: 'outcomeUnknown' });
	},
);

test('an error that quotes the request does not show the key, nor does the test of the credential', async () => {
	const answers: unknown[] = [];
	const { send, apiKey } = setUp(answers);
	const error = new Error(`bad header Bearer ${apiKey}`);
	answers.push(error);
	const request = async () => await Promise.reject(error);
	const credentialTest = await testPanelAccess.call(
		// Safe cast: n8n gives the test of a credential only this helper.
		{ helpers: { request } } as unknown as ICredentialTestFunctions,
		{ id: '1', name: 'x', type: 'x', data: { baseUrl: 'https://panel.example.com', apiKey } },
	);
	for (const told of [await send(order), credentialTest].map((each) => JSON.stringify(each))) {
		expect(told).toContain('[API key]');
		expect(told).not.toContain(apiKey);
	}
});
