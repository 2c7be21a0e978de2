import {
	nonNegativeNumberFromAnswer,
	numberFromAnswer,
} from '../../nodes/BacklinkPanel/api/credits.ts';

describe('a number in an answer', () => {
	test.each([
		[5, 5],
		[0, 0],
		[-2.5, -2.5],
		[' 12.5 ', 12.5],
		['5,00', 5],
		[' -0,5 ', -0.5],
		['0,125', 0.125],
		['1.250,5', 1250.5],
		['12.345.678,901', 12_345_678.901],
		['-12,345,678.90', -12_345_678.9],
	])('%j is %d', (value, number) => {
		expect(numberFromAnswer(value)).toBe(number);
		// A cost or a count below zero would let a run spend more than it may.
		expect(nonNegativeNumberFromAnswer(value)).toBe(number < 0 ? undefined : number);
	});

	test.each(['', ' ', 'çok', true, null, undefined, {}, [5], Number.NaN, 'Infinity', '1,250'])(
		'%j is none',
		(value) => {
			expect(numberFromAnswer(value)).toBeUndefined();
		},
	);

	test.each(['1,250,500', '1.2,5', '1234.567,5', '1234,567.5', '1,25.5', ',5', '5,', '5,00 TL'])(
		'%j is not guessed',
		(value) => {
			expect(numberFromAnswer(value)).toBeUndefined();
		},
	);
});
