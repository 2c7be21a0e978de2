import {
	nonNegativeNumberFromAnswer,
	numberFromAnswer,
} from '../../nodes/BacklinkPanel/api/credits.ts';
import { parseDecimal } from '../../nodes/BacklinkPanel/api/visibleText.ts';

describe('a number in an answer', () => {
	test.each([
		[5, 5],
		[0, 0],
		[-2.5, -2.5],
		['0', 0],
		['-12', -12],
	])('%j is %d', (value, number) => {
		expect(numberFromAnswer(value)).toBe(number);
		// A cost or a count below zero would let a run spend more than it may.
		expect(nonNegativeNumberFromAnswer(value)).toBe(number < 0 ? undefined : number);
	});

	test.each(['', 'çok', '1.000', '1,5', '5 TL', true, null, undefined, {}, [5], Number.NaN])(
		'%j is none',
		(value) => {
			expect(numberFromAnswer(value)).toBeUndefined();
		},
	);
});

describe('a number that the user filled in', () => {
	test.each([
		[3, 3],
		[' 3\u200b', 3],
		['-12.50', -12.5],
		['007', 7],
	])('%j is %d', (typed, number) => {
		expect(parseDecimal(typed)).toBe(number);
	});

	test.each([
		'',
		'1e2',
		'0x3c',
		'1,5',
		'1.',
		'.5',
		'+3',
		'--3',
		'3 4',
		'3x',
		'٦',
		Number.NaN,
		true,
	])('%j is none', (typed) => {
		expect(parseDecimal(typed)).toBeUndefined();
	});
});
