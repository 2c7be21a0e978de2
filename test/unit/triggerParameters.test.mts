import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { TriggerParameters } from '../../nodes/BacklinkPanel/parameters/TriggerParameters.ts';

const field: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'number',
	default: 1,
	typeOptions: { minValue: 0, maxValue: 10 },
};

function parametersOf(evaluate: () => unknown): TriggerParameters {
	const getNodeParameter = (name: string, fallback: unknown) =>
		name === 'field' && fallback === null ? evaluate() : fallback;
	// Nothing else of n8n is used.
	return new TriggerParameters({ getNodeParameter } as unknown as IPollFunctions);
}
const withField = (value: unknown) => parametersOf(() => value);

test('numbers, switches and choices are checked as those of items are', () => {
	expect(withField('3').number(field)).toBe(3);
	expect(() => withField(11).number(field)).toThrow('“Field” has to be a number from 0 to 10');
	expect(withField('true').flag(field)).toBe(true);
	expect(() => withField('perhaps').flag(field)).toThrow('“Field” has to be true or false');
	expect(withField('a').choice(field, ['a', 'b'])).toBe('a');
	expect(() => withField('c').choice(field, ['a', 'b'])).toThrow('“Field” has to be one of a, b');
});

test('a text may be empty, where nothing was chosen', () => {
	expect(['durum', '', null, undefined].map((value) => withField(value).text(field))).toEqual([
		'durum',
		'',
		'',
		'',
	]);
	expect(() => withField(5).text(field)).toThrow('“Field” has to be text, not 5');
});

test('a list may be empty, and what is in it counts as text', () => {
	expect(withField(['aktif', 5]).texts(field)).toEqual(['aktif', '5']);
	expect([null, undefined].map((value) => withField(value).texts(field))).toEqual([[], []]);
	expect(() => withField('aktif').texts(field)).toThrow('“Field” has to be a list, not aktif');
});

test.each([
	[new Error('x is not defined'), 'x is not defined'],
	['no more', 'no more'],
])('an expression that cannot be evaluated is told by the name of the field', (thrown, words) => {
	const parameters = parametersOf(() => {
		throw thrown;
	});
	expect(() => parameters.number(field)).toThrow(`“Field” could not be evaluated: ${words}`);
});
