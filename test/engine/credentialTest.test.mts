// Comes first: engine.mts sets the environment that n8n-core reads on load.
import './engine.mts';

import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import type { Fault } from '../../sandbox/faults.mts';
import { listening } from './connection/failingServers.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const running: Array<Awaited<ReturnType<typeof listening>>> = [];
afterAll(async () => {
	for (const { close } of running) await close();
});

/** Tests a credential with the helper that n8n gives to credential tests. @returns the text in the form */
async function testCredential(fields: Partial<ICredentialDataDecryptedObject>): Promise<string> {
	const { testPanelAccess } = new BacklinkPanel().methods.credentialTest;
	// Safe cast: only the type of some n8n versions demands this argument.
	const context = new CredentialTestContext(undefined as never);
	const { status, message } = await testPanelAccess.call(context, {
		id: '1',
		name: 'Panel',
		type: 'backlinkPanelApi',
		data: { requestsPerMinute: 60, ...fields },
	});
	return `${status}: ${message}`;
}

/** Starts a server, which is closed after the tests. @returns the server's host and port */
async function started(server: Server): Promise<string> {
	const started = await listening(server);
	running.push(started);
	return `127.0.0.1:${started.port}`;
}

function host(): string {
	return new URL(panel.url).host;
}

test('both nodes test the credential in the same way', () => {
	for (const node of [new BacklinkPanel(), new BacklinkPanelTrigger()]) {
		const [credential] = node.description.credentials ?? [];
		expect(Object.keys(node.methods.credentialTest)).toEqual([credential?.testedBy]);
	}
});

test('a balance is a success, and costs nothing', async () => {
	const { baseUrl, apiKey } = panel.credential;
	expect(await testCredential({ baseUrl: ` ${String(baseUrl)}/api/v1/ `, apiKey })).toBe(
		'OK: Connection successful!',
	);
	const { requests, charges } = await panel.client.books();
	expect(requests).toMatchObject([
		{ method: 'GET', path: '/api/v1/krediler', headers: { authorizationScheme: 'Bearer' } },
	]);
	expect(charges).toEqual([]);
});

describe('each answer without a balance is explained in words, with the host', () => {
	const answers: Array<[what: string, fault: Fault, words: string]> = [
		[
			'a rate limit that is used up',
			{ answer: 'tooManyRequests' },
			'have used up the rate limit of this key at',
		],
		[
			'a login page',
			{ answer: 'html' },
			'gave no usable answer: the service answered with a web page instead of JSON. Check the Base URL',
		],
		[
			'a 401 with a web page, from a proxy in front of the service',
			{ answer: 'status', status: 401, body: '<html>401</html>' },
			'refused to return the balance: status 401, and a web page instead of JSON.',
		],
		[
			'ok: false',
			{ answer: 'refusal' },
			'refused to return the balance: Panel bakımda, lütfen sonra deneyin. Check',
		],
		['403', { answer: 'status', status: 403 }, 'refused to return the balance: status 403.'],
		[
			'500',
			{ answer: 'status', status: 500 },
			'gave no usable answer: the service answered with status 500. Test again later.',
		],
		['a list', { answer: 'json', body: '[]' }, 'gave no usable answer'],
	];

	test.each(answers)('%s', async (_, fault, words) => {
		await panel.client.addFault(fault);
		const { baseUrl, apiKey } = panel.credential;
		const shown = await testCredential({ baseUrl, apiKey });
		expect(shown).toMatch(/^Error: /);
		expect(shown).toContain(words);
		expect(shown).toContain(host());
	});

	test('a key that is not accepted', async () => {
		const shown = await testCredential({ baseUrl: panel.url, apiKey: 'demo_live_wrong' });
		expect(shown).toBe(
			`Error: ${host()} did not accept the API key. Keys are created in the panel under Account → API.`,
		);
	});

	test('a refusal that echoes the key does not show it', async () => {
		const apiKey = 'demo_live_1a2b3c';
		const hata = `no key ${apiKey} (${Buffer.from(apiKey).toString('base64')})`;
		const body = { ok: false, kod: 'yasak', hata };
		await panel.client.addFault({ answer: 'status', status: 403, body });
		expect(await testCredential({ baseUrl: panel.url, apiKey })).toContain(
			'refused to return the balance: no key [API key] ([API key]).',
		);
	});
});

describe('a failed connection is explained in words, with the cause', () => {
	const apiKey = 'demo_live_1a2b3c';

	test('a connection that is refused', async () => {
		const address = await started(createServer());
		await running.pop()?.close();
		expect(await testCredential({ baseUrl: `http://${address}`, apiKey })).toBe(
			`Error: ${address} could not be reached: no connection could be made (ECONNREFUSED). Check the Base URL of the credential and the network of this n8n.`,
		);
	});

	test('a host name that does not exist', async () => {
		const shown = await testCredential({ baseUrl: 'https://panel.invalid', apiKey });
		expect(shown).toMatch(/^Error: panel\.invalid could not be reached: .* \(E[A-Z_]+\)\. Check/);
	});

	test('https at a port that speaks http', async () => {
		const shown = await testCredential({ baseUrl: `https://${host()}`, apiKey });
		expect(shown).toMatch(new RegExp(`${host()} gave no usable answer: .*wrong version number`));
		expect(shown).toContain('especially whether its port uses https.');
	});

	test.each([
		['breaks the connection', createTlsServer()],
		[
			'calls it a bad request',
			createServer((connection) => {
				connection.end(
					'HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>The plain HTTP request was sent to HTTPS port</html>',
				);
			}),
		],
	])('http at a port that speaks https and %s', async (_, server) => {
		const address = await started(server);
		const shown = await testCredential({ baseUrl: `http://${address}`, apiKey });
		expect(shown).toContain(address);
		expect(shown).toContain('especially whether its port uses http.');
	});

	test('an https server without a certificate', async () => {
		const address = await started(createTlsServer());
		const shown = await testCredential({ baseUrl: `https://${address}`, apiKey });
		expect(shown).toContain(`${address} gave no usable answer: the connection was lost`);
	});
});

test('an answer that does not end is waited for 15 s: a person waits in front of the form', async () => {
	// Each byte restarts the timeout of n8n's helper, so this timeout never ends the request.
	const withoutEnd = createServer((connection) => {
		connection.write('HTTP/1.1 200 OK\r\n\r\n');
		const writing = setInterval(() => connection.write(' '), 20);
		connection.on('close', () => clearInterval(writing));
	});
	const address = await started(withoutEnd);
	const { timeout } = AbortSignal;
	const waiting = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300));
	const shown = await testCredential({ ...panel.credential, baseUrl: `http://${address}` });
	expect(waiting).toHaveBeenCalledWith(14_500);
	waiting.mockRestore();
	expect(shown).toContain(`${address} gave no usable answer: no answer came within 14 s.`);
});

test.each([
	['a short key', { apiKey: 'demo' }, 'The API Key has to have at least 8 characters'],
	['no number', { requestsPerMinute: 0 }, 'Requests per Minute has to be a number from 1'],
])('an invalid field is refused before anything is sent: %s', async (_, fields, words) => {
	const { baseUrl, apiKey } = panel.credential;
	const shown = await testCredential({ baseUrl, apiKey, ...fields } as never);
	expect(shown).toContain('Error: ');
	expect(shown).toContain(words);
	expect((await panel.client.books()).requests).toEqual([]);
});
