import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SettingsChange } from '../../sandbox/sandbox.mts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { useSandbox } from '../sandbox/useSandbox.mts';

/** Sandbox, with a credential and a workflow ID for each test. */
export interface PanelInUse {
	readonly url: string;
	readonly client: SandboxClient;
	/** Credential whose Requests per Minute are so high that the node does not limit requests. */
	readonly credential: ICredentialDataDecryptedObject;
	/** ID of a workflow for this test alone, because a workflow's Idempotency Keys outlast the test. */
	readonly workflowId: string;
}

let keysSoFar = 0;

/**
 * Starts a sandbox for the tests of a file, without a rate limit unless the settings have one. Each test has
 * its own key, because the node remembers a key's requests and pauses until the process ends.
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
