import { addMonths } from '../../../sandbox/newOrder.mts';
import { retryAfterHeaders } from '../../../sandbox/retryAfter.mts';
import { maskedKey } from '../../../sandbox/text.mts';
import { panelRequest, type PanelRequest } from '../../sandbox/panelRequest.mts';
import { article, backlink, refusal, useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

const order = async (path: string, body: unknown, headers = {}) => {
	const { status, json } = await sandbox.send({ method: 'POST', path, body, headers });
	return [status, json];
};
const site = (name: string, publishes = true) => ({ name, publishes });
const ofMegabytes = (count: number) => ({ ...article, icerik: 'x'.repeat(count * 1024 * 1024) });

test('backlinks take the publishing sites in turn', async () => {
	const sites = [site('a.example'), site('b.example', false), site('c.example')];
	await sandbox.client.change({ sites });
	for (let count = 0; count < 3; count++) await order('/backlink', backlink);
	const { placements } = await sandbox.client.books();
	expect(placements.map((each) => each.site)).toEqual(['a.example', 'c.example', 'a.example']);
});

test.each([
	['/backlink', { balance: 2 }, 402, 'krediYetersiz'],
	['/backlink', { sites: [] }, 409, 'uygunSiteYok'],
	['/backlink', { sites: [site('a.example', false)] }, 409, 'uygunSiteYok'],
	['/tanitim', { balance: 39 }, 402, 'krediYetersiz'],
	['/tanitim', { sites: [] }, 409, 'uygunSiteYok'],
])(
	'an order that the account or the network cannot bear is refused, and not charged: %s with %j',
	async (path, settings, status, kod) => {
		await sandbox.client.change(settings);
		const body = path === '/backlink' ? backlink : article;
		expect(await order(path, body)).toEqual([status, refusal(kod)]);
		expect((await sandbox.client.books()).charges).toEqual([]);
	},
);

describe('a body that is no order is refused', () => {
	test.each<[string, unknown, object?]>([
		['/backlink', { ...backlink, hedefUrl: undefined }],
		['/backlink', { ...backlink, hedefUrl: '/sayfa' }],
		['/backlink', { ...backlink, anchor: '  ' }],
		['/backlink', { ...backlink, sureAy: 0 }],
		['/backlink', { ...backlink, sureAy: '3' }],
		['/backlink', []],
		['/backlink', '{"hedefUrl":'],
		['/backlink', ''],
		['/backlink', backlink, { 'content-type': 'text/plain' }],
		['/tanitim', { icerik: article.icerik }],
		['/tanitim', { ...article, icerik: 5 }],
	])('%s %j', async (path, body, headers = {}) => {
		expect(await order(path, body, headers)).toEqual([400, refusal('gecersizIstek')]);
		expect((await sandbox.client.books()).charges).toEqual([]);
	});

	test('or one over 20 MB', async () => {
		expect(await order('/tanitim', ofMegabytes(19))).toMatchObject([200, {}]);
		expect(await order('/tanitim', ofMegabytes(20))).toEqual([400, refusal('gecersizIstek')]);
	});
});

test.each(['0', '-1', '2.5', 'all', ''])('the limit “%s” is refused', async (limit) => {
	const { status, json } = await sandbox.send({ path: `/siparisler?limit=${limit}` });
	expect([status, json]).toEqual([400, refusal('gecersizIstek')]);
});

test.each([{ path: '/orders' }, { path: '/backlink', method: 'DELETE' }, { path: '/krediler/' }])(
	'%j is not found',
	async (request) => {
		const { status, json } = await sandbox.send(request);
		expect([status, json]).toEqual([404, refusal('bulunamadi')]);
	},
);

test('any path before /api/v1 leads to the API, and other paths ask for no key', async () => {
	const url = `${sandbox.url}/panel/v2`;
	expect((await sandbox.send({ url, path: '/krediler' })).status).toBe(200);
	const { status } = await panelRequest({ url, apiKey: null, path: '/../../adres' });
	expect(status).toBe(404);
});

test.each([
	['2026-11-27T10:00:00.000Z', 14, '2028-01-27T10:00:00.000Z'],
	['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
	['2027-12-31T23:59:59.999Z', 2, '2028-02-29T23:59:59.999Z'],
])('a placement from %s on ends %d months later: %s', (from, months, to) => {
	expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

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
