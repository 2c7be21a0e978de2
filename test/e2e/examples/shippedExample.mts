import { readFile } from 'node:fs/promises';

import type { INodeParameters } from 'n8n-workflow';

import type { Workflow } from '../../../real-n8n/n8nClient.mts';

/**
 * An example as it is shipped, with what its notes ask to fill in. Credentials need no filling in:
 * n8n finds them by the names that the examples use.
 * @param filledIn by the names of nodes, the parameters that replace those of the example
 */
export async function shippedExample(
	name: string,
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const shipped = await readFile(`examples/${name}.json`, 'utf8');
	// n8n checks it when it is imported.
	const workflow = JSON.parse(shipped) as Workflow;
	const unknown = Object.keys(filledIn).filter(
		(nodeName) => !workflow.nodes.some((node) => node.name === nodeName),
	);
	if (unknown.length > 0) throw new Error(`${name} has no node ${unknown.join(', ')}`);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...filledIn[node.name] },
	}));
	return { ...workflow, nodes };
}
