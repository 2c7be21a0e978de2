import { maskedKey } from '../../../sandbox/text.mts';
import { retryAfterHeaders } from '../../../sandbox/retryAfter.mts';
import type { PanelRequest } from '../../sandbox/panelRequest.mts';
import { backlink, refusal } from '../../sandbox/serviceForms.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

type Request = Partial<PanelRequest> & { path: string };

const balance: Request = { path: '/krediler' };
const stranger: Request = { path: '/krediler', apiKey: 'demo_live_000000000000' };

async function statuses(requests: Request[]) {
	const answers: number[] = [];
	for (const request of requests) answers.push((await sandbox.send(request)).status);
	return answers;
}

test.each([
	[null, {}],
	['demo_live_000000000000', {}],
	[null, { authorization: 'Basic demo_live_3f9c27a1b64e' }],
	[null, { authorization: 'demo_live_3f9c27a1b64e' }],
])('the key %j with %j is refused, before anything else', async (apiKey, headers) => {
	const request = { apiKey, headers, path: '/unknown', method: 'POST', body: '' };
	const { status, json } = await sandbox.send(request);
	expect([status, json]).toEqual([401, refusal('yetkisiz')]);
});

describe('the rate limit', () => {
	const rateLimit = { window: 'sliding', limit: 2, windowMs: 60_000 } as const;

	test.each<[string, Request[], number[]]>([
		[
			'counts every request of a key that is known',
			[{ path: '/unknown' }, { path: '/backlink', method: 'POST', body: '' }, balance],
			[404, 400, 429],
		],
		[
			'does not count others',
			[stranger, stranger, stranger, balance, balance, balance],
			[401, 401, 401, 200, 200, 429],
		],
	])('%s', async (_, requests, expected) => {
		await sandbox.client.change({ rateLimit });
		expect(await statuses(requests)).toEqual(expected);
	});

	test('counts each key for itself, while all share the account', async () => {
		await sandbox.client.reset({ apiKeys: ['a_live_1', 'b_live_2'], rateLimit });
		const first = { ...balance, apiKey: 'a_live_1' };
		const second = { path: '/backlink', apiKey: 'b_live_2', method: 'POST', body: backlink };
		const requests = [first, second, first, first, second, second];
		expect(await statuses(requests)).toEqual([200, 200, 200, 429, 200, 429]);
		expect((await sandbox.client.books()).balance).toBe(994);
		await sandbox.client.reset({ apiKeys: ['demo_live_3f9c27a1b64e'] });
	});

	test('starts anew when it is changed, and can tell the wait', async () => {
		await sandbox.client.change({ rateLimit });
		expect(await statuses([balance, balance, balance])).toEqual([200, 200, 429]);
		await sandbox.client.change({ rateLimit: { ...rateLimit, retryAfter: 'seconds' } });
		expect(await statuses([balance, balance])).toEqual([200, 200]);
		expect((await sandbox.send(balance)).headers).toHaveProperty('retry-after', '60');
	});
});

test.each([
	['none', {}],
	['seconds', { 'retry-after': '2' }],
	['date', { 'retry-after': 'Fri, 27 Nov 2026 10:00:02 GMT' }],
] as const)('Retry-After as %s is never too early', (kind, headers) => {
	const now = Date.parse('2026-11-27T10:00:00.400Z');
	expect(retryAfterHeaders(kind, 1500, now)).toEqual(headers);
});

test('a key is masked beyond use', () => {
	expect(maskedKey('demo_live_3f9c27a1b64e')).toBe('demo_live_…b64e');
	expect(maskedKey('short')).toBe('…');
});
