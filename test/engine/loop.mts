import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';

import { NODE_NAME, panelNode, runWorkflow, type WorkflowRun } from './engine.mts';
import { testNode, to } from './testNode.mts';

/** Runs the node in two rounds of a loop; each gets what comes out of the one before. */
export async function runLoop(
	run: Omit<WorkflowRun, 'nodes' | 'connections' | 'items'>,
	parameters: INodeParameters,
	settings: Partial<INode>,
	items: IDataObject[] = [{}],
): Promise<IRun> {
	return await runWorkflow({
		...run,
		nodes: [
			testNode('Items', 'test.items'),
			testNode('Loop', 'test.loop'),
			panelNode(parameters, settings),
			testNode('After', 'test.after'),
		],
		connections: {
			Items: { main: [to('Loop')] },
			Loop: { main: [to(NODE_NAME), to('After')] },
			[NODE_NAME]: { main: [to('Loop')] },
		},
		items,
	});
}
