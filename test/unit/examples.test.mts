import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type {
	IConnections,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';

const folder = 'examples';
const PANEL = 'n8n-nodes-backlink-panel.backlinkPanel';
const PANEL_TRIGGER = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

interface Example {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: object;
}

const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => ({
		file,
		// Safe cast: the tests check the content.
		example: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example,
	}));

function isNote({ type }: INode): boolean {
	return type === STICKY_NOTE;
}

function isSpending({ type, parameters: { resource, operation } }: INode): boolean {
	return operations.some(
		(each) =>
			type === PANEL &&
			each.resource === resource &&
			each.value === operation &&
			each.spendsCredits,
	);
}

/** Lists the names of nodes that an output of a node leads to; without `output`, all its outputs. */
function targets({ connections }: Example, name: string, output?: number): string[] {
	const outputs = connections[name]?.main ?? [];
	const links = output === undefined ? outputs.flat() : outputs[output];
	return (links ?? []).flatMap((link) => link?.node ?? []);
}

/** Finds the names of all nodes that can be reached from the given ones, these included. */
function reachable(example: Example, names: string[]): Set<string> {
	const found = new Set(names);
	// A loop over a set also visits names that are added meanwhile.
	for (const name of found) for (const next of targets(example, name)) found.add(next);
	return found;
}

/** Versions of nodes that n8n 1.123 and n8n 2 both have. The end-to-end tests run those of the examples. */
const versionsInBoth: Record<string, number[]> = {
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

const propertiesOf: Record<string, INodeProperties[]> = {
	[PANEL]: new BacklinkPanel().description.properties,
	[PANEL_TRIGGER]: new BacklinkPanelTrigger().description.properties,
};

/** Parameter that n8n adds to a polling trigger, so that our form does not have it. */
const ADDED_BY_N8N = 'pollTimes';

/** Lists a node's stored parameters that its form does not have, as `name` or `name: value`. */
function unknownParameters({ type, parameters }: INode): string[] {
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
	// Safe cast: `options` of a menu are choices.
	const choices = options as INodePropertyOptions[];
	return type !== 'options' || choices.length === 0 || choices.some((each) => each.value === value);
}

/** n8n's number for the color of a note. */
const RED = 3;
const COST = /\*\*.* costs? \d+ credits? .*\*\*/;

test('the README tells of every example', () => {
	const readme = readFileSync(join(folder, 'README.md'), 'utf8');
	for (const { file } of examples) expect(readme).toContain(`[${file}](${file})`);
});

describe.each(examples)('$file', ({ example }) => {
	const { nodes } = example;
	const steps = nodes.filter((node) => !isNote(node));
	const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
	const redNotes = nodes.filter((node) => isNote(node) && node.parameters.color === RED);
	const spending = nodes.filter(isSpending);
	const stepNamed = (name: string) => steps.find((node) => node.name === name);

	test('holds a workflow, and nothing of the n8n it comes from', () => {
		expect(Object.keys(example)).toEqual(['name', 'nodes', 'connections', 'settings']);
		expect(example.settings).toMatchObject({ executionOrder: 'v1' });
		const text = JSON.stringify(example);
		expect(text).not.toMatch(/"(instanceId|versionId|pinData|apiKey|password)"/);
		expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/i);
	});

	test('has credentials by their names, without ids', () => {
		const credentials = steps.flatMap((node) => Object.values(node.credentials ?? {}));
		expect(credentials.length).toBeGreaterThan(0);
		for (const credential of credentials) {
			const names = /^((Backlink Panel|Google Sheets) account|(CMS|Form) login)$/;
			expect(credential).toEqual({ id: null, name: expect.stringMatching(names) });
		}
	});

	test('can be called at the path its nodes name, whichever way it is imported', () => {
		for (const { parameters, webhookId, type } of steps) {
			if (!/\.(webhook|formTrigger)$/.test(type)) continue;
			// Without a webhook ID, n8n 1 puts the workflow's ID before the path.
			expect(webhookId).toMatch(/./);
			expect({ path: webhookId, ...parameters }).toMatchObject(
				type.endsWith('webhook') ? { path: webhookId } : { options: { path: webhookId } },
			);
		}
	});

	test('has only example.com addresses, until the user fills in others', () => {
		const addresses = JSON.stringify(steps).match(/https?:\/\/[^\s"'/]*/g) ?? [];
		for (const address of addresses) expect(address).toMatch(/\/\/\w+\.example\.com$/);
	});

	test('has nodes that both versions of n8n have, each with a name and an id of its own', () => {
		for (const { type, typeVersion } of nodes) {
			expect({ type, versions: versionsInBoth[type] }).toEqual({
				type,
				versions: expect.arrayContaining([typeVersion]),
			});
		}
		expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	});

	test('stores only parameters that the forms of this package’s nodes have', () => {
		const own = steps.filter(({ type }) => type.startsWith('n8n-nodes-backlink-panel.'));
		expect(own.length).toBeGreaterThan(0);
		expect(own.flatMap(unknownParameters)).toEqual([]);
	});

	test('explains itself: what it does, what it costs, what to fill in', () => {
		const text = notes.join('\n');
		const cost = spending.length > 0 ? COST : / costs nothing/;
		expect(text).toMatch(cost);
		expect(text).toContain('**Backlink Panel API** credential');
		for (const [, name = ''] of text.matchAll(/ in \*([A-Z][^*]*)\*/g)) {
			expect(stepNamed(name)?.name).toBe(name);
		}
	});

	test('has a red note for each node that spends credits, and no other red note', () => {
		expect(redNotes).toHaveLength(spending.length);
		for (const { parameters } of redNotes) expect(parameters.content).toMatch(COST);
	});

	test('leads from its triggers to every node', () => {
		for (const name of Object.keys(example.connections)) expect(stepNamed(name)).toBeDefined();
		const triggers = steps.filter(({ name }) =>
			steps.every((node) => !targets(example, node.name).includes(name)),
		);
		for (const { type } of triggers) expect(type).toMatch(/Trigger$|webhook$/);
		const names = steps.map(({ name }) => name).sort();
		expect(
			[
				...reachable(
					example,
					triggers.map(({ name }) => name),
				),
			].sort(),
		).toEqual(names);
	});

	test('reads from left to right', () => {
		for (const { name, position } of steps) {
			for (const target of targets(example, name)) {
				expect(stepNamed(target)?.position[0]).toBeGreaterThan(position[0]);
			}
		}
	});

	test('never leads a failed order, or any other, back to where it was sent', () => {
		for (const { name } of spending) {
			const after = reachable(example, targets(example, name));
			expect(spending.filter((node) => after.has(node.name))).toEqual([]);
		}
	});

	test('orders with an Idempotency Key and Max Credits, and leads failed orders to an error output', () => {
		for (const node of spending) {
			expect(node.parameters.options).toMatchObject({
				idempotencyKey: expect.stringMatching(/\{\{.*\$json.*\}\}/),
				maxCredits: expect.any(Number),
			});
			expect(node.onError).toBe('continueErrorOutput');
			expect(node.retryOnFail).toBeUndefined();
			expect(targets(example, node.name, 1)).not.toEqual([]);
		}
	});
});

test('articles and backlinks are each bought by an example', () => {
	const bought = examples.flatMap(({ example }) => example.nodes.filter(isSpending));
	const resources = bought.map(({ parameters }) => parameters.resource);
	expect(new Set(resources)).toEqual(new Set(['article', 'backlink']));
});
