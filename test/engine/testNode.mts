import type { IConnections, INode } from 'n8n-workflow';

export function testNode(name: string, type: string, more: Partial<INode> = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...more };
}

/** Connects the output of each node to the next node. */
export function inARow(...nodes: INode[]) {
	const connections: IConnections = {};
	for (const [index, { name }] of nodes.slice(1).entries()) {
		connections[nodes[index]?.name ?? ''] = { main: [to(name)] };
	}
	return { nodes, connections };
}

export function to(node: string) {
	return [{ node, type: 'main' as const, index: 0 }];
}
