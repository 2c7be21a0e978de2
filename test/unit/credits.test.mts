import {
	nonNegativeNumberFromAnswer,
	numberFromAnswer,
} from '../../nodes/BacklinkPanel/api/credits.ts';

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
