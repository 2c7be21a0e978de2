import { checkService, type CheckOptions } from '../../../tooling/checkService/checkService.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });
const backlink = { targetUrl: 'https://acme.example/', anchorText: 'Acme' };

async function check(options: Partial<CheckOptions> = {}, apiKey = sandbox.apiKey) {
	const said: string[] = [];
	const service = { baseUrl: sandbox.url, apiKey, pauseMs: 0 };
	const say = (text: string) => void said.push(text);
	const result = await checkService(service, { say, ...options });
	const requests = (await sandbox.client.books()).requests.map(
		({ method, path, status }) => `${method} ${path.replace('/api/v1', '')} ${status}`,
	);
	return { ...result, said, requests };
}

describe('what cannot be asked ends the check', () => {
	test('a key that is not accepted: nothing more is sent with it', async () => {
		const { stopped, requests } = await check({}, 'demo_live_not_this_one');
		expect(stopped).toMatch(/^The API key was not accepted/);
		expect(requests).toEqual(['GET /krediler 401']);
	});

	test('a 429, which is told with what it says', async () => {
		const headers = { 'retry-after': '17' };
		await sandbox.client.addFault({ answer: 'tooManyRequests', skip: 1, headers });
		const { stopped, requests, findings, record } = await check();
		expect(stopped).toMatch(/^Rate limit/);
		expect(requests).toEqual(['GET /krediler 200', 'GET /siparisler 429']);
		expect(findings).toContainEqual({
			verdict: 'notDocumented',
			answer: 'GET /krediler',
			what: 'rate limit headers',
			documented: 'not shown',
			seen: 'retry-after: {seconds}',
			node: 'reads the wait that is asked for',
		});
		expect(record.answers.rateLimit).toMatchObject({ status: 429, kod: 'limit' });
	});

	test('a host that does not answer: there is nothing to tell of its answers', async () => {
		const service = { baseUrl: 'http://127.0.0.1:9', apiKey: 'demo_live_1234', pauseMs: 0 };
		const { stopped, findings } = await checkService(service, { say: () => undefined });
		expect(stopped).toMatch(/could not be reached/);
		expect(findings).toEqual([]);
	});
});

test('a redirect and a login page differ, and the address of neither is in the record', async () => {
	const headers = { location: 'https://giris.acme.example/' };
	await sandbox.client.addFault({ answer: 'redirect', path: '/siparisler', headers });
	await sandbox.client.addFault({ answer: 'html', path: '/krediler' });
	const { findings, record } = await check();
	const differing = findings.filter(({ verdict }) => verdict === 'differs');
	expect(differing.map(({ answer, what, seen }) => [answer, what, seen])).toEqual(
		expect.arrayContaining([
			['GET /krediler', 'content type', 'text/html; charset=utf-8'],
			['GET /krediler', 'body', 'html'],
			['GET /siparisler', 'redirect', '302 to an address'],
		]),
	);
	expect(JSON.stringify(record)).not.toContain('acme');
});

test('an answer without “ok” is one that the node does not read', async () => {
	await sandbox.client.addFault({ answer: 'json', path: '/krediler', body: { bakiye: 5 } });
	const { findings } = await check();
	expect(findings).toContainEqual(
		expect.objectContaining({
			verdict: 'differs',
			what: 'ok',
			seen: 'missing',
			answer: 'GET /krediler',
		}),
	);
});

describe('--spend 1', () => {
	test('buys one backlink, after saying what that costs, and finds it in the list', async () => {
		const { said, requests, findings, record } = await check({ backlink });
		const { charges, totals } = await sandbox.client.books();
		expect([charges.length, totals.credits]).toEqual([1, 1]);
		expect(requests.filter((request) => request.startsWith('POST'))).toEqual([
			'POST /backlink 200',
		]);
		expect(said).toEqual([
			'Buying one backlink of one month: 1 credit as documented, of 1000 on the account.',
		]);
		expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		expect(findings).toContainEqual(
			expect.objectContaining({ what: 'placementId in the order list', seen: 'in “id”' }),
		);
		expect(JSON.stringify(record)).not.toMatch(/acme/i);
	});

	test('buys nothing without a balance', async () => {
		await sandbox.client.change({ balance: 0 });
		const { stopped, requests } = await check({ backlink });
		expect(stopped).toBe('There is no balance to buy a backlink from; nothing was bought.');
		expect(requests).toEqual(['GET /krediler 200']);
	});

	test('sends it once when the answer is lost, and says that the outcome is unknown', async () => {
		await sandbox.client.addFault({ answer: 'reset', path: '/backlink' });
		const { stopped, requests } = await check({ backlink });
		expect(stopped).toMatch(/outcome of this order is unknown/);
		expect(requests).toEqual(['GET /krediler 200', 'POST /backlink null']);
	});
});
