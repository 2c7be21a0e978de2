import assert from 'node:assert/strict';

import type { IConnections, INode } from 'n8n-workflow';

import type { StoredCredential, Workflow } from '../../real-n8n/n8nClient.mts';
import { chargesOfItems } from '../engine/ordersOfItems.mts';
import { testNode, to } from '../engine/testNode.mts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';

export const NODE_NAME = 'Backlink Panel';

export interface AroundNode {
	name: string;
	/** Chain of nodes. The output of the last one has a list of items in `itemsField`. */
	before: [INode, ...INode[]];
	itemsField: string;
	credential: StoredCredential;
	settings: Partial<INode>;
}

export function workflowAroundNode({
	name,
	before,
	itemsField,
	credential,
	settings,
}: AroundNode): Workflow {
	const chain = [
		...before,
		testNode('Split', 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: itemsField, options: {} },
		}),
		testNode(NODE_NAME, 'n8n-nodes-backlink-panel.backlinkPanel', {
			credentials: { backlinkPanelApi: { id: credential.id, name: credential.name } },
			...settings,
		}),
	];
	const outputs = ['Done', 'Failed'].map((output) => testNode(output, 'n8n-nodes-base.noOp'));
	const connections: IConnections = { [NODE_NAME]: { main: outputs.map((node) => to(node.name)) } };
	chain.slice(1).forEach((node, index) => {
		const previous = chain[index];
		if (previous) connections[previous.name] = { main: [to(node.name)] };
	});
	return {
		name,
		nodes: [...chain, ...outputs].map((node, column) => ({ ...node, position: [220 * column, 0] })),
		connections,
		settings: { executionOrder: 'v1' },
	};
}

export async function assertChargedOnce(client: SandboxClient, count: number): Promise<void> {
	assert.deepEqual(await chargesOfItems({ client }, count), new Array(count).fill(1));
}
