import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { StoredCredential, Workflow } from '../../real-n8n/n8nClient.mts';
import { testNode, to } from '../engine/testNode.mts';
import { TRIGGER_NAME } from './panelInN8n.mts';
import { NODE_NAME } from './workflowAroundNode.mts';

/** A workflow, started by hand, in which Loop Over Items gives the node one item a round. */
export function loopWorkflow(
	{ id, name }: StoredCredential,
	items: IDataObject[],
	parameters: INodeParameters,
): Workflow {
	const nodes = [
		testNode(TRIGGER_NAME, 'n8n-nodes-base.manualTrigger'),
		testNode('Items', 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
		}),
		testNode('Split', 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: 'items', options: {} },
		}),
		testNode('Loop', 'n8n-nodes-base.splitInBatches', {
			typeVersion: 3,
			parameters: { batchSize: 1, options: {} },
		}),
		testNode(NODE_NAME, 'n8n-nodes-backlink-panel.backlinkPanel', {
			credentials: { backlinkPanelApi: { id, name } },
			parameters,
			onError: 'continueRegularOutput',
		}),
		testNode('After', 'n8n-nodes-base.noOp'),
	];
	return {
		name: 'Loop',
		nodes: nodes.map((node, column) => ({ ...node, position: [220 * column, 0] })),
		connections: {
			[TRIGGER_NAME]: { main: [to('Items')] },
			Items: { main: [to('Split')] },
			Split: { main: [to('Loop')] },
			// Its first output is for when all rounds are done.
			Loop: { main: [to('After'), to(NODE_NAME)] },
			[NODE_NAME]: { main: [to('Loop')] },
		},
		settings: { executionOrder: 'v1' },
	};
}
