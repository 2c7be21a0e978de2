import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type {
	IConnections,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { BacklinkPanel } from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { operations } from '../../../nodes/BacklinkPanel/operations/index.ts';

export const folder = join(__dirname, '../../../examples');
const PANEL = 'n8n-nodes-backlink-panel.backlinkPanel';
const PANEL_TRIGGER = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

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

/** Versions of nodes that n8n 1.123 and n8n 2 both have; the end-to-end tests run the examples' ones. */
export const versionsInBoth: Record<string, number[]> = {
	[PANEL]: [1],
	[PANEL_TRIGGER]: [1],
	[STICKY_NOTE]: [1],
	'n8n-nodes-base.convertToFile': [1, 1.1],
	'n8n-nodes-base.extractFromFile': [1, 1.1],
	'n8n-nodes-base.filter': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.form': [1, 2.3],
	'n8n-nodes-base.formTrigger': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.googleSheets': [4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7],
	'n8n-nodes-base.httpRequest': [4, 4.1, 4.2, 4.3],
	'n8n-nodes-base.if': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.manualTrigger': [1],
	'n8n-nodes-base.merge': [3, 3.1, 3.2],
	'n8n-nodes-base.noOp': [1],
	'n8n-nodes-base.respondToWebhook': [1, 1.1, 1.2, 1.3, 1.4, 1.5],
	'n8n-nodes-base.rssFeedRead': [1, 1.1, 1.2],
	'n8n-nodes-base.rssFeedReadTrigger': [1],
	'n8n-nodes-base.scheduleTrigger': [1, 1.1, 1.2, 1.3],
	'n8n-nodes-base.set': [3, 3.1, 3.2, 3.3, 3.4],
	'n8n-nodes-base.sort': [1],
	'n8n-nodes-base.summarize': [1, 1.1],
	'n8n-nodes-base.webhook': [1, 1.1, 2, 2.1],
};

/** The size of a node on the canvas with its label, in pixels. */
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

const propertiesOf: Record<string, INodeProperties[]> = {
	[PANEL]: new BacklinkPanel().description.properties,
	[PANEL_TRIGGER]: new BacklinkPanelTrigger().description.properties,
};

/** n8n adds the times to a polling trigger. */
const ADDED_BY_N8N = 'pollTimes';

/** The stored parameters of a node of this package that its forms do not have, as `name` or `name: value`. */
export function unknownParameters({ type, parameters }: INode): string[] {
	const properties = propertiesOf[type] ?? [];
	return Object.entries(parameters).flatMap(([name, value]) => {
		if (name === ADDED_BY_N8N) return [];
		const property = properties.find((each) => each.name === name && isShown(each, parameters));
		if (property === undefined) return [name];
		if (property.type === 'collection') {
			const known = (property.options ?? []).map((option) => option.name);
			return Object.keys(value ?? {}).filter((option) => !known.includes(option));
		}
		return isChoice(property, value) ? [] : [`${name}: ${String(value)}`];
	});
}

function isShown({ displayOptions }: INodeProperties, parameters: INodeParameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) => name in parameters && values?.includes(parameters[name] as string),
	);
}

function isChoice({ type, options = [] }: INodeProperties, value: unknown): boolean {
	// The options of a menu are its choices.
	const choices = options as INodePropertyOptions[];
	return type !== 'options' || choices.length === 0 || choices.some((each) => each.value === value);
}
