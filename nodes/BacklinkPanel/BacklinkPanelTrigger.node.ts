import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testPanelAccess } from './api/credentialTest';
import { loadOptions, triggerProperties } from './trigger';
import { pollTrigger } from './trigger/pollTrigger';

/** Starts a workflow when the balance or an order changes. Polls, because the service sends no events. */
export class BacklinkPanelTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Backlink Panel Trigger',
		name: 'backlinkPanelTrigger',
		icon: {
			light: 'file:../../icons/backlinkPanel.svg',
			dark: 'file:../../icons/backlinkPanel.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		// The nodes panel shows this text for both nodes of the package.
		description:
			'Buy backlinks and sponsored articles, and start workflows when the balance or orders change',
		defaults: { name: 'Backlink Panel Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'backlinkPanelApi', required: true, testedBy: 'testPanelAccess' }],
		properties: triggerProperties(),
	};

	methods = { loadOptions, credentialTest: { testPanelAccess } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTrigger(this);
	}
}
