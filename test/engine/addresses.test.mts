import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../../sandbox/sandbox.mts';
import { sandboxClient } from '../sandbox/sandboxClient.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

test.each([
	['several trailing slashes', '///', '/api/v1/krediler'],
	['the API’s own path', '/api/v1/', '/api/v1/krediler'],
	['a path prefix and the API’s own path', '/panel/api/', '/panel/api/v1/krediler'],
	['the address of an endpoint', '/api/v1/krediler', '/api/v1/krediler'],
])('a Base URL with %s works', async (_, ending, path) => {
	const run = await runNode({
		credential: { ...panel.credential, baseUrl: `  ${panel.url}${ending} ` },
		parameters: balanceForm,
	});
	expect(run.output[0]?.json).toEqual({ bakiye: 1000 });
	expect((await panel.client.books()).requests.map((request) => request.path)).toEqual([path]);
});

test('a key pasted with white space around it works', async () => {
	const run = await runNode({
		credential: { ...panel.credential, apiKey: `\r\n${panel.credential.apiKey} ` },
		parameters: balanceForm,
	});
	expect(run.output[0]?.json).toEqual({ bakiye: 1000 });
});

test.each([
	['a line break inside the key', { apiKey: 'demo_live\n_x' }, 'The API Key contains characters'],
	['a Turkish letter in the key', { apiKey: 'demo_lıve_x' }, 'The API Key contains characters'],
	[
		'plain http to the internet',
		{ baseUrl: 'http://panel.example.com' },
		'The Base URL has to start with https',
	],
])('%s is an error of every item, and nothing is sent', async (_, fields, message) => {
	const run = await runNode({
		credential: { ...panel.credential, ...fields },
		parameters: backlinkForm,
		items: backlinkItems(3),
		onError: 'continueErrorOutput',
	});
	expect(run.errorOutput.map(({ json }) => (json.error as { message: string }).message)).toEqual(
		Array(3).fill(expect.stringContaining(message)),
	);
	expect((await panel.client.books()).requests).toEqual([]);
});

test('a service that comes up a moment later gets the order, once', async () => {
	const port = await closedPort();
	const running = runNode({
		credential: { ...panel.credential, baseUrl: `http://127.0.0.1:${port}` },
		parameters: backlinkForm,
		items: backlinkItems(1),
	});
	await new Promise((resolve) => setTimeout(resolve, 300));
	const sandbox = await startSandbox({ port, apiKeys: [String(panel.credential.apiKey)] });
	try {
		const run = await running;
		expect(run.error).toBeUndefined();
		const books = await sandboxClient(sandbox.url).books();
		expect(books.requests).toHaveLength(1);
		expect(books.charges).toHaveLength(1);
	} finally {
		await sandbox.close();
	}
});

async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
