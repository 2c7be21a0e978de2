import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { accountIdentity, parseCredential } from '../../nodes/BacklinkPanel/api/parseCredential.ts';

function read(credential: ICredentialDataDecryptedObject) {
	const usable = { baseUrl: 'https://panel.example.com', apiKey: 'demo_live_1a2b3c' };
	const access = parseCredential({ ...usable, ...credential });
	return access.kind === 'access' ? access : access.detail;
}

test.each([
	['https://panel.example.com///', 'https://panel.example.com'],
	['https://panel.example.com/api/', 'https://panel.example.com'],
	['https://panel.example.com/api/v1/', 'https://panel.example.com'],
	['https://panel.example.com/api/api/v1', 'https://panel.example.com/api'],
	['https://example.com/panel/api/v1', 'https://example.com/panel'],
	['https://example.com/myapi', 'https://example.com/myapi'],
	['https://example.com/v1', 'https://example.com/v1'],
	['https://example.com/api/panel', 'https://example.com/api/panel'],
	['https://panel.example.com/api/v1/krediler', 'https://panel.example.com'],
	['https://example.com/panel/api/v1/siparisler/', 'https://example.com/panel'],
	['https://panel.example.com:8443/', 'https://panel.example.com:8443'],
	['panel.example.com:8443/api/v1', 'https://panel.example.com:8443'],
	['//panel.example.com', 'https://panel.example.com'],
	['HTTPS://Panel.Example.COM', 'https://panel.example.com'],
	[' \u200bhttps://panel.example.com\u00ad\n', 'https://panel.example.com'],
	['https://örnek.com', 'https://xn--rnek-4qa.com'],
])('the Base URL is cleaned: %j', (typed, baseUrl) => {
	expect(read({ baseUrl: typed })).toMatchObject({ baseUrl });
});

test.each([
	['', 'The Base URL is empty'],
	[undefined, 'The Base URL is empty'],
	['https://panel .example.com', 'The Base URL is not a web address'],
	['https://panel.example.com/my panel', 'The Base URL is not a web address'],
	['https://panel\u200b.example.com', 'The Base URL is not a web address'],
	['https://', 'The Base URL is not a web address'],
	['ftp://panel.example.com', 'The Base URL is not a web address'],
	['https//panel.example.com', 'The Base URL is not a web address'],
	['https:/panel.example.com', 'The Base URL is not a web address'],
	['https:\\\\panel.example.com', 'The Base URL is not a web address'],
	['https://panel.example.com/?token=secret', 'The Base URL has more than an address'],
	['https://panel.example.com/#', 'The Base URL has more than an address'],
	['user:secret@example.com', 'The Base URL has more than an address'],
	['http://localhost@example.com', 'The Base URL has more than an address'],
])(
	'the Base URL is refused, and not repeated in the text: it may hold a secret: %j',
	(baseUrl, message) => {
		expect(read({ baseUrl } as ICredentialDataDecryptedObject)).toBe(message);
	},
);

test.each([
	...['localhost', 'panel.localhost', '127.8.8.8', '10.1.2.3', '172.16.0.1', '172.31.255.254'],
	...['192.168.1.20', '169.254.10.20', '100.64.0.0', '100.127.255.255', '[::1]', '[fd12::1]'],
	...['[fe80::1]', 'panel', 'nas.local', 'panel.internal', 'api.panel.lan', 'panel.home.arpa'],
])('plain http reaches the user’s own network: %s', (host) => {
	const baseUrl = `http://${host}:3000`;
	expect(read({ baseUrl })).toMatchObject({ baseUrl });
});

test.each([
	...['panel.example.com', '93.184.216.34', '8.10.1.2', '172.15.0.1', '172.32.0.1', '11.0.0.1'],
	...['192.169.0.1', '100.63.255.255', '100.128.0.0', '0.0.0.0', '[::]', '[2606:2800::1]'],
	...['[fc::1]', '0135.0270.0330.042', 'localhost.evil.com', 'evil.notlocalhost'],
	...['127.0.0.1.nip.io', 'panel.evillan', 'panel.nothome.arpa', 'panel.lan..', '.'],
])('plain http is refused for any other host: %s', (host) => {
	expect(read({ baseUrl: `http://${host}` })).toBe('The Base URL has to start with https');
});

test('an address with Turkish letters is accepted, also the 20,000th time', () => {
	const addresses = Array.from({ length: 20_000 }, (_, index) => `https://örnek.com/ü-${index}`)
		// Goes through JSON, so that each text is in one piece in memory, as a text from a spreadsheet is.
		.map((address): string => JSON.parse(JSON.stringify(address)));
	expect(addresses.filter((baseUrl) => typeof read({ baseUrl }) === 'string')).toEqual([]);
});

describe('the API Key is taken out of what was copied with it', () => {
	test.each([
		'\ufeff demo_live_1a2b3c\u00a0\r\n',
		'Bearer demo_live_1a2b3c',
		'BEARER\tdemo_live_1a2b3c',
	])('%j', (apiKey) => {
		expect(read({ apiKey })).toMatchObject({ apiKey: 'demo_live_1a2b3c' });
	});

	test.each([
		'a_live_!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~',
		'bearer_of_keys',
		'abcdefgh',
		'x'.repeat(2_000),
	])('all of %s is a key', (apiKey) => {
		expect(read({ apiKey })).toMatchObject({ apiKey });
	});
});

test.each([
	['', 'The API Key is empty'],
	[undefined, 'The API Key is empty'],
	['\u200b\ufeff', 'The API Key is empty'],
	['demo_live_1a 2b3c', 'The API Key contains characters that a key cannot have'],
	['demo_live_1a\n2b3c', 'The API Key contains characters that a key cannot have'],
	['demo_lıve_1a2b3c', 'The API Key contains characters that a key cannot have'],
	['demo_live_\u200b1a2b3c', 'The API Key contains characters that a key cannot have'],
	['Basic demo_live_1a2b3c', 'The API Key contains characters that a key cannot have'],
	['Bearer abcdefg', 'The API Key has to have at least 8 characters'],
])('the API Key is refused, and not repeated in the text: %j', (apiKey, message) => {
	expect(read({ apiKey } as ICredentialDataDecryptedObject)).toBe(message);
});

describe('Requests per Minute', () => {
	test.each([
		[undefined, 60],
		[null, 60],
		[1, 1],
		[100_000, 100_000],
		['30', 30],
		[12.9, 12],
	])('%j is %i', (typed, requestsPerMinute) => {
		expect(read({ requestsPerMinute: typed as number })).toMatchObject({ requestsPerMinute });
	});

	test.each([0, 0.5, -60, 'many', Number.POSITIVE_INFINITY, Number.NaN, 100_001, '1,5', '1.000'])(
		'%j is refused',
		(requestsPerMinute) => {
			const message = 'Requests per Minute has to be a number from 1 to 100,000';
			expect(read({ requestsPerMinute })).toBe(message);
		},
	);
});

test.each<ICredentialDataDecryptedObject>([
	{ baseUrl: `https://panel.example.com${'/'.repeat(400_000)}x` },
	{ baseUrl: `https://panel.example.com${'/api'.repeat(100_000)}` },
	{ baseUrl: `https://panel${' '.repeat(400_000)}.example.com` },
	{ apiKey: `Bearer${' '.repeat(400_000)}x` },
])('a field of any length is gone through once', (credential) => {
	expect(read(credential)).toBeDefined();
});

test('an account is known without its key', () => {
	const access = parseCredential({ baseUrl: 'https://a.example', apiKey: 'demo_live_1a2b3c' });
	if (access.kind === 'access') expect(accountIdentity(access)).toMatch(/^[0-9a-f]{64}$/);
});

const credential = new BacklinkPanelApi();
const stored = { baseUrl: 'https://panel.example.com/api/v1/', apiKey: ' demo_live_1a2b3c\n' };

/** Authenticates a request as the HTTP Request node does, which may give an address as `uri`. */
const authenticate = async (request: object, values = stored) =>
	await credential.authenticate(values, request as IHttpRequestOptions);

describe('a request of any node with this credential', () => {
	test('keeps all it has, and takes the key to this host alone', async () => {
		const request = Object.freeze({
			url: 'https://panel.example.com/api/v1/krediler',
			headers: Object.freeze({ Accept: 'application/json' }),
			timeout: 5000,
		});
		expect(await authenticate(request)).toEqual({
			...request,
			baseURL: undefined,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { Accept: 'application/json', Authorization: 'Bearer demo_live_1a2b3c' },
		});
	});

	test.each([
		['/api/v1/krediler', 'https://panel.example.com'],
		['/go?to=https://other.example', 'https://panel.example.com'],
		['https:panel.example.com/api/v1/krediler', undefined],
	])('to %s goes to the panel, whatever base it had', async (url, baseURL) => {
		const sent = await authenticate({ baseURL: 'https://evil.example', url });
		expect([sent.baseURL, sent.url]).toEqual([baseURL, url]);
	});

	test.each([
		[{ url: 'https://panel.example.com/other' }],
		[{ url: 'HTTPS://PANEL.EXAMPLE.COM/api/v1/krediler' }],
		[{ uri: 'https://panel.example.com/api/v1/krediler' }],
		[{}],
	])('may have the key: %j', async (request) => {
		expect((await authenticate(request)).headers).toHaveProperty('Authorization');
	});

	test.each([
		[{ url: 'https://evil.example/collect' }],
		[{ uri: 'https://evil.example/collect' }],
		[{ url: 'https://panel.example.com.evil.example/' }],
		[{ url: 'https://panel.example.com@evil.example/' }],
		[{ url: 'https://other.panel.example.com/' }],
		[{ url: 'https://panel.example.com:8443/' }],
		[{ url: 'http://panel.example.com/' }],
		[{ url: '//evil.example/collect' }],
		[{ url: 'https:evil.example/collect' }],
	])('is refused: %j', async (request) => {
		await expect(authenticate(request)).rejects.toThrow('to the host of its Base URL alone');
	});

	test('is refused with a credential that cannot be used', async () => {
		const values = { ...stored, baseUrl: 'http://panel.example.com' };
		await expect(authenticate({ url: '/' }, values)).rejects.toThrow('has to start with https');
	});
});

test('the form has the fields that workflows store, and hides the key', () => {
	expect(credential.name).toBe('backlinkPanelApi');
	expect(credential.properties).toMatchObject([
		{ name: 'baseUrl', type: 'string', required: true, default: '' },
		{ name: 'apiKey', type: 'string', required: true, typeOptions: { password: true } },
		{ name: 'requestsPerMinute', type: 'number', default: 60 },
	]);
});
