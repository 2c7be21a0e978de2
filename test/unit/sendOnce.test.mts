import type { IAllExecuteFunctions } from 'n8n-workflow';

import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { createSingleTrySender } from '../../nodes/BacklinkPanel/api/sendOnce.ts';

const apiKey = 'demo_live_1a2b3c';
const read = { method: 'GET', path: '/siparisler', query: { limit: 5 }, spendsCredits: false };
const order = { method: 'POST', path: '/backlink', body: { sureAy: 1 }, spendsCredits: true };

/** Sends a request through a helper that gives or throws this. */
async function send(request: object, given: unknown) {
	const asked: unknown[][] = [];
	const functions = {
		helpers: {
			async httpRequestWithAuthentication(this: unknown, ...request: unknown[]) {
				asked.push([this === functions, ...request]);
				if (given instanceof Error) throw given;
				return await Promise.resolve(given);
			},
		},
	};
	const sendOnce = createSingleTrySender(
		// Nothing else of n8n is used for a request.
		functions as unknown as IAllExecuteFunctions,
		{ kind: 'access', baseUrl: 'https://panel.example.com/alt', apiKey, requestsPerMinute: 60 },
	);
	// The run ledger alone makes a paid one, which is another test's matter.
	return { ...(await sendOnce(request as PanelRequest, 120_000)), asked };
}

const answered = (statusCode: number, body: unknown, headers = {}) => ({
	statusCode,
	headers,
	body,
});
/** As n8n throws it because of its status; the connection stood. */
const thrown = (status: number, data: unknown) =>
	Object.assign(new Error(`Request failed with status code ${status}`), {
		httpCode: String(status),
		cause: {
			response: { status, headers: { 'retry-after': '7' }, data },
			request: { destroyed: true, socket: { secureConnecting: false } },
		},
	});

describe('n8n’s helper is asked', () => {
	test('for a read, with this node’s credential, and to give any status as a value', async () => {
		const { asked } = await send(read, answered(200, { ok: true }));
		expect(asked).toEqual([
			[
				true,
				'backlinkPanelApi',
				{
					method: 'GET',
					url: 'https://panel.example.com/alt/api/v1/siparisler',
					qs: { limit: 5 },
					body: undefined,
					json: true,
					timeout: 120_000,
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
				},
				// It must not send a request again by itself.
				{ preAuthenticationRetryStatusCode: [] },
			],
		]);
	});

	test('for an order, to throw what may be a proxy’s answer, since its error shows the connection', async () => {
		const { asked } = await send(order, answered(200, { ok: true }));
		const options = asked[0]?.[2] as { ignoreHttpStatusErrors: { ignore: true; except: number[] } };
		expect(options).toMatchObject({ method: 'POST', body: { sureAy: 1 } });
		const { ignore, except } = options.ignoreHttpStatusErrors;
		expect(ignore).toBe(true);
		const others = [200, 201, 299, 400, 401, 402, 404, 406, 409, 422, 429, 499, 600];
		expect(except).toEqual(expect.arrayContaining([300, 302, 399, 403, 407, 408, 500, 502, 599]));
		expect(others.filter((status) => except.includes(status))).toEqual([]);
	});
});

test('an answer comes back with what its headers tell of the rate limit', async () => {
	const { outcome, rateLimitHeaders } = await send(read, answered(429, {}, { 'retry-after': '7' }));
	expect(outcome).toMatchObject({ reason: 'limit', retryAfterMs: 7000 });
	expect(rateLimitHeaders).toMatchObject({ retryAfterMs: 7000 });
});

describe('what n8n throws is', () => {
	test('an answer, where it has the service’s own', async () => {
		const { outcome, rateLimitHeaders } = await send(
			order,
			thrown(503, { kod: 'bakim', hata: 'Bakım' }),
		);
		expect(outcome).toMatchObject({
			reason: 'outcomeUnknown',
			httpStatus: 503,
			kod: 'bakim',
			hata: 'Bakım',
		});
		expect(rateLimitHeaders).toMatchObject({ retryAfterMs: 7000 });
	});

	test('a request that never left, with the host', async () => {
		const { outcome, rateLimitHeaders } = await send(
			order,
			Object.assign(new Error('connect ECONNREFUSED'), {
				code: 'ECONNREFUSED',
				syscall: 'connect',
			}),
		);
		expect(outcome).toMatchObject({ reason: 'notSent', host: 'panel.example.com' });
		expect(rateLimitHeaders).toEqual({});
	});

	test('a lost answer, which means that an order is unknown, and a read failed', async () => {
		const hangUp = new Error('socket hang up');
		expect((await send(order, hangUp)).outcome).toMatchObject({ reason: 'outcomeUnknown' });
		expect((await send(read, hangUp)).outcome).toMatchObject({ reason: 'readFailed' });
	});

	test('told with the time that it had', async () => {
		const { outcome } = await send(order, new Error('timeout of 120000ms exceeded'));
		expect(outcome).toMatchObject({ detail: 'no answer came within 120 s' });
	});
});

test.each([[undefined], [null], ['ok']])(
	'what is no response is a lost answer: %j',
	async (given) => {
		expect((await send(order, given)).outcome).toMatchObject({ reason: 'outcomeUnknown' });
	},
);

test('the key is in nothing that comes back', async () => {
	const refusal = await send(order, answered(403, { ok: false, hata: `no ${apiKey}` }));
	expect(refusal.outcome).toMatchObject({ hata: 'no [API key]' });
	const failure = await send(read, new Error(`bad header Bearer ${apiKey}`));
	expect(JSON.stringify(failure)).toContain('[API key]');
	expect(JSON.stringify([failure.outcome, failure.rateLimitHeaders])).not.toContain(apiKey);
});
