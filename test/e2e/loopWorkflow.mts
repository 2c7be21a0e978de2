import type { INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential, Workflow } from '../../real-n8n/n8nClient.mts';
import { testNode, to } from '../engine/testNode.mts';
import { NODE_NAME } from './workflowAroundNode.mts';

/** Makes a workflow in which Loop Over Items gives the node one item in each round. */
export function loopWorkflow(
	{ id, name }: StoredCredential,
	{ before, itemsField }: { before: INode[]; itemsField: string },
	parameters: INodeParameters,
): Workflow {
	const nodes = [
		...before,
		testNode('Split', 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: itemsField, options: {} },
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
	const chain = [...before.map((node) => node.name), 'Split', 'Loop'];
	return {
		name: 'Loop',
		nodes: nodes.map((node, column) => ({ ...node, position: [220 * column, 0] })),
		connections: {
			...Object.fromEntries(
				chain.slice(1).map((next, index) => [chain[index], { main: [to(next)] }]),
			),
			// The first output of Loop Over Items is “done”, the second is “loop”.
			Loop: { main: [to('After'), to(NODE_NAME)] },
			[NODE_NAME]: { main: [to('Loop')] },
		},
		settings: { executionOrder: 'v1' },
	};
}
