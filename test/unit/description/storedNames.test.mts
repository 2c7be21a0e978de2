import { readFileSync } from 'node:fs';

import {
	lostNames,
	storedNames,
	storedNamesFile,
	type StoredNames,
} from '../../../tooling/schemas/storedNames.mts';
import {
	choices,
	collections,
	entries,
	everyProperty,
	isShownFor,
	operations,
	properties,
	resourceMenu,
} from './form.mts';

const keptNames = JSON.parse(readFileSync(storedNamesFile, 'utf8')) as StoredNames[];

describe('names that workflows store', () => {
	test('one resource menu, with these resources', () => {
		expect(resourceMenu.flatMap(choices).map(({ name, value }) => [name, value])).toEqual([
			['Account', 'account'],
			['Article', 'article'],
			['Backlink', 'backlink'],
			['Order', 'order'],
		]);
	});

	test.each(keptNames)(
		'$resource → $operation, shown as $shownAs, with the fields $fields: if not, npm run schemas',
		({ resource, operation, shownAs, fields }) => {
			const found = operations.filter(
				(candidate) => candidate.resource === resource && candidate.operation === operation,
			);
			expect(found.map(({ choice }) => [choice.value, choice.name])).toEqual([
				[operation, shownAs],
			]);
			const shown = properties.filter((property) => isShownFor(property, resource, operation));
			expect(shown.map((property) => property.name)).toEqual(fields);
		},
	);

	test('npm run schemas loses none of them', () => {
		const [first, ...others] = storedNames();
		const names = first === undefined ? [] : [first, ...others];
		const withoutField = names.map((each) => (each === first ? { ...each, fields: [] } : each));
		expect(lostNames(names, names)).toEqual([]);
		expect(lostNames(names, others)).toContain('account getBalance');
		expect(lostNames(names, withoutField)).toEqual(['account getBalance options']);
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
		const kept = keptNames.map(({ resource, operation }) => [resource, operation]);
		expect(operations.map(({ resource, operation }) => [resource, operation])).toEqual(kept);
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
		expect(orderId?.modes?.[0]?.typeOptions).toMatchObject({ searchable: true });
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
