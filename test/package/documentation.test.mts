import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { join } from 'node:path';

import type * as Node from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import type * as Trigger from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { packedPackage, packedText } from './packedPackage.mts';

const folder = join(packedPackage.folder, 'dist/nodes/BacklinkPanel');
// The compiled files have what their sources say.
const { BacklinkPanel } = require(join(folder, 'BacklinkPanel.node.js')) as typeof Node;
const { BacklinkPanelTrigger } = require(
	join(folder, 'BacklinkPanelTrigger.node.js'),
) as typeof Trigger;

const readme = packedText('README.md');
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

/** The choices of menus. */
function choices(menus: INodeProperties[]): INodePropertyOptions[] {
	return menus.flatMap((menu) => (menu.options ?? []) as INodePropertyOptions[]);
}

/** The fields of a form, and those in its collections. */
function fields(form: INodeProperties[]): INodeProperties[] {
	return form.flatMap((field) =>
		field.type === 'collection' ? ((field.options ?? []) as INodeProperties[]) : [field],
	);
}

/** The part of the README under a heading, up to the next one of its level. */
function section(heading: string): string {
	const [marks = '#'] = heading.split(' ');
	const start = readme.indexOf(`\n${heading}\n`);
	if (start === -1) throw new Error(`The README has no heading “${heading}”`);
	const rest = readme.slice(start + heading.length + 1);
	const end = rest.search(new RegExp(`\n#{1,${marks.length}} `));
	return end === -1 ? rest : rest.slice(0, end);
}

describe.each(operations)('$resource.name → $operation.name', ({ resource, operation }) => {
	const text = () => section(`### ${resource.name} → ${operation.name}`);

	test('says what it does, in the nodes panel and in the menu', () => {
		expect(operation.action).toBeTruthy();
		expect(operation.description).toBeTruthy();
	});

	test('has its fields in the README, and each says what it is for', () => {
		const form = properties.filter(
			({ name, type, displayOptions }) =>
				name !== 'operation' &&
				name !== 'options' &&
				type !== 'notice' &&
				displayOptions?.show?.resource?.includes(resource.value) &&
				displayOptions.show.operation?.includes(operation.value),
		);
		expect(form.filter(({ description }) => !description)).toEqual([]);
		expect(missing(form, text())).toEqual([]);
	});
});

test('every option is in the README, and says what it is for', () => {
	const options = fields(properties.filter(({ type }) => type === 'collection'));
	expect(options.length).toBeGreaterThan(10);
	expect(options.filter(({ description }) => !description)).toEqual([]);
	expect(missing(options, section('## Options'))).toEqual([]);
});

test('every event of the trigger is in the README', () => {
	const form = new BacklinkPanelTrigger().description.properties;
	const events = choices(form.filter(({ name }) => name === 'event'));
	expect(events).toHaveLength(5);
	expect(events.filter(({ name }) => !section('## Trigger').includes(`| ${name} `))).toEqual([]);
});

/** The names of the fields that a text does not tell of. */
function missing(form: INodeProperties[], text: string): string[] {
	return form.map(({ displayName }) => displayName).filter((name) => !text.includes(name));
}
