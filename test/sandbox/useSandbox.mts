import { startSandbox } from '../../sandbox/sandbox.mts';
import type { Sandbox, SettingsChange } from '../../sandbox/sandbox.mts';
import { type PanelAnswer, type PanelRequest, panelRequest } from './panelRequest.mts';
import { sandboxClient } from './sandboxClient.mts';
import type { SandboxClient } from './sandboxClient.mts';

/** Sandbox of a test file. Its values exist only while the tests run. */
export interface SandboxInUse {
	readonly url: string;
	readonly apiKey: string;
	readonly client: SandboxClient;
	/** Sends a request to the sandbox, with the sandbox's API key unless the request has one. */
	send(request: Partial<PanelRequest> & { path: string }): Promise<PanelAnswer>;
}

/** Starts a sandbox before the tests, resets it to `settings` before each test, and ends it after the last. */
export function useSandbox(settings: SettingsChange = {}): SandboxInUse {
	let running: { sandbox: Sandbox; client: SandboxClient } | null = null;

	function current(): { sandbox: Sandbox; client: SandboxClient } {
		if (running === null) throw new Error('The sandbox is there only while a test runs');
		return running;
	}

	beforeAll(async () => {
		const sandbox = await startSandbox(settings);
		running = { sandbox, client: sandboxClient(sandbox.url) };
	});
	beforeEach(() => current().client.reset(settings));
	afterAll(() => running?.sandbox.close());

	return {
		get url() {
			return current().sandbox.url;
		},
		get apiKey() {
			return current().sandbox.apiKey;
		},
		get client() {
			return current().client;
		},
		send: async (request) => {
			const { url, apiKey } = current().sandbox;
			return await panelRequest({ url, apiKey, ...request });
		},
	};
}

export const backlink = { hedefUrl: 'https://musteri.example/', anchor: 'müşteri', sureAy: 3 };

export const article = {
	baslik: 'Kahve rehberi ☕',
	icerik: '<p>İyi kahve için taze çekirdek.</p>',
};

export function refusal(kod: string) {
	return { ok: false, kod, hata: expect.stringMatching(/\S/) };
}
