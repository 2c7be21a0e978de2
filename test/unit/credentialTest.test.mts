import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testPanelAccess } from '../../nodes/BacklinkPanel/api/credentialTest.ts';

const apiKey = 'demo_live_1a2b3c';
const stored = {
	baseUrl: ' https://panel.example.com/alt/api/v1/ ',
	apiKey,
	requestsPerMinute: 60,
};

/** Tests a credential with a helper that does this. @returns what the form shows, and what was asked */
async function testCredential(answer: () => unknown, fields: object = {}) {
	const asked: unknown[] = [];
	const request = async (options: unknown) => {
		asked.push(options);
		return await answer();
	};
	const { status, message } = await testPanelAccess.call(
		// The test of a credential gets this helper alone.
		{ helpers: { request } } as unknown as ICredentialTestFunctions,
		{ id: '1', name: 'Panel', type: 'backlinkPanelApi', data: { ...stored, ...fields } },
	);
	return { shown: `${status}: ${message}`, asked };
}

const answered =
	(statusCode: number, body?: unknown, headers = {}) =>
	() => ({ statusCode, headers, body });
const thrown = (message: string, fields: object) => () => {
	throw Object.assign(new Error(message), fields);
};
const refusedConnection = thrown('connect ECONNREFUSED', {
	code: 'ECONNREFUSED',
	syscall: 'connect',
});

test('a balance is a success, and is asked for once, without following a redirect', async () => {
	const { shown, asked } = await testCredential(answered(200, { ok: true, bakiye: 0 }));
	expect(shown).toBe('OK: Connection successful!');
	expect(asked).toEqual([
		{
			method: 'GET',
			uri: 'https://panel.example.com/alt/api/v1/krediler',
			headers: { Authorization: `Bearer ${apiKey}` },
			json: true,
			timeout: 15_000,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		},
	]);
});

const UNUSABLE = 'Error: panel.example.com gave no usable answer: ';
const REFUSED = 'Error: panel.example.com refused to return the balance: ';
const WITHOUT =
	'Error: panel.example.com answered without a balance, so it may not be a backlink panel. Check the Base URL.';
const CHECK = 'Check the Base URL, and whether the key may use the API.';

describe('what is no balance is told in words, with the host and what to do', () => {
	test.each([
		[
			'a key that is not accepted',
			answered(401, { ok: false, kod: 'yetkisiz' }),
			'Error: panel.example.com did not accept the API key. Keys are created in the panel under Account → API.',
		],
		[
			'a rate limit that is used up',
			answered(429, { ok: false, kod: 'limit' }),
			'Error: Other workflows or programs have used up the rate limit of this key at panel.example.com. Test again in a minute.',
		],
		['ok: false', answered(200, { ok: false, hata: 'Bakımda.' }), `${REFUSED}Bakımda. ${CHECK}`],
		['a text that ends loudly', answered(403, { hata: 'Hayır!' }), `${REFUSED}Hayır. ${CHECK}`],
		['a dot inside', answered(403, { hata: 'v1.2 yok' }), `${REFUSED}v1.2 yok. ${CHECK}`],
		['403', answered(403), `${REFUSED}status 403, forbidden. ${CHECK}`],
		['400', answered(400), `${REFUSED}status 400, bad request. ${CHECK}`],
		['a redirect', answered(302, '', { location: '/giris' }), `${UNUSABLE}the service redirected`],
		['500', answered(500), `${UNUSABLE}the service answered with status 500. Test again later.`],
		['503', answered(503), `${UNUSABLE}the service answered with status 503. Test again later.`],
		['408', answered(408), `${UNUSABLE}the service answered with status 408. ${CHECK}`],
		['nothing', answered(200), `${UNUSABLE}the answer was empty. ${CHECK}`],
		['no balance', answered(200, { ok: true }), WITHOUT],
		['a balance in words', answered(200, { ok: true, bakiye: 'çok' }), WITHOUT],
		[
			'a connection that is refused',
			refusedConnection,
			'Error: panel.example.com could not be reached: the connection was refused (ECONNREFUSED). Check the Base URL of the credential and the network of this n8n.',
		],
		[
			'a proxy that refuses',
			answered(407),
			'Error: panel.example.com could not be reached: the proxy refused to connect to it (status 407, proxy authentication required). Check the proxy settings',
		],
		[
			'a connection that breaks',
			thrown('socket hang up', {}),
			`${UNUSABLE}the connection was lost before the answer arrived (socket hang up). ${CHECK}`,
		],
		['no response at all', () => undefined, UNUSABLE],
	])('%s', async (_, answer, words) => {
		expect((await testCredential(answer)).shown).toContain(words);
	});

	test.each([
		['breaks off', thrown('socket hang up', {})],
		['calls it a bad request', answered(400, '<html></html>')],
	])('a port that speaks https, and %s where it is spoken to in http', async (_, answer) => {
		const { shown } = await testCredential(answer, { baseUrl: 'http://localhost:443' });
		expect(shown).toContain('localhost:443');
		expect(shown).toMatch(/\. Check the Base URL, especially whether its port uses http\.$/);
	});

	test.each([[403], [404], [408]])('but a %i in http is a real answer', async (status) => {
		const { shown } = await testCredential(answered(status), { baseUrl: 'http://localhost:443' });
		expect(shown).toContain(CHECK);
	});

	test('the key is in none of them', async () => {
		for (const answer of [
			answered(403, { hata: `no ${apiKey}` }),
			thrown(`bad header Bearer ${apiKey}`, {}),
		]) {
			const { shown } = await testCredential(answer);
			expect(shown).toContain('[API key]');
			expect(shown).not.toContain(apiKey);
		}
	});
});

describe('the time of the test', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('is 15 s, whatever the helper waits for', async () => {
		const testing = testCredential(async () => await new Promise(() => {}));
		let isOver = false;
		void testing.then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(14_900);
		expect(isOver).toBe(false);
		await jest.advanceTimersByTimeAsync(200);
		expect((await testing).shown).toBe(`${UNUSABLE}no answer came within 15 s. ${CHECK}`);
	});

	test('is over with the answer: nothing goes on behind it', async () => {
		await testCredential(answered(200, { ok: true, bakiye: 0 }));
		await jest.advanceTimersByTimeAsync(300);
		expect(jest.getTimerCount()).toBe(0);
	});
});

test.each([
	['no Base URL', { baseUrl: '' }, 'Error: The Base URL is empty. Enter the address of the panel'],
	['a short key', { apiKey: 'demo' }, 'Error: The API Key has to have 8 to 1,000 characters. It'],
])('%s is told before anything is sent', async (_, fields, words) => {
	const { shown, asked } = await testCredential(answered(200), fields);
	expect(shown).toContain(words);
	expect(asked).toEqual([]);
});

test('a credential without any fields is told as an empty one', async () => {
	const { message } = await testPanelAccess.call(
		{} as never,
		{ id: '1', name: 'x', type: 'x' } as never,
	);
	expect(message).toContain('The Base URL is empty');
});
