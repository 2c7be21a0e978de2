import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SandboxClient } from '../../sandbox/sandboxClient.mts';
import type { PanelInUse } from '../usePanel.mts';
import { faults, type FaultName } from './faults.mts';

/** A panel, an account and a workflow of a case's own. */
export interface CasePanel {
	client: SandboxClient;
	credential: ICredentialDataDecryptedObject;
	workflowId: string;
	/** Lets things happen to orders, by the index of their target URL. */
	addFaults(names: FaultName[]): Promise<void>;
	/** Counts something for the figures. */
	count(what: string): void;
}

let cases = 0;

/** @param figures what is counted over all cases */
export async function casePanel(
	panel: PanelInUse,
	figures: Record<string, number>,
): Promise<CasePanel> {
	cases += 1;
	const apiKey = `demo_live_case_${cases}`;
	await panel.client.reset({ apiKeys: [apiKey], rateLimit: { window: 'unlimited' } });
	return {
		client: panel.client,
		credential: { ...panel.credential, apiKey },
		workflowId: apiKey,
		addFaults: async (names) => {
			for (const [index, name] of names.entries()) {
				const fault = faults[name];
				if (fault) await panel.client.addFault({ ...fault, bodyContains: `page-${index}"` });
			}
		},
		count: (what) => {
			figures[what] = (figures[what] ?? 0) + 1;
		},
	};
}
