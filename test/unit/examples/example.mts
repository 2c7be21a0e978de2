import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, INode } from 'n8n-workflow';

import { operations } from '../../../nodes/BacklinkPanel/operations/index.ts';

export const folder = join(__dirname, '../../../examples');
export const PANEL = 'n8n-nodes-backlink-panel.backlinkPanel';
export const PANEL_TRIGGER = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
export const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** An example workflow as it is shipped. */
export interface Example {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: object;
}

/** All of them, by the names of their files. */
export const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => ({
		file,
		// The tests look at what is in it, part by part.
		example: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example,
	}));

export function isNote({ type }: INode): boolean {
	return type === STICKY_NOTE;
}

export function isSpending({ type, parameters: { resource, operation } }: INode): boolean {
	return operations.some(
		(each) =>
			type === PANEL &&
			each.resource === resource &&
			each.value === operation &&
			each.spendsCredits,
	);
}

/** The names of the nodes that one output of a node leads to, or all of its outputs. */
export function targets({ connections }: Example, name: string, output?: number): string[] {
	const outputs = connections[name]?.main ?? [];
	const links = output === undefined ? outputs.flat() : outputs[output];
	return (links ?? []).flatMap((link) => link?.node ?? []);
}

/** The names of all nodes on the ways that begin with the given ones, these included. */
export function reachable(example: Example, names: string[]): Set<string> {
	const found = new Set(names);
	// A set goes on with what is added to it meanwhile.
	for (const name of found) for (const next of targets(example, name)) found.add(next);
	return found;
}
