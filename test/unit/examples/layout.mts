import type { INode } from 'n8n-workflow';

import { isNote } from './example.mts';

/** What a node takes on the canvas with its label, in pixels. */
const nodeSize = { width: 160, height: 140 };

/** The pairs of nodes and notes that lie on each other. */
export function overlaps(nodes: INode[]): string[] {
	return nodes.flatMap((node, index) =>
		nodes
			.slice(index + 1)
			.filter((other) => overlap(node, other))
			.map((other) => `${node.name} on ${other.name}`),
	);
}

function overlap(one: INode, other: INode): boolean {
	const [a, b] = [rectangle(one), rectangle(other)];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function rectangle(node: INode): { left: number; top: number; right: number; bottom: number } {
	const [left, top] = node.position;
	const { width, height } = isNote(node) ? node.parameters : nodeSize;
	return { left, top, right: left + Number(width), bottom: top + Number(height) };
}
