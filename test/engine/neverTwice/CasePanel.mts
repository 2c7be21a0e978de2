import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.mts';
import { type SandboxClient, sandboxClient } from '../../sandbox/sandboxClient.mts';
import { faults, type FaultName } from './faults.mts';

export interface CasePanel {
	client: SandboxClient;
	credential: ICredentialDataDecryptedObject;
	workflowId: string;
	/** Lets things happen to orders, by the index of their target URL. */
	addFaults(names: FaultName[]): Promise<void>;
	count(what: string): void;
}

let cases = 0;

/** @param figures what is counted over all cases */
export async function casePanel(
	{ url }: Pick<Sandbox, 'url'>,
	figures: Record<string, number>,
): Promise<CasePanel> {
	cases += 1;
	const apiKey = `demo_live_case_${cases}`;
	const client = sandboxClient(url);
	await client.reset({ apiKeys: [apiKey], rateLimit: { window: 'unlimited' } });
	return {
		client,
		credential: { baseUrl: url, apiKey, requestsPerMinute: 100_000 },
		workflowId: apiKey,
		addFaults: async (names) => {
			for (const [index, name] of names.entries()) {
				const fault = faults[name];
				if (fault) await client.addFault({ ...fault, bodyContains: `page-${index}"` });
			}
		},
		count: (what) => {
			figures[what] = (figures[what] ?? 0) + 1;
		},
	};
}

/** Sandboxes for cases that run at once, from before the tests of a file until after them. */
export function useSandboxes(count: number): Sandbox[] {
	const sandboxes: Sandbox[] = [];
	beforeAll(async () => {
		for (let index = 0; index < count; index += 1) sandboxes.push(await startSandbox());
	});
	afterAll(async () => {
		for (const sandbox of sandboxes) await sandbox.close();
	});
	return sandboxes;
}
