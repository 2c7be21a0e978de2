import type { INode } from 'n8n-workflow';

export function testNode(name: string, type: string, more: Partial<INode> = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...more };
}

export function to(node: string) {
	return [{ node, type: 'main' as const, index: 0 }];
}
