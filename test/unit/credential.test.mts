import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';

const credential = new BacklinkPanelApi();
const stored = { baseUrl: 'https://panel.example.com/api/v1/', apiKey: ' demo_live_1a2b3c\n' };

/** As the HTTP Request node asks, which gives an address as `uri` too. */
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
	for (const icon of Object.values(credential.icon)) {
		expect(existsSync(join('credentials', icon.replace(/^file:/, '')))).toBe(true);
	}
});
