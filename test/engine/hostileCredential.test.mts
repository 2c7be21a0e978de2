import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseCredential } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import { trimInvisible } from '../../nodes/BacklinkPanel/api/typedText.ts';
import { caseCount } from '../cases.mts';
import { type HostileAnswer, type HostileServer, startHostileServer } from './hostileServer.mts';
import { everythingIn } from './logLines.mts';
import { TriggerInN8n } from './triggerEngine.mts';

const CASES = caseCount(15, 60);
// Stays above the default of 180 s, because jest has one timeout for all files of a group.
jest.setTimeout(180_000 + CASES * 10_000);

/** Server of the credential's Base URL. At the other server, the API key may never arrive. */
let panel: HostileServer;
let elsewhere: HostileServer;
let answer: HostileAnswer;

const balance: HostileAnswer = {
	status: 200,
	headers: [],
	body: '{"ok":true,"bakiye":5}',
	framing: 'length',
};

beforeAll(async () => {
	panel = await startHostileServer(() => answer);
	elsewhere = await startHostileServer(() => balance);
});
beforeEach(() => {
	answer = balance;
});
afterAll(async () => {
	await panel.close();
	await elsewhere.close();
});

/** Texts around the parts of an address, which make it look like another address. */
const TRICKS = [
	...['@', '/@', '?@', '%40', ':80@', '\t@'],
	...['\r\n', ' ', '\u200b', '\u0000', ''],
	...['\\', '//', '/..//', ';', '|', '[', 'https://'],
	...['.', '。', '／', ':0', ':99999', 'xn--'],
];
const SCHEMES = ['http://', 'https://', 'HTTP://', 'http:', 'http:\\\\', '//', '', 'ftp://'];
const HOSTS = [
	...['panel.example.com', 'evil.example', 'örnek.com', 'ｅｖｉｌ.example'],
	...['127.0.0.1', 'localhost', '[::1]', '2130706433'],
];
const PATHS = ['', '/', '/api/v1', '/panel/api/v1/', '//evil.example', '/\\evil.example', '?x=1'];

const tricks = fc.constantFrom(...TRICKS);
const anyAddress = fc
	.tuple(
		fc.constantFrom(...SCHEMES),
		fc.array(fc.tuple(fc.constantFrom(...HOSTS), tricks), { minLength: 1, maxLength: 3 }),
		fc.constantFrom(...PATHS),
		tricks,
	)
	.map(([scheme, hosts, path, end]) => scheme + hosts.flat().join('') + path + end);

test('any text as Base URL is refused, or leads to the host that a reader sees first', () => {
	fc.assert(
		fc.property(anyAddress, (typed) => {
			// Drops invisible characters at the ends, as the node does.
			const shown = typed.replace(/^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu, '');
			const access = parseCredential({ baseUrl: typed, apiKey: 'demo_live_1a2b3c' });
			if (access.kind === 'failure') return;
			const { origin, protocol, hostname, pathname } = new URL(`${access.baseUrl}/api/v1/krediler`);
			const [, scheme = 'https:', seen = ''] =
				/^\s*(?:(https?:)?\/{2,})?([^/\\?#@\s]+)(?:[/\s]|$)/i.exec(shown) ?? [];
			expect(origin).toBe(new URL(`${scheme}//${seen}`).origin);
			expect(access.baseUrl).not.toMatch(/[?#\\\s]/);
			expect(pathname).toMatch(/\/api\/v1\/krediler$/);
			if (protocol === 'http:') expect(hostname).not.toMatch(/\.example(\.com)?\.?$/);
		}),
		{ numRuns: 20 * CASES },
	);
});

test('any text as API Key arrives without invisible characters at its ends, or is refused', async () => {
	const pasted = fc.string({ unit: 'binary', maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(fc.tuple(blank(), fc.oneof(pasted, fc.string()), blank()), async (parts) => {
			const apiKey = parts.join('');
			const { told, arrived } = await pollWith({ baseUrl: panel.url, apiKey });
			const key = trimInvisible(apiKey);
			const isKey = /^[\x21-\x7e]{8,}$/.test(key);
			expect(arrived.map((request) => request.apiKey)).toEqual(isKey ? [key] : []);
			if (!isKey) expect(told).toMatchObject({ name: 'NodeOperationError' });
			// Skips shorter keys, which any text may contain by chance.
			if (key.length >= 8) expect(everythingIn(told)).not.toContain(key);
		}),
		{ numRuns: CASES },
	);
});

test('an address that looks like two hosts: nothing arrives at the second one', async () => {
	const addresses = fc
		.tuple(fc.constantFrom('http://', 'HTTP://', ' http://'), tricks, tricks, fc.boolean())
		.map(([scheme, before, between, isFirst]) => {
			const [one, other] = [panel, elsewhere].map(({ port }) => `127.0.0.1:${port}`);
			return isFirst
				? `${scheme}${one}${before}${between}${other}`
				: `${scheme}${one}${before}/${between}${other}/api/v1`;
		});
	await fc.assert(
		fc.asyncProperty(addresses, async (baseUrl) => {
			const { told } = await pollWith({ baseUrl, apiKey: 'demo_live_1a2b3c' });
			expect(everythingIn(told)).not.toContain('demo_live_1a2b3c');
			expect(elsewhere.requests).toEqual([]);
		}),
		{ numRuns: CASES },
	);
});

const LOCATIONS = ['http://', '//', 'HTTP:\\\\', '/\\', 'http:', ' http://'];

test('no redirect of the panel is followed', async () => {
	const redirects = fc.tuple(
		fc.constantFrom(300, 301, 302, 303, 304, 305, 307, 308, 399, 200, 201, 401, 503),
		fc.array(
			fc.tuple(
				fc.constantFrom('Location', 'Refresh', 'Content-Location', 'Alt-Svc', 'Link', 'URI'),
				fc.constantFrom(...LOCATIONS),
			),
			{ minLength: 1, maxLength: 3 },
		),
	);
	await fc.assert(
		fc.asyncProperty(redirects, async ([status, headers]) => {
			answer = {
				...balance,
				status,
				headers: headers.map(([name, start]) => [name, `${start}127.0.0.1:${elsewhere.port}/`]),
			};
			const { arrived } = await pollWith({ baseUrl: panel.url, apiKey: 'demo_live_1a2b3c' });
			expect(arrived).toHaveLength(1);
			expect(elsewhere.requests).toEqual([]);
		}),
		{ numRuns: CASES },
	);
});

test('any request of another node with this credential takes the key to the panel alone', async () => {
	const hosts = () => [panel, elsewhere].map(({ port }) => `127.0.0.1:${port}`);
	const addresses = fc.tuple(
		fc.constantFrom(...SCHEMES.filter((scheme) => !/^https:/.test(scheme))),
		fc.array(fc.tuple(fc.nat(1), tricks), { maxLength: 2 }),
		fc.constantFrom(...PATHS),
	);
	const address = addresses.map(
		([scheme, parts, path]) =>
			scheme + parts.map(([host, trick]) => `${hosts()[host]}${trick}`).join('') + path,
	);
	const requests = fc
		.record({ url: address, baseURL: fc.option(address, { nil: undefined }) })
		.map((request): IHttpRequestOptions => ({ ...request, returnFullResponse: true }));
	answer = {
		...balance,
		status: 302,
		headers: [['Location', `http://127.0.0.1:${elsewhere.port}/`]],
	};
	await fc.assert(
		fc.asyncProperty(requests, async (request) => {
			const node = triggerWith({ baseUrl: panel.url, apiKey: 'demo_live_1a2b3c' });
			const told: unknown = await node
				.requestOfAnotherNode(request)
				.catch((error: unknown) => error);
			expect(elsewhere.requests.filter(({ apiKey }) => apiKey !== undefined)).toEqual([]);
			expect(String(told)).not.toContain('demo_live_1a2b3c');
		}),
		{ numRuns: CASES },
	);
	expect(panel.requests.some(({ apiKey }) => apiKey === 'demo_live_1a2b3c')).toBe(true);
});

function triggerWith(credential: { baseUrl: string; apiKey: string }): TriggerInN8n {
	return new TriggerInN8n({
		credential: { ...credential, requestsPerMinute: 100_000 },
		parameters: { event: 'balanceChanged' },
	});
}

async function pollWith(credential: { baseUrl: string; apiKey: string }) {
	const before = panel.requests.length;
	const told: unknown = await triggerWith(credential)
		.activate()
		.catch((error: unknown) => error);
	return { told, arrived: panel.requests.slice(before) };
}

function blank() {
	return fc.constantFrom('', '', ' ', '\t', '\n', '\r\n');
}
