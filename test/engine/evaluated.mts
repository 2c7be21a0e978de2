import type { IDataObject } from 'n8n-workflow';

import { createWorkflow } from './engine.mts';
import { testNode } from './testNode.mts';

/** What n8n makes of an expression in a node behind this one, such as a Switch. */
export async function evaluated(expression: string, json: IDataObject): Promise<unknown> {
	const node = testNode('Switch', 'test.after');
	const { workflow } = await createWorkflow({
		nodes: [node],
		connections: {},
		credential: {},
	});
	return workflow.expression.getParameterValue(
		`={{ ${expression} }}`,
		null,
		0,
		0,
		node.name,
		[{ json }],
		'trigger',
		{},
	);
}
