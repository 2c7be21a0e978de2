import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from './api/panelClient';
import { triggerProperties } from './trigger';
import { fieldMenus } from './trigger/fieldMenus';
import { pollEvent } from './trigger/pollEvent';

/** Starts a workflow when the balance or an order changes. The service has no events, so it polls. */
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
		description:
			'Starts a workflow when the balance, an order or the end of a placement calls for it',
		defaults: { name: 'Backlink Panel Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: triggerProperties(),
	};

	methods = { loadOptions: fieldMenus };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvent(this);
	}
}
