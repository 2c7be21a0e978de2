import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	examples,
	folder,
	isNote,
	isSpending,
	overlaps,
	reachable,
	targets,
	unknownParameters,
	versionsInBoth,
} from './example.mts';

/** The color of a note, as n8n numbers them. */
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
			// n8n 1 puts the workflow's id before the path where this is missing.
			expect(webhookId).toMatch(/./);
			expect({ path: webhookId, ...parameters }).toMatchObject(
				type.endsWith('webhook') ? { path: webhookId } : { options: { path: webhookId } },
			);
		}
	});

	test('is addressed to nobody until it is filled in', () => {
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

	test('stores what the forms of this package’s nodes have', () => {
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

	test('is red where it spends credits, and nowhere else', () => {
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

	test('reads from left to right, and nothing lies on anything', () => {
		for (const { name, position } of steps) {
			for (const target of targets(example, name)) {
				expect(stepNamed(target)?.position[0]).toBeGreaterThan(position[0]);
			}
		}
		expect(overlaps(nodes)).toEqual([]);
	});

	test('never leads a failed order, or any other, back to where it was sent', () => {
		for (const { name } of spending) {
			const after = reachable(example, targets(example, name));
			expect(spending.filter((node) => after.has(node.name))).toEqual([]);
		}
	});

	test('orders once for a key, within a limit, and has somewhere to put what failed', () => {
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
