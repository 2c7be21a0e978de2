import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';

import {
	type NodeRun,
	type NodeRunResult,
	panelNode,
	runNode,
	runWorkflow,
	type WorkflowRun,
} from './engine.mts';
import { backlinkForm, backlinkItems } from './forms.mts';
import { testNode, to } from './testNode.mts';
import type { PanelInUse } from './usePanel.mts';

export const inOrder = { parallelRequests: 1 };
export const atOnce = (parallelRequests: number) => ({
	...backlinkForm,
	options: { parallelRequests },
});
export const oneAtATime = { ...backlinkForm, options: inOrder };
export const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export async function runBacklinks(
	{ credential }: PanelInUse,
	count: number,
	more: Partial<NodeRun> = {},
): Promise<NodeRunResult> {
	const items = backlinkItems(count);
	return await runNode({ credential, parameters: oneAtATime, items, ...more });
}

/** Runs the node in two rounds of a loop. The output of the first round is the input of the second. */
export async function runLoop(
	run: Omit<WorkflowRun, 'nodes' | 'connections' | 'items'>,
	parameters: INodeParameters,
	settings: Partial<INode>,
	items: IDataObject[] = [{}],
): Promise<IRun> {
	const workflow = loopOf('test.loop', panelNode(parameters, settings));
	return await runWorkflow({ ...run, ...workflow, items });
}

export function loopOf(type: 'test.loop' | 'test.oneByOne', node: INode) {
	return {
		nodes: [
			testNode('Items', 'test.items'),
			testNode('Loop', type),
			node,
			testNode('After', 'test.after'),
		],
		connections: {
			Items: { main: [to('Loop')] },
			Loop: { main: [to(node.name), to('After')] },
			[node.name]: { main: [to('Loop')] },
		},
	};
}
