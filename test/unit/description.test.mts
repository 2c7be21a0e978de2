import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type INodeProperties, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';

const root = join(__dirname, '../..');
const nodeFolder = join(root, 'nodes/BacklinkPanel');

const { description } = new BacklinkPanel();
const { properties } = description;

/** The choices of a menu. */
function choices(property: INodeProperties): INodePropertyOptions[] {
	// Only menus are asked here; in a collection the same field holds further properties.
	return property.type === 'options' ? (property.options as INodePropertyOptions[]) : [];
}

/** The entries of a collection. */
function entries(property: INodeProperties): INodeProperties[] {
	// Only collections are asked here; in a menu the same field holds its choices.
	return property.type === 'collection' ? (property.options as INodeProperties[]) : [];
}

function isShownFor(property: INodeProperties, resource: string, operation: string): boolean {
	const show = property.displayOptions?.show;
	return !!show?.resource?.includes(resource) && !!show.operation?.includes(operation);
}

const resourceMenu = properties.filter(({ name }) => name === 'resource');
const operationMenus = properties.filter(({ name }) => name === 'operation');
const collections = properties.filter(({ type }) => type === 'collection');
const everyProperty = [...properties, ...collections.flatMap(entries)].map((property) => ({
	property,
	label: `${property.displayName} (${JSON.stringify(property.displayOptions?.show ?? {})})`,
}));
const notices = properties.filter(({ type }) => type === 'notice');
const menus = everyProperty.filter(({ property }) => property.type === 'options');
const operations = operationMenus.flatMap((menu) =>
	choices(menu).map((choice) => ({
		resource: String(menu.displayOptions?.show?.resource?.[0]),
		operation: String(choice.value),
		choice,
	})),
);

describe('names that workflows store', () => {
	test('the node and its credential', () => {
		expect(description).toMatchObject({
			name: 'backlinkPanel',
			displayName: 'Backlink Panel',
			defaults: { name: 'Backlink Panel' },
			version: 1,
		});
		expect(description.credentials).toEqual([
			{ name: new BacklinkPanelApi().name, required: true, testedBy: 'testPanelAccess' },
		]);
	});

	test('one resource menu, with these resources', () => {
		expect(resourceMenu.flatMap(choices).map(({ name, value }) => [name, value])).toEqual([
			['Account', 'account'],
			['Article', 'article'],
			['Backlink', 'backlink'],
			['Order', 'order'],
		]);
	});

	test.each([
		['account', 'getBalance', 'Get Balance', []],
		['article', 'publish', 'Publish', ['costNotice', 'title', 'content', 'output']],
		['backlink', 'create', 'Create', ['costNotice', 'targetUrl', 'anchorText', 'months']],
		['order', 'get', 'Get', ['orderId', 'simplify']],
		['order', 'getAll', 'Get Many', ['orderType', 'returnAll', 'limit', 'simplify']],
	])('%s → %s, shown as %s, with the fields %j', (resource, operation, name, fields) => {
		const found = operations.filter(
			(candidate) => candidate.resource === resource && candidate.operation === operation,
		);
		expect(found.map(({ choice }) => [choice.value, choice.name])).toEqual([[operation, name]]);
		const shown = properties.filter((property) => isShownFor(property, resource, operation));
		expect(shown.map((property) => property.name)).toEqual([...fields, 'options']);
	});

	test('no other parameters', () => {
		const top = ['resource', 'operation', 'options'];
		const fields = operations.flatMap(({ resource, operation }) =>
			properties.filter((property) => isShownFor(property, resource, operation)),
		);
		const known = new Set([...top, ...fields.map(({ name }) => name)]);
		expect(properties.filter(({ name }) => !known.has(name))).toEqual([]);
	});

	test('no other operations, and in this order', () => {
		expect(operations.map(({ resource, operation }) => [resource, operation])).toEqual([
			['account', 'getBalance'],
			['article', 'publish'],
			['backlink', 'create'],
			['order', 'get'],
			['order', 'getAll'],
		]);
	});

	test('an order is chosen from a searched list or named by its ID', () => {
		const orderId = properties.find(({ name }) => name === 'orderId');
		expect(orderId).toMatchObject({
			displayName: 'Order',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
		});
		expect(orderId?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		const { searchListMethod = '', searchable } = orderId?.modes?.[0]?.typeOptions ?? {};
		expect(searchable).toBe(true);
		expect(new BacklinkPanel().methods.listSearch).toHaveProperty(searchListMethod);
	});

	test.each([
		['output', ['article', 'site']],
		['orderType', ['all', 'article', 'backlink']],
	])('the values of %s', (name, values) => {
		const menu = properties.filter((property) => property.name === name);
		expect(menu.flatMap(choices).map(({ value }) => value)).toEqual(values);
	});

	test('the options', () => {
		const names = collections.flatMap(entries).map(({ name }) => name);
		expect([...new Set(names)].sort()).toEqual([
			'dryRun',
			'idempotencyKey',
			'maxCredits',
			'maxRateLimitWait',
			'minimumBalance',
			'parallelRequests',
			'resendUnknown',
			'timeout',
		]);
	});
});

describe('every operation', () => {
	test.each(operations)('$resource → $operation says what it does', ({ choice }) => {
		expect(choice.description).toMatch(/^\p{Lu}.*[^.]$/u);
		expect(choice.action).toMatch(/^\p{Lu}[^\p{Lu}]*$/u);
	});

	test('has an action of its own in the nodes panel', () => {
		const actions = operations.map(({ choice }) => choice.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	test.each([
		['article', '10 credits a site'],
		['backlink', '1 credit a month'],
	])(
		'that costs something tells the price, to people and to an AI agent: %s, %s',
		(resource, price) => {
			const found = operations.find((candidate) => candidate.resource === resource);
			expect(found?.choice.description).toContain(price);
			// n8n makes the description of the tool from the action.
			expect(found?.choice.action).toContain(price);
			const notice = notices.find(
				({ displayOptions }) => displayOptions?.show?.resource?.[0] === resource,
			);
			expect(notice?.displayName).toContain(price);
		},
	);

	test('that costs something has a notice that says so, above its fields; no other has one', () => {
		const costly = notices.map(({ displayOptions }) => displayOptions?.show?.resource?.[0]);
		expect(costly).toEqual(['article', 'backlink']);
		for (const { displayName } of notices) {
			expect(displayName).toMatch(
				/^Each item costs \d+ credits? a \w+, also when you execute this step/,
			);
			expect(displayName.length).toBeLessThan(100);
		}
	});
});

describe('every field', () => {
	const menuNames = ['resource', 'operation', 'options'];
	const form = everyProperty.filter(
		({ property }) => property.type !== 'notice' && !menuNames.includes(property.name),
	);

	test.each(form)('$label has a description', ({ property }) => {
		expect(property.description).toMatch(/^\p{Lu}/u);
	});

	test.each(form)('$label: one sentence ends without a period, several with', ({ property }) => {
		const isOneSentence = !property.description?.includes('. ');
		expect(property.description?.endsWith('.')).toBe(!isOneSentence);
	});

	test.each(everyProperty)('$label has a default of its type', ({ property }) => {
		const { type, default: value } = property;
		if (type === 'collection') return expect(value).toEqual({});
		if (type === 'resourceLocator') return expect(value).toEqual({ mode: 'list', value: '' });
		const primitives: Partial<Record<typeof type, string>> = {
			boolean: 'boolean',
			notice: 'string',
			number: 'number',
			options: 'string',
			string: 'string',
		};
		expect(typeof value).toBe(primitives[type]);
	});

	test.each(everyProperty.filter(({ property }) => property.type === 'number'))(
		'$label has a default that it would accept itself',
		({ property }) => {
			expect(property.default).toBeGreaterThanOrEqual(property.typeOptions?.minValue ?? 0);
		},
	);

	test.each(everyProperty.filter(({ property }) => property.type === 'boolean'))(
		'$label is described as a yes-or-no question',
		({ property }) => {
			expect(property.description).toMatch(/^Whether /);
		},
	);

	test('takes expressions, but for the menus that shape the form', () => {
		const fixed = everyProperty.filter(({ property }) => property.noDataExpression);
		expect(new Set(fixed.map(({ property }) => property.name))).toEqual(
			new Set(['resource', 'operation']),
		);
	});
});

describe('every menu', () => {
	test.each(menus)('$label has its default in its list', ({ property }) => {
		expect(choices(property).map(({ value }) => value)).toContain(property.default);
	});

	test.each(menus)('$label is in alphabetical order', ({ property }) => {
		const names = choices(property).map(({ name }) => name);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	});

	test.each(collections.map((property) => ({ property, names: property.displayOptions?.show })))(
		'the options of $names are in alphabetical order',
		({ property }) => {
			const names = entries(property).map(({ displayName }) => displayName);
			expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
		},
	);
});

describe('defaults', () => {
	test.each([
		['resource', 'account'],
		['months', 1],
		['output', 'article'],
		['orderType', 'all'],
		['returnAll', false],
		['limit', 50],
		['simplify', true],
		['parallelRequests', 0],
		['maxRateLimitWait', 900],
	])('%s: %p', (name, value) => {
		const found = everyProperty.filter(({ property }) => property.name === name);
		expect(found.length).toBeGreaterThan(0);
		expect(new Set(found.map(({ property }) => property.default))).toEqual(new Set([value]));
	});

	test.each([
		['account', 'getBalance', 30],
		['article', 'publish', 120],
		['backlink', 'create', 120],
		['order', 'get', 30],
		['order', 'getAll', 30],
	])('timeout of %s → %s: %i seconds', (resource, operation, seconds) => {
		const options = collections.filter((property) => isShownFor(property, resource, operation));
		const timeout = options.flatMap(entries).filter(({ name }) => name === 'timeout');
		expect(timeout.map((property) => property.default)).toEqual([seconds]);
	});

	test('the limit is hidden where all results are wanted', () => {
		const limit = properties.find(({ name }) => name === 'limit');
		expect(limit?.displayOptions?.show?.returnAll).toEqual([false]);
	});
});

test('AI agents may use the node, and n8n tells the model the price', () => {
	expect(description.usableAsTool).toBe(true);
	const told = (resource: string, operation: string) =>
		NodeHelpers.makeDescription({ resource, operation }, description);
	expect(told('backlink', 'create')).toBe('Create a backlink (1 credit a month) in Backlink Panel');
	expect(told('article', 'publish')).toBe(
		'Publish an article (10 credits a site) in Backlink Panel',
	);
});

describe('what n8n shows around the node', () => {
	const codexOf = (name: string) =>
		JSON.parse(readFileSync(join(nodeFolder, `${name}.node.json`), 'utf8')) as {
			node: string;
			alias: string[];
			resources: Record<string, Array<{ url: string }>>;
		};
	const codex = codexOf('BacklinkPanel');

	test('the codex file belongs to it', () => {
		expect(codex.node).toBe('n8n-nodes-backlink-panel.backlinkPanel');
	});

	test.each(['primaryDocumentation', 'credentialDocumentation'])('the codex has %s', (kind) => {
		expect(codex.resources[kind]?.map(({ url }) => new URL(url).protocol)).toEqual(['https:']);
	});

	test.each([
		...['balance', 'credits', 'order status', 'expiring', 'publish', 'anchor', 'article'],
		...['backlink', 'link building', 'guest post', 'sponsored', 'SEO'],
		...['tanıtım yazısı', 'tanitim', 'makale', 'kredi', 'bakiye', 'sipariş'],
	])('“%s” finds both nodes, which n8n shows as one', (words) => {
		for (const { alias } of [codex, codexOf('BacklinkPanelTrigger')]) {
			expect(alias.filter((each) => each.includes(words))).not.toEqual([]);
		}
	});

	test('the description of the trigger, which n8n shows for both nodes, fits both', () => {
		const { description: ofBoth } = new BacklinkPanelTrigger().description;
		expect(ofBoth).toMatch(/^Buy backlinks and sponsored articles, and start workflows /);
		// Two lines of the nodes panel.
		expect(ofBoth.length).toBeLessThanOrEqual(98);
	});

	const icons = [
		['the node', nodeFolder, description.icon],
		['the credential', join(root, 'credentials'), new BacklinkPanelApi().icon],
	] as const;

	test.each(icons)('%s has an icon for light and for dark', (_, folder, icon) => {
		if (typeof icon !== 'object') throw new Error('one icon for both');
		expect(icon.light).not.toBe(icon.dark);
		for (const address of [icon.light, icon.dark]) {
			const file = join(folder, address.replace(/^file:/, ''));
			expect(existsSync(file)).toBe(true);
			expect(readFileSync(file, 'utf8')).toContain('viewBox');
		}
	});
});

describe('every form', () => {
	const everyField = [
		...everyProperty.map(({ property }) => property),
		...new BacklinkPanelTrigger().description.properties,
		...new BacklinkPanelApi().properties,
	];

	test.each(everyField.filter(({ type }) => type !== 'notice'))(
		'$displayName fits where n8n shows it, also among the options',
		({ displayName }) => {
			expect(displayName.length).toBeLessThanOrEqual(28);
		},
	);

	const numbers = everyField.filter(({ type }) => type === 'number');

	test.each(numbers)('$displayName has bounds, and its default is within', (property) => {
		const { minValue, maxValue } = property.typeOptions ?? {};
		expect(minValue).toBeGreaterThanOrEqual(0);
		// A timer of more milliseconds ends at once.
		const isTime = /^How many (seconds|hours|days) /.test(property.description ?? '');
		expect(maxValue).toBeLessThanOrEqual(isTime ? (2 ** 31 - 1) / 1000 : 1e9);
		expect(property.default).toBeGreaterThanOrEqual(minValue ?? Number.NaN);
		expect(property.default).toBeLessThanOrEqual(maxValue ?? Number.NaN);
	});
});
