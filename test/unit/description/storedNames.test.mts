import { readFileSync } from 'node:fs';

import {
	lostNames,
	storedNames,
	storedNamesFile,
	type StoredNames,
} from '../../../tooling/schemas/storedNames.mts';
import { choices, collections, entries, everyProperty, isShownFor, properties } from './form.mts';

const keptNames = JSON.parse(readFileSync(storedNamesFile, 'utf8')) as StoredNames[];

describe('names that workflows store', () => {
	test('operations and their fields are those that are kept: if not, npm run schemas', () => {
		expect(storedNames()).toEqual(keptNames);
	});

	test('npm run schemas loses none of them', () => {
		const [first, ...others] = keptNames;
		const withoutField = first === undefined ? [] : [{ ...first, fields: [] }, ...others];
		expect(lostNames(keptNames, keptNames)).toEqual([]);
		expect(lostNames(keptNames, others)).toContain('account getBalance');
		expect(lostNames(keptNames, withoutField)).toEqual(['account getBalance options']);
	});

	test.each([
		['resource', ['account', 'article', 'backlink', 'order']],
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

describe('defaults, which workflows leave out', () => {
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
		expect(new Set(found.map(({ property }) => property.default))).toEqual(new Set([value]));
	});

	test('the operation of each resource', () => {
		const menus = properties.filter(({ name }) => name === 'operation');
		const first = ['getBalance', 'publish', 'create', 'get'];
		expect(menus.map((menu) => menu.default)).toEqual(first);
	});

	test.each([
		['backlink', 'create', 120],
		['order', 'getAll', 30],
	])('timeout of %s → %s: %i seconds', (resource, operation, seconds) => {
		const options = collections.filter((property) => isShownFor(property, resource, operation));
		const timeout = options.flatMap(entries).filter(({ name }) => name === 'timeout');
		expect(timeout.map((property) => property.default)).toEqual([seconds]);
	});
});
