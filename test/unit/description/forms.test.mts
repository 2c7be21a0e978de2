import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { operations } from '../../../nodes/BacklinkPanel/operations/index.ts';
import {
	choices,
	collections,
	entries,
	everyProperty,
	menus,
	notices,
	operationChoices,
	properties,
} from './form.mts';

const node = new BacklinkPanel();
const trigger = new BacklinkPanelTrigger();
const [eventMenu, ...triggerForm] = trigger.description.properties;
// Safe cast: `options` of a menu are choices, unlike those of a collection.
const events = (eventMenu?.options ?? []) as INodePropertyOptions[];
const triggerFields = triggerForm.flatMap((field) =>
	field.type === 'collection' ? entries(field) : [field],
);

const credentials = [
	{ name: new BacklinkPanelApi().name, required: true, testedBy: 'testPanelAccess' },
];

describe('both nodes', () => {
	test.each([
		[node.description, 'backlinkPanel', 'Backlink Panel'],
		[trigger.description, 'backlinkPanelTrigger', 'Backlink Panel Trigger'],
	])('have names that workflows store: %#', (description, name, displayName) => {
		expect(description).toMatchObject({ name, displayName, version: 1, credentials });
	});

	test('Backlink Panel is usable as a tool, with its price in the description; the trigger polls', () => {
		expect(node.description.usableAsTool).toBe(true);
		const told = (resource: string, operation: string) =>
			NodeHelpers.makeDescription({ resource, operation }, node.description);
		expect(told('backlink', 'create')).toBe(
			'Create a backlink (1 credit a month) in Backlink Panel',
		);
		expect(told('article', 'publish')).toBe(
			'Publish an article (10 credits a site) in Backlink Panel',
		);
		expect(trigger.description).toMatchObject({ group: ['trigger'], polling: true, inputs: [] });
		expect(trigger.description.usableAsTool).toBeUndefined();
	});

	const codexOf = (name: string) =>
		JSON.parse(
			readFileSync(join(__dirname, '../../../nodes/BacklinkPanel', `${name}.node.json`), 'utf8'),
		) as { node: string; alias: string[] };
	const codexes = [codexOf('BacklinkPanel'), codexOf('BacklinkPanelTrigger')];

	test('have a codex file of their own', () => {
		expect(codexes.map((codex) => codex.node)).toEqual([
			'n8n-nodes-backlink-panel.backlinkPanel',
			'n8n-nodes-backlink-panel.backlinkPanelTrigger',
		]);
	});

	test.each([
		...['balance', 'credits', 'order status', 'expiring', 'publish', 'anchor', 'article'],
		...['backlink', 'link building', 'guest post', 'sponsored', 'SEO'],
		...['tanıtım yazısı', 'tanitim', 'makale', 'kredi', 'bakiye', 'sipariş'],
	])('are both found by “%s”, because n8n shows them as one entry', (words) => {
		for (const { alias } of codexes) {
			expect(alias.filter((each) => each.includes(words))).not.toEqual([]);
		}
	});

	test('have one entry in the nodes panel, with the description of the trigger', () => {
		const { description } = trigger.description;
		expect(description).toMatch(/^Buy backlinks and sponsored articles, and start workflows /);
		// Length of two lines in the nodes panel of n8n.
		expect(description.length).toBeLessThanOrEqual(98);
	});
});

describe('every operation', () => {
	test.each(operationChoices)('$resource → $operation says what it does', ({ choice }) => {
		expect(choice.description).toMatch(/^\p{Lu}.*[^.]$/u);
		expect(choice.action).toMatch(/^\p{Lu}[^\p{Lu}]*$/u);
	});

	test.each(operations)('$resource → $value tells people and AI agents its price', (operation) => {
		const { resource, value, spendsCredits } = operation;
		const price = spendsCredits ? operation.priceText : 'no cost';
		const choice = operationChoices.find(
			(one) => one.resource === resource && one.operation === value,
		);
		expect(choice?.choice.description).toMatch(new RegExp(`, at ${price}$`));
		// n8n makes a tool's description from the action, so that AI agents read the price there.
		if (spendsCredits) expect(choice?.choice.action).toContain(price);
		const shown = notices.filter(({ displayOptions }) => {
			const { resource: resources, operation: values } = displayOptions?.show ?? {};
			return resources?.includes(resource) && values?.includes(value);
		});
		const cost = spendsCredits ? [price.split(' a ')[0]] : [];
		expect(shown.map(({ displayName }) => /costs (\d+ credits?)/.exec(displayName)?.[1])).toEqual(
			cost,
		);
	});
});

describe('the form of the node', () => {
	test('has the fields of its operations, and the list method that the field Order names', () => {
		expect(node.description.properties).toEqual(properties);
		const orderId = properties.find(({ name }) => name === 'orderId');
		const { searchListMethod = '' } = orderId?.modes?.[0]?.typeOptions ?? {};
		expect(node.methods.listSearch).toHaveProperty(searchListMethod);
	});

	const texts = everyProperty.filter(
		({ property: { type }, isOption }) => !isOption && ['string', 'resourceLocator'].includes(type),
	);

	test.each(texts)('$label has to be filled in, and shows an example', ({ property }) => {
		const { required, placeholder, typeOptions, modes = [] } = property;
		expect(required).toBe(true);
		const examples = [placeholder, ...modes.map((mode) => mode.placeholder)];
		// The HTML editor has no room for an example.
		if (property.name === 'content') expect(typeOptions?.editor).toBe('htmlEditor');
		else expect(examples.join('\n')).toMatch(/^e\.g\. ./m);
	});

	test('takes expressions in every field but Resource and Operation', () => {
		const fixed = everyProperty.filter(({ property }) => property.noDataExpression);
		expect(new Set(fixed.map(({ property }) => property.name))).toEqual(
			new Set(['resource', 'operation']),
		);
	});

	test.each(menus)('$label has its default in its list, in alphabetical order', ({ property }) => {
		expect(choices(property).map(({ value }) => value)).toContain(property.default);
		expectSorted(choices(property).map(({ name }) => name));
	});

	test('has its options in alphabetical order', () => {
		for (const collection of collections) {
			expectSorted(entries(collection).map(({ displayName }) => displayName));
		}
	});
});

describe('the form of the trigger', () => {
	const shownFor = (event: unknown) =>
		triggerForm.filter(({ displayOptions }) => displayOptions?.show?.event?.[0] === event);
	const isCollection = ({ type }: INodeProperties) => type === 'collection';

	test('each event has its name and its fields, with these defaults; the options below them', () => {
		const shown = (field: INodeProperties) =>
			isCollection(field) ? entries(field).map(({ name }) => name) : field.default;
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
		expect(triggerForm).toHaveLength(events.flatMap(({ value }) => shownFor(value)).length);
		expect(eventMenu).toMatchObject({
			name: 'event',
			noDataExpression: true,
			default: 'orderCreated',
		});
		for (const { value, description } of events) {
			expect(description).toMatch(/^When /);
			expect(shownFor(value).slice(0, -1).filter(isCollection)).toEqual([]);
		}
	});

	test.each([
		['statuses', 'getStatuses', ['orderType', 'options.statusField']],
		['orderIdField', 'getOrderFields', undefined],
		['statusField', 'getOrderFields', undefined],
		['endDateField', 'getOrderFields', undefined],
	])('the menu %s is filled from the service by %s', (name, method, loadOptionsDependsOn) => {
		expect(trigger.methods.loadOptions).toHaveProperty(method);
		for (const field of triggerFields.filter((each) => each.name === name)) {
			expect(field.typeOptions).toEqual({ loadOptionsMethod: method, loadOptionsDependsOn });
			expect(field.description).toContain('Choose from the list, or specify');
		}
	});
});

describe('every field', () => {
	const named = everyProperty.map(({ property }) => property);
	const everyField = [
		...named,
		...trigger.description.properties,
		...new BacklinkPanelApi().properties,
	].filter(({ type }) => type !== 'notice');

	test.each(everyField)('$displayName fits where n8n shows it', ({ displayName }) => {
		expect(displayName.length).toBeLessThanOrEqual(28);
	});

	const described = [...named, ...triggerFields].filter(
		({ name, type }) => type !== 'notice' && !['resource', 'operation', 'options'].includes(name),
	);

	test.each(described)(
		'$displayName is described: one sentence without a period, several with',
		({ description = '' }) => {
			expect(description).toMatch(/^\p{Lu}/u);
			expect(description.endsWith('.')).toBe(description.includes('. '));
		},
	);

	const numbers = everyField.filter(({ type }) => type === 'number');

	test.each(numbers)('$displayName has bounds, and its default is within', (property) => {
		const { minValue, maxValue } = property.typeOptions ?? {};
		expect(minValue).toBeGreaterThanOrEqual(0);
		// Timers of more than 2^31 - 1 ms end at once in Node.js.
		const isTime = /\((Seconds|Hours|Days)\)$/.test(property.displayName);
		expect(maxValue).toBeLessThanOrEqual(isTime ? (2 ** 31 - 1) / 1000 : 1e9);
		expect(property.default).toBeGreaterThanOrEqual(minValue ?? Number.NaN);
		expect(property.default).toBeLessThanOrEqual(maxValue ?? Number.NaN);
	});
});

function expectSorted(names: string[]): void {
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
}
