import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { Workflow } from '../real-n8n/n8nClient.mts';

const folder = 'examples';

/** The names of the examples, without `.json`. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(folder);
	return files.filter((file) => extname(file) === '.json').map((file) => basename(file, '.json'));
}

/**
 * An example as it is shipped, with what its notes ask to fill in.
 * @param filledIn by the names of nodes, the parameters that replace those of the example
 * @throws when there is no node of a name
 */
export async function shippedExample(
	name: string,
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const shipped = await readFile(`${folder}/${name}.json`, 'utf8');
	// n8n checks it when it is imported.
	const workflow = JSON.parse(shipped) as Workflow;
	const missing = Object.keys(filledIn).filter(
		(nodeName) => !workflow.nodes.some((node) => node.name === nodeName),
	);
	if (missing.length > 0) throw new Error(`${name} has no node ${missing.join(', ')}`);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...filledIn[node.name] },
	}));
	return { ...workflow, nodes };
}
