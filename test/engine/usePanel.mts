import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SettingsChange } from '../../sandbox/sandbox.mts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { useSandbox } from '../sandbox/useSandbox.mts';

/** A sandbox as the node's users see it: an address and a key. */
export interface PanelInUse {
	readonly url: string;
	readonly client: SandboxClient;
	/** A credential for the sandbox, without a limit of the node's own. */
	readonly credential: ICredentialDataDecryptedObject;
	/** A workflow of the test's own, which remembers its Idempotency Keys. */
	readonly workflowId: string;
}

let keysSoFar = 0;

/**
 * A sandbox for the tests of a file, without a rate limit unless the settings name one. Each test
 * has a key of its own, because the node keeps the pace of a key for as long as the process lives.
 */
export function usePanel(settings: SettingsChange = {}): PanelInUse {
	const sandbox = useSandbox({ rateLimit: { window: 'unlimited' }, ...settings });
	let apiKey = '';

	beforeEach(async () => {
		keysSoFar += 1;
		apiKey = `demo_live_test_${process.pid}_${keysSoFar}`;
		await sandbox.client.change({ apiKeys: [apiKey] });
	});

	return {
		get url() {
			return sandbox.url;
		},
		get client() {
			return sandbox.client;
		},
		get credential() {
			return { baseUrl: sandbox.url, apiKey, requestsPerMinute: 100_000 };
		},
		get workflowId() {
			return `workflow of ${apiKey}`;
		},
	};
}
