import { readFile } from 'node:fs/promises';

import type { INodeCredentials, INodeParameters } from 'n8n-workflow';

import type { StoredCredential, Workflow } from '../../../real-n8n/n8nClient.mts';

/**
 * An example as it is shipped, with what its notes ask to fill in. The editor chooses the credentials
 * that have the names in the file when it imports one; so does this.
 * @param filledIn by the names of nodes, the parameters that replace those of the example
 * @throws when there is no credential, or no node, of a name
 */
export async function shippedExample(
	name: string,
	credentials: StoredCredential[],
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const shipped = await readFile(`examples/${name}.json`, 'utf8');
	// n8n checks it when it is imported.
	const workflow = JSON.parse(shipped) as Workflow;
	for (const nodeName of Object.keys(filledIn)) findNamed(nodeName, workflow.nodes);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...filledIn[node.name] },
		...(node.credentials && { credentials: chosen(node.credentials, credentials) }),
	}));
	return { ...workflow, nodes };
}

function chosen(named: INodeCredentials, credentials: StoredCredential[]): INodeCredentials {
	const entries = Object.entries(named).map(([type, { name }]) => {
		const { id } = findNamed(name, credentials);
		return [type, { id, name }];
	});
	return Object.fromEntries(entries);
}

function findNamed<Item extends { name: string }>(name: string, items: Item[]): Item {
	const found = items.find((item) => item.name === name);
	if (found === undefined) throw new Error(`Nothing has the name ${name}`);
	return found;
}
