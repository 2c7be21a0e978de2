import {
	balanceOf,
	balanceRequest,
	missingBalanceFailure,
	nonNegativeNumberFromAnswer,
	numberFromAnswer,
} from '../../nodes/BacklinkPanel/api/credits.ts';
import { parseDecimal } from '../../nodes/BacklinkPanel/api/visibleText.ts';

test('the balance is asked for without spending anything', () => {
	expect(balanceRequest).toEqual({ method: 'GET', path: '/krediler', spendsCredits: false });
});

test.each([
	[5, 5],
	[0, 0],
	[-2.5, -2.5],
	['12', 12],
	[' 12.5 ', 12.5],
	['1e3', 1000],
	['5,00', 5],
	[' -0,5 ', -0.5],
	['0,125', 0.125],
	['1234,125', 1234.125],
	['12,3456', 12.3456],
	['1.250,5', 1250.5],
	['12.345.678,901', 12_345_678.901],
	['1,250.5', 1250.5],
	['-12,345,678.90', -12_345_678.9],
])('a service that tells %j means %d credits', (bakiye, credits) => {
	expect(balanceOf({ bakiye })).toBe(credits);
	expect(numberFromAnswer(bakiye)).toBe(credits);
});

test.each([
	[''],
	['  '],
	['çok'],
	[true],
	[null],
	[undefined],
	[{}],
	[[5]],
	[Number.NaN],
	[Number.POSITIVE_INFINITY],
	['Infinity'],
	['1,250'],
	['-12,345'],
	['1,250,500'],
	['1.2,5'],
	['1.2345,5'],
	['1234.567,5'],
	['1234,567.5'],
	['1,25.5'],
	['1,2345.5'],
	[',5'],
	['5,'],
	['5,00 TL'],
	['~1,250.5'],
	['1,250.5~'],
	['1,5,5'],
])('%j is no number of credits', (bakiye) => {
	expect(balanceOf({ bakiye } as never)).toBeUndefined();
	expect(nonNegativeNumberFromAnswer(bakiye)).toBeUndefined();
});

test('an answer without a balance is an unexpected one', () => {
	expect(missingBalanceFailure({ x: 1 })).toMatchObject({
		reason: 'unexpectedAnswer',
		body: { x: 1 },
		detail: 'The answer has no “bakiye” that is a number',
	});
});

test('a cost or a count below zero is none: it would let a run spend more than it may', () => {
	expect(nonNegativeNumberFromAnswer(-1)).toBeUndefined();
	expect(nonNegativeNumberFromAnswer('-0.5')).toBeUndefined();
	expect(nonNegativeNumberFromAnswer(0)).toBe(0);
	expect(nonNegativeNumberFromAnswer('3')).toBe(3);
});

describe('a number that the user filled in', () => {
	test.each([
		[3, 3],
		['3', 3],
		[' 3\u200b', 3],
		['-12.50', -12.5],
		['007', 7],
	])('%j is %d', (typed, number) => {
		expect(parseDecimal(typed)).toBe(number);
	});

	test.each([
		[''],
		[' '],
		['1e2'],
		['0x3c'],
		['1,5'],
		['1.'],
		['.5'],
		['+3'],
		['--3'],
		['3 4'],
		['x3'],
		['3x'],
		['٦'],
		[Number.NaN],
		[Number.POSITIVE_INFINITY],
		[true],
		[null],
		[undefined],
		[['3']],
	])('%j is none', (typed) => {
		expect(parseDecimal(typed)).toBeUndefined();
	});
});
