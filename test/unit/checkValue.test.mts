import type { INodeProperties } from 'n8n-workflow';

import {
	checkedChoice,
	checkedBoolean,
	checkedNumber,
	InvalidParameter,
} from '../../nodes/BacklinkPanel/parameters/checkValue.ts';

const field = (typeOptions?: INodeProperties['typeOptions']): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'number',
	default: 1,
	typeOptions,
});
const months = field({ minValue: 1, maxValue: 1_200, numberPrecision: 0 });
const seconds = field({ minValue: 0, maxValue: 300 });

describe('a whole number within the bounds of the form', () => {
	test.each([
		[1, 1],
		[1_200, 1_200],
		[3.0, 3],
		['12', 12],
		[' 3\u200b', 3],
	])('%j is %i', (value, number) => {
		expect(checkedNumber(months, value)).toBe(number);
	});

	test.each([[0], [1_201], [2.5], ['2.5'], ['3.0'], [Number.NaN], [Infinity], [-1], ['-1']])(
		'%j is none',
		(value) => {
			expect(() => checkedNumber(months, value)).toThrow(
				'“Field” has to be a whole number from 1 to 1,200, not ',
			);
		},
	);

	test.each([['1e2'], ['0x10'], ['1,5'], ['+3'], ['١٢'], ['３'], ['3 ay'], [''], ['  ']])(
		'%j could be meant otherwise',
		(value) => {
			expect(() => checkedNumber(months, value)).toThrow(InvalidParameter);
		},
	);

	test('an empty text is named', () => {
		expect(() => checkedNumber(months, '')).toThrow(/ to 1,200, not an empty text$/);
	});

	test.each([[null], [undefined], [true], [[3]], [{ months: 3 }]])('%j is no number', (value) => {
		expect(() => checkedNumber(months, value)).toThrow(InvalidParameter);
	});

	test('a number too large to be exact is none', () => {
		const unbounded = field({ numberPrecision: 0 });
		expect(checkedNumber(unbounded, Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
		expect(() => checkedNumber(unbounded, 2 ** 53)).toThrow('a whole number');
	});
});

describe('a number, where the form shows decimals', () => {
	test.each([
		[0, 0],
		[300, 300],
		[2.5, 2.5],
		['2.50', 2.5],
	])('%j is %d', (value, number) => {
		expect(checkedNumber(seconds, value)).toBe(number);
	});

	test.each([[-0.1], [300.1], ['many']])('%j is out of bounds', (value) => {
		expect(() => checkedNumber(seconds, value)).toThrow(
			`“Field” has to be a number from 0 to 300, not ${value}`,
		);
	});

	test('a field without bounds takes any', () => {
		expect([-1e9, 1e9].map((value) => checkedNumber(field(), value))).toEqual([-1e9, 1e9]);
	});
});

describe('true or false', () => {
	test.each([
		[true, true],
		['true', true],
		[' TRUE\n', true],
		[false, false],
		['False\u200b', false],
	])('%j is %j', (value, flag) => {
		expect(checkedBoolean(field(), value)).toBe(flag);
	});

	test.each([['yes'], [''], [1], [0], [null], [[true]]])('%j is neither', (value) => {
		expect(() => checkedBoolean(field(), value)).toThrow('“Field” has to be true or false, not ');
	});
});

describe('one of several values', () => {
	const choices = ['article', 'site'] as const;

	test.each([
		['site', 'site'],
		[' article\u200b', 'article'],
	])('%j is %s', (value, choice) => {
		expect(checkedChoice(field(), value, choices)).toBe(choice);
	});

	test.each([['both'], [''], ['Article'], [['site']]])('%j is none of them', (value) => {
		expect(() => checkedChoice(field(), value, choices)).toThrow(
			'“Field” has to be one of article, site, not ',
		);
	});

	test('nothing is none of them', () => {
		expect(() => checkedChoice(field(), undefined, choices)).toThrow(
			/^“Field” has to be one of article, site$/,
		);
	});
});
