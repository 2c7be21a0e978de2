import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';

const { description, methods } = new BacklinkPanelTrigger();
const [menu, ...fields] = description.properties;
// The event menu is no collection; there the same field holds further properties.
const events = (menu?.options ?? []) as INodePropertyOptions[];

/** The fields with those in the collections. */
const allFields = fields.flatMap((field) =>
	field.type === 'collection' ? ((field.options ?? []) as INodeProperties[]) : [field],
);

const shownFor = (event: unknown) =>
	fields.filter(({ displayOptions }) => displayOptions?.show?.event?.[0] === event);

test('the node is a polling trigger with names that workflows store', () => {
	expect(description).toMatchObject({
		name: 'backlinkPanelTrigger',
		displayName: 'Backlink Panel Trigger',
		group: ['trigger'],
		version: 1,
		polling: true,
		inputs: [],
		credentials: [
			{ name: new BacklinkPanelApi().name, required: true, testedBy: 'testPanelAccess' },
		],
	});
	expect(description.usableAsTool).toBeUndefined();
	const file = join(__dirname, '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.json');
	const { node } = JSON.parse(readFileSync(file, 'utf8')) as { node: string };
	expect(node).toBe('n8n-nodes-backlink-panel.backlinkPanelTrigger');
});

test('each event has its name and its fields, with these defaults; the options below them', () => {
	const namesOf = (options: INodeProperties['options']) => options?.map(({ name }) => name);
	const shown = (field: INodeProperties) =>
		field.type === 'collection' ? namesOf(field.options) : field.default;
	const order = { orderType: 'all', simplify: true, options: ['orderIdField'] };
	const form = events.map(({ name, value }) => [
		name,
		value,
		Object.fromEntries(shownFor(value).map((field) => [field.name, shown(field)])),
	]);
	expect(form).toEqual([
		['Balance Changed', 'balanceChanged', {}],
		['Balance Low', 'balanceLow', { threshold: 50, repeatAfterHours: 24 }],
		['Order Created', 'orderCreated', { ...order, emitExisting: false }],
		[
			'Order Status Changed',
			'orderStatusChanged',
			{ ...order, statuses: [], options: ['orderIdField', 'statusField'] },
		],
		[
			'Placement Expiring',
			'placementExpiring',
			{ withinDays: 7, simplify: true, options: ['endDateField', 'orderIdField'] },
		],
	]);
	expect(fields).toHaveLength(events.flatMap(({ value }) => shownFor(value)).length);
	expect(menu).toMatchObject({ name: 'event', noDataExpression: true, default: 'orderCreated' });
	for (const { description: text } of events) expect(text).toMatch(/^When /);
	const isCollection = ({ type }: INodeProperties) => type === 'collection';
	for (const { value } of events) {
		const others = shownFor(value).slice(0, -1);
		expect(others.filter(isCollection)).toEqual([]);
	}
});

test.each(allFields.map((field) => ({ field, label: `${field.displayName} (${field.name})` })))(
	'$label has a description, and its period only if it has several sentences',
	({ field }) => {
		expect(field.description).toMatch(/^\p{Lu}/u);
		expect(field.description?.endsWith('.')).toBe(field.description?.includes('. '));
	},
);

test.each([
	['statuses', 'getStatuses', ['orderType', 'options.statusField']],
	['orderIdField', 'getOrderFields', undefined],
	['statusField', 'getOrderFields', undefined],
	['endDateField', 'getOrderFields', undefined],
])('the menu %s is filled from the service by %s', (name, method, loadOptionsDependsOn) => {
	expect(methods.loadOptions).toHaveProperty(method);
	const isIt = (field: INodeProperties) => field.name === name;
	for (const { typeOptions, description: text } of allFields.filter(isIt)) {
		expect(typeOptions).toEqual({ loadOptionsMethod: method, loadOptionsDependsOn });
		expect(text).toContain('Choose from the list, or specify');
	}
});
