import type { PanelRequest } from '../../sandbox/panelRequest.mts';
import { backlink, refusal } from '../../sandbox/serviceForms.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

describe('authentication', () => {
	it.each([
		['no key', null, {}],
		['another key', 'demo_live_000000000000', {}],
		['another scheme', null, { authorization: 'Basic demo_live_3f9c27a1b64e' }],
		['a bare key', null, { authorization: 'demo_live_3f9c27a1b64e' }],
	])('refuses %s, before anything else', async (_case, apiKey, headers) => {
		const { status, json } = await sandbox.send({
			apiKey,
			headers,
			path: '/unknown',
			method: 'POST',
			body: '',
		});
		expect([status, json]).toEqual([401, refusal('yetkisiz')]);
	});

	it('takes the scheme in any case', async () => {
		const headers = { authorization: `bearer ${sandbox.apiKey}` };
		expect((await sandbox.send({ apiKey: null, headers, path: '/krediler' })).status).toBe(200);
	});
});

describe('the rate limit', () => {
	const rateLimit = { window: 'sliding', limit: 2, windowMs: 60_000 } as const;
	const statuses = async (requests: Array<Partial<PanelRequest> & { path: string }>) => {
		const answers: number[] = [];
		for (const request of requests) answers.push((await sandbox.send(request)).status);
		return answers;
	};

	it('refuses what exceeds it', async () => {
		await sandbox.client.change({ rateLimit });
		await statuses([{ path: '/krediler' }, { path: '/krediler' }]);
		const { status, json, headers } = await sandbox.send({ path: '/krediler' });
		expect([status, json]).toEqual([429, refusal('limit')]);
		expect(headers).not.toHaveProperty('retry-after');
	});

	it('counts every request that the authentication lets pass', async () => {
		await sandbox.client.change({ rateLimit });
		expect(
			await statuses([
				{ path: '/unknown' },
				{ path: '/backlink', method: 'POST', body: '' },
				{ path: '/krediler' },
			]),
		).toEqual([404, 400, 429]);
	});

	it('does not count requests with an unknown key', async () => {
		await sandbox.client.change({ rateLimit });
		const unknown = { path: '/krediler', apiKey: 'demo_live_000000000000' };
		expect(await statuses([unknown, unknown, unknown, { path: '/krediler' }])).toEqual([
			401, 401, 401, 200,
		]);
	});

	it('counts each key for itself, while all share the account', async () => {
		await sandbox.client.reset({ apiKeys: ['a_live_1', 'b_live_2'], rateLimit });
		const first = { path: '/krediler', apiKey: 'a_live_1' };
		const second = { path: '/backlink', apiKey: 'b_live_2', method: 'POST', body: backlink };
		expect(await statuses([first, second, first, first, second, second])).toEqual([
			200, 200, 200, 429, 200, 429,
		]);
		expect((await sandbox.client.books()).balance).toBe(994);
		await sandbox.client.reset({ apiKeys: ['demo_live_3f9c27a1b64e'] });
	});

	it('starts anew when it is changed', async () => {
		await sandbox.client.change({ rateLimit });
		await statuses([{ path: '/krediler' }, { path: '/krediler' }]);
		await sandbox.client.change({ rateLimit });
		expect(await statuses([{ path: '/krediler' }])).toEqual([200]);
	});

	it('can tell the wait in Retry-After', async () => {
		await sandbox.client.change({ rateLimit: { ...rateLimit, retryAfter: 'seconds' } });
		await statuses([{ path: '/krediler' }, { path: '/krediler' }]);
		expect((await sandbox.send({ path: '/krediler' })).headers).toHaveProperty('retry-after', '60');
	});
});
