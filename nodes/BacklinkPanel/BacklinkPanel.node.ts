import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testPanelAccess } from './api/credentialTest';
import { failAllItems, runBatch } from './batch/runBatch';
import { failure } from './errors/panelFailure';
import { findOperation, nodeProperties } from './operations';
import { searchOrders } from './operations/orderGet';
import { executionJournal } from './orders/storedJournal';

/** Buys backlink placements, publishes sponsored articles, reads balance and orders. */
export class BacklinkPanel implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Backlink Panel',
		name: 'backlinkPanel',
		icon: {
			light: 'file:../../icons/backlinkPanel.svg',
			dark: 'file:../../icons/backlinkPanel.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Buy backlinks and publish sponsored articles for credits',
		defaults: { name: 'Backlink Panel' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'backlinkPanelApi', required: true, testedBy: 'testPanelAccess' }],
		properties: nodeProperties(),
	};

	methods = { credentialTest: { testPanelAccess }, listSearch: { searchOrders } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Creates the order journal before anything can fail, because a Retry needs the journal's ID.
		executionJournal(this);
		const resource = this.getNodeParameter('resource', 0);
		const value = this.getNodeParameter('operation', 0);
		const operation = findOperation(resource, value);
		if (!operation) {
			const unsupported = failure('invalidParameter', {
				detail: 'This operation is not supported',
				advice: `“Resource” is “${resource}”, “Operation” is “${value}”. Nothing was sent and nothing was charged.`,
			});
			return [failAllItems(this, unsupported)];
		}
		return [await runBatch(this, operation)];
	}
}
