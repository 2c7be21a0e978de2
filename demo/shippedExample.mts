import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Workflow } from '../real-n8n/n8nClient.mts';

const folder = 'examples';

/** Names of the examples, without `.json`. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(folder);
	return files.filter((file) => extname(file) === '.json').map((file) => basename(file, '.json'));
}

/**
 * Reads an example as it is shipped, with the values that its notes ask for filled in.
 * @param filledIn new parameters by node name
 * @throws if a node of this name is missing
 */
export async function shippedExample(
	name: string,
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const shipped = await readFile(`${folder}/${name}.json`, 'utf8');
	// Unchecked cast: n8n checks the workflow at the import.
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

/**
 * Replaces the Google nodes, which need an account: the rows are pinned, which n8n accepts in a manual
 * execution. The node that writes passes its rows on instead.
 */
export function withoutGoogle(workflow: Workflow, rows: IDataObject[]): Workflow {
	const isGoogle = ({ type }: INode) => type === 'n8n-nodes-base.googleSheets';
	const isReading = (node: INode) => isGoogle(node) && node.parameters.operation === 'read';
	const nodes = workflow.nodes.map((node): INode => {
		const { credentials: _, ...withoutAccount } = node;
		if (isReading(node)) return withoutAccount;
		return isGoogle(node)
			? { ...withoutAccount, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }
			: node;
	});
	const reading = workflow.nodes.filter(isReading);
	const pinned = rows.map((json) => ({ json }));
	return {
		...workflow,
		nodes,
		pinData: Object.fromEntries(reading.map((each) => [each.name, pinned])),
	};
}
