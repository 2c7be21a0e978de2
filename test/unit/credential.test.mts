import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';

const credential = new BacklinkPanelApi();
const stored = { baseUrl: 'https://panel.example.com/api/v1/', apiKey: ' demo_live_1a2b3c\n' };

function authenticate(request: object, values = stored) {
	// The HTTP Request node gives an address as `uri`, which n8n's type does not know.
	return credential.authenticate(values, request as IHttpRequestOptions);
}

describe('a request with this credential', () => {
	test('carries the trimmed key as Bearer token', async () => {
		const { headers } = await authenticate({ url: 'https://panel.example.com/api/v1/krediler' });
		expect(headers).toEqual({ Authorization: 'Bearer demo_live_1a2b3c' });
	});

	test('keeps its other headers and settings', async () => {
		const request = {
			method: 'POST',
			url: 'https://panel.example.com/api/v1/backlink',
			headers: { Accept: 'application/json' },
			body: { sureAy: 3 },
			timeout: 5000,
		};
		expect(await authenticate(request)).toEqual({
			...request,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { Accept: 'application/json', Authorization: 'Bearer demo_live_1a2b3c' },
		});
	});

	test('with a relative address that names another one is still relative', async () => {
		const { baseURL, url } = await authenticate({ url: '/go?to=https://other.example' });
		expect([baseURL, url]).toEqual(['https://panel.example.com', '/go?to=https://other.example']);
	});

	test('with a relative address gets the cleaned Base URL', async () => {
		const { baseURL, url } = await authenticate({
			baseURL: stored.baseUrl,
			url: '/api/v1/krediler',
		});
		expect(baseURL).toBe('https://panel.example.com');
		expect(url).toBe('/api/v1/krediler');
	});

	test('goes to its own address, whatever base another node has beside it', async () => {
		const { baseURL } = await authenticate({
			baseURL: 'https://evil.example',
			url: 'https:panel.example.com/api/v1/krediler',
		});
		expect(baseURL).toBeUndefined();
	});

	test('does not take the key along on a redirect to another host', async () => {
		const request = await authenticate({ url: 'https://panel.example.com/api/v1/krediler' });
		expect(request.sendCredentialsOnCrossOriginRedirect).toBe(false);
	});

	test('is a new request: neither the given one nor the credential is changed', async () => {
		const request = Object.freeze({
			url: 'https://panel.example.com/api/v1/krediler',
			headers: Object.freeze({ Accept: 'application/json' }),
		});
		const values = Object.freeze({ ...stored });
		expect(await authenticate(request, values)).not.toBe(request);
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	test.each([
		['in the same place', { url: 'https://panel.example.com/api/v1/krediler' }],
		['elsewhere on the host', { url: 'https://panel.example.com/other' }],
		['in capital letters', { url: 'HTTPS://PANEL.EXAMPLE.COM/api/v1/krediler' }],
		['given as uri', { uri: 'https://panel.example.com/api/v1/krediler' }],
		['by no address at all', {}],
	])('may go to the host of the Base URL: %s', async (_, request) => {
		const { headers } = await authenticate(request);
		expect(headers).toHaveProperty('Authorization');
	});

	test.each([
		['another host', { url: 'https://evil.example/collect' }],
		['another host, given as uri', { uri: 'https://evil.example/collect' }],
		['a look-alike host', { url: 'https://panel.example.com.evil.example/' }],
		['the host as a user name', { url: 'https://panel.example.com@evil.example/' }],
		['a subdomain', { url: 'https://other.panel.example.com/' }],
		['another port', { url: 'https://panel.example.com:8443/' }],
		['plain http', { url: 'http://panel.example.com/' }],
		['another host without a scheme', { url: '//evil.example/collect' }],
		['another host without slashes', { url: 'https:evil.example/collect' }],
	])('is refused for %s', async (_, request) => {
		await expect(authenticate(request)).rejects.toThrow('to the host of its Base URL alone');
	});

	test.each([
		['an unusable Base URL', { ...stored, baseUrl: 'http://panel.example.com' }, 'https'],
		['an unusable key', { ...stored, apiKey: 'demo_live_şğç' }, 'characters'],
	])('is refused for %s, with a reason', async (_, values, reason) => {
		await expect(authenticate({ url: '/api/v1/krediler' }, values)).rejects.toThrow(reason);
	});
});

test('the credential is tested by the nodes: a test of its own could not say why a host does not answer', () => {
	expect(credential).not.toHaveProperty('test');
});

describe('the form of the credential', () => {
	test('has the fields that workflows and users know', () => {
		expect(credential.properties.map(({ name, displayName }) => [name, displayName])).toEqual([
			['baseUrl', 'Base URL'],
			['apiKey', 'API Key'],
			['requestsPerMinute', 'Requests per Minute'],
		]);
	});

	test('asks for an address, a key and a number', () => {
		expect(credential.properties).toMatchObject([
			{ type: 'string', required: true, default: '' },
			{ type: 'string', required: true, default: '' },
			{ type: 'number', default: 60, typeOptions: { minValue: 1, maxValue: 100_000 } },
		]);
	});

	test('says what each field is for', () => {
		const told = credential.properties.map(({ description }) => description);
		expect(told).toEqual([
			expect.stringContaining('address of the panel'),
			'Create it in the panel under Account → API',
			expect.stringContaining('The limit of the service is 60; any other number is never exceeded'),
		]);
	});

	test('has its icon for light and dark, and its page', () => {
		const { light, dark } = credential.icon as Record<'light' | 'dark', string>;
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) {
			expect(icon).toMatch(/^file:.*\.svg$/);
			expect(existsSync(join('credentials', icon.replace(/^file:/, '')))).toBe(true);
		}
		expect(credential.documentationUrl).toMatch(/^https:\/\/.*#credential$/);
	});

	test('hides the key', () => {
		const apiKey = credential.properties.find(({ name }) => name === 'apiKey');
		expect(apiKey?.typeOptions?.password).toBe(true);
	});

	test('asks for the address and suggests none, but shows its form', () => {
		const baseUrl = credential.properties.find(({ name }) => name === 'baseUrl');
		const placeholder = 'e.g. https://panel.example.com';
		expect(baseUrl).toMatchObject({ required: true, default: '', placeholder });
	});

	test('starts with the documented limit', () => {
		const requestsPerMinute = credential.properties.find(
			({ name }) => name === 'requestsPerMinute',
		);
		expect(requestsPerMinute?.default).toBe(60);
	});

	test('is called as the nodes name it', () => {
		expect(credential.name).toBe('backlinkPanelApi');
		expect(credential.displayName).toBe('Backlink Panel API');
	});
});
