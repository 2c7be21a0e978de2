import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';

const trigger = new BacklinkPanelTrigger();
const { description } = trigger;
const [menu, ...fields] = description.properties;

// The event menu is no collection; there the same field holds further properties.
const events = (menu?.options ?? []) as INodePropertyOptions[];
const isShownFor = ({ displayOptions }: INodeProperties, event: unknown) =>
	displayOptions?.show?.event?.includes(event as string) === true;

test('the node is a polling trigger', () => {
	expect(description).toMatchObject({
		name: 'backlinkPanelTrigger',
		displayName: 'Backlink Panel Trigger',
		group: ['trigger'],
		polling: true,
		inputs: [],
		credentials: [
			{ name: new BacklinkPanelApi().name, required: true, testedBy: 'testPanelAccess' },
		],
	});
	expect(description.usableAsTool).toBeUndefined();
	// n8n adds the poll times by itself.
	expect(fields.map(({ name }) => name)).not.toContain('pollTimes');
});

test.each([
	['balanceChanged', 'Balance Changed', []],
	['balanceLow', 'Balance Low', ['threshold', 'repeatAfterHours']],
	['orderCreated', 'Order Created', ['orderType', 'emitExisting', 'orderIdField', 'simplify']],
	[
		'orderStatusChanged',
		'Order Status Changed',
		['orderType', 'statuses', 'orderIdField', 'statusField', 'simplify'],
	],
	[
		'placementExpiring',
		'Placement Expiring',
		['withinDays', 'orderIdField', 'endDateField', 'simplify'],
	],
])('%s, shown as %s, with the fields %j', (value, name, names) => {
	expect(events.find((event) => event.value === value)?.name).toBe(name);
	const shown = fields.filter((field) => isShownFor(field, value));
	expect(shown.map((field) => field.name)).toEqual(names);
});

test('there are no other events, and they are in alphabetical order', () => {
	const names = events.map(({ name }) => name);
	expect(names).toHaveLength(5);
	expect(names).toEqual([...names].sort());
	expect(events.map(({ value }) => value)).toContain(menu?.default);
});

test('each event says when it starts the workflow', () => {
	for (const { description: text } of events) expect(text).toMatch(/^When /);
});

test.each([
	['threshold', 'Threshold', 'number', true],
	['repeatAfterHours', 'Repeat After', 'number', undefined],
	['withinDays', 'Days Before End', 'number', undefined],
	['orderType', 'Type', 'options', undefined],
	['emitExisting', 'Emit Existing Orders', 'boolean', undefined],
	['statuses', 'Status Names or IDs', 'multiOptions', undefined],
	['orderIdField', 'Order ID Field', 'options', undefined],
	['statusField', 'Status Field', 'options', undefined],
	['endDateField', 'End Date Field', 'options', undefined],
	['simplify', 'Simplify', 'boolean', undefined],
])('%s is shown as %s, of the type %s', (name, displayName, type, required) => {
	const found = fields.filter((field) => field.name === name);
	expect(found.length).toBeGreaterThan(0);
	for (const field of found) expect(field).toMatchObject({ displayName, type });
	for (const field of found) expect(field.required).toBe(required);
});

test.each(fields.map((field) => ({ field, label: `${field.displayName} (${field.name})` })))(
	'$label has a description, and its period only if it has several sentences',
	({ field }) => {
		expect(field.description).toMatch(/^\p{Lu}/u);
		expect(field.description?.endsWith('.')).toBe(field.description?.includes('. '));
	},
);

test.each([
	['threshold', 50],
	['repeatAfterHours', 24],
	['withinDays', 7],
	['orderType', 'all'],
	['emitExisting', false],
	['statuses', []],
	['orderIdField', ''],
	['statusField', ''],
	['endDateField', ''],
	['simplify', true],
])('default of %s: %j', (name, value) => {
	const found = fields.filter((field) => field.name === name);
	expect(found.length).toBeGreaterThan(0);
	for (const field of found) expect(field.default).toEqual(value);
});

test.each([
	['statuses', 'getStatuses', ['orderType', 'statusField']],
	['orderIdField', 'getOrderFields', undefined],
	['statusField', 'getOrderFields', undefined],
	['endDateField', 'getPlacementFields', undefined],
])('the menu %s is filled from the service by %s', (name, method, fieldsAskedBefore) => {
	expect(trigger.methods.loadOptions).toHaveProperty(method);
	for (const { typeOptions, description: text } of fields.filter((field) => field.name === name)) {
		expect(typeOptions?.loadOptionsMethod).toBe(method);
		expect(typeOptions?.loadOptionsDependsOn).toEqual(fieldsAskedBefore);
		expect(text).toContain('Choose from the list, or specify');
	}
});

test('the codex file belongs to it', () => {
	const file = join(__dirname, '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.json');
	const codex = JSON.parse(readFileSync(file, 'utf8')) as { node: string };
	expect(codex.node).toBe('n8n-nodes-backlink-panel.backlinkPanelTrigger');
});
