import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { join } from 'node:path';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { languages } from '../../tooling/documentation/languages.mts';
import { headings, tables, textOf } from './markdown.mts';

/* Forms exist in English only, so the pages of every language name the fields in English. */

const { properties } = new BacklinkPanel().description;
const resources = choices(properties.filter(({ name }) => name === 'resource'));
const operations = resources.flatMap((resource) =>
	choices(
		properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		),
	).map((operation) => ({ resource, operation })),
);
const options = properties
	.filter(({ type }) => type === 'collection')
	.flatMap((collection) => (collection.options ?? []) as INodeProperties[]);

describe('the pages, which are in English alone', () => {
	const page = (name: string) => textOf(join('docs', name));

	test.each(operations)(
		'$resource.name → $operation.name has its fields',
		({ resource, operation }) => {
			const form = properties.filter(
				({ name, type, displayOptions }) =>
					!['operation', 'options'].includes(name) &&
					type !== 'notice' &&
					displayOptions?.show?.resource?.includes(resource.value) &&
					displayOptions.show.operation?.includes(operation.value),
			);
			const heading = `${resource.name} → ${operation.name}`;
			expect(missing(form, section(page('operations.md'), heading))).toEqual([]);
		},
	);

	test('every option has its section and its bounds', () => {
		expect(options.length).toBeGreaterThan(10);
		const [table = []] = tables(page('options.md'));
		for (const option of options) {
			const name = option.displayName;
			const { minValue = 0, maxValue = 0 } = option.typeOptions ?? {};
			const bounds = option.type === 'number' ? [option.default, minValue, maxValue] : [];
			const row = table.find(([cell]) => cell === name)?.join(' ');
			for (const bound of bounds) expect(row).toContain(bound?.toLocaleString('en'));
			expect(headings(page('options.md')).map(({ text }) => text)).toContain(name);
		}
	});

	test('the trigger’s page has every event and every field', () => {
		const form = new BacklinkPanelTrigger().description.properties;
		const events = choices(form.filter(({ name }) => name === 'event'));
		expect(events).toHaveLength(5);
		for (const { name } of events) expect(page('trigger.md')).toContain(`| ${name} `);
		const others = form.filter(({ name, type }) => name !== 'event' && type !== 'notice');
		expect(missing(others, page('trigger.md'))).toEqual([]);
	});
});

describe.each(languages)('$readme', ({ readme, folder }) => {
	test('the README names every operation', () => {
		const names = operations.map(
			({ resource, operation }) => `${resource.name} → ${operation.name}`,
		);
		expect(names.filter((name) => !textOf(readme).includes(name))).toEqual([]);
	});

	test('the README has the fields of the credential', () => {
		expect(missing(new BacklinkPanelApi().properties, textOf(readme))).toEqual([]);
	});

	test('the messages in the README are those of the page about errors', () => {
		const all = tables(textOf(join(folder, 'errors.md'))).flat();
		const rows = tables(textOf(readme)).find(([head]) => head?.length === 3 && hasCharges(head));
		expect(rows?.length).toBeGreaterThan(5);
		for (const [message = '', charged] of rows?.slice(1) ?? []) {
			const row = all.find((cells) => cells[0]?.replace(/: …$/, '') === message);
			expect([message, row?.[1]?.replaceAll('*', '')]).toEqual([message, charged]);
		}
	});
});

/** True if a table's head has a column about charges, as that of the README's table of errors has. */
function hasCharges(head: string[]): boolean {
	return head.some((cell) => cell.includes('charged'));
}

function choices(menus: INodeProperties[]): INodePropertyOptions[] {
	return menus.flatMap((menu) => (menu.options ?? []) as INodePropertyOptions[]);
}

function missing(form: INodeProperties[], text: string): string[] {
	return form.map(({ displayName }) => displayName).filter((label) => !text.includes(label));
}

/** Returns the part of a page under a heading of level 2, up to the next heading of that level. */
function section(markdown: string, heading: string): string {
	const [, rest] = markdown.split(`\n## ${heading}\n`);
	if (rest === undefined) throw new Error(`There is no heading “${heading}”`);
	return rest.split('\n## ')[0] ?? '';
}
