import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.mts';
import { type SandboxClient, sandboxClient } from '../../sandbox/sandboxClient.mts';
import { faults, type FaultName } from './faults.mts';

export interface CasePanel {
	client: SandboxClient;
	credential: ICredentialDataDecryptedObject;
	workflowId: string;
	/** Adds the fault `names[index]` to the orders of page `index`. */
	addFaults(names: FaultName[]): Promise<void>;
	count(what: string): void;
}

let cases = 0;

/** @param figures counters over all cases, by name */
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

/** Starts sandboxes before the tests of a file, and closes them afterwards. Cases at once need one each. */
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
