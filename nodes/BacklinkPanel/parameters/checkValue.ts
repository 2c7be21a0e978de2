import type { INodeProperties } from 'n8n-workflow';

import { parseDecimal, trimInvisible } from '../api/visibleText';
import { excerpt } from '../errors/serverText';

/** A field by its name in the workflow and its name on the screen. */
export type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** A value of a field that cannot be sent. The message names the field as the editor shows it. */
export class InvalidParameter extends Error {
	/**
	 * @param requirement what the value should be, e.g. “has to be text”
	 * @param value what it is, where that helps
	 */
	constructor({ displayName }: Field, requirement: string, value?: unknown) {
		const got = value === undefined ? '' : `, not ${excerpt(value)}`;
		super(`“${displayName}” ${requirement}${got}`);
	}
}

/*
 * Values come from expressions as often as from the form, so each check takes what plainly means the
 * wanted thing. All of them throw `InvalidParameter` for the rest.
 */

/**
 * A number within the bounds that the form shows, whole where the form shows no decimals. As text, only
 * decimal digits count: `1e3`, `0x10`, `1,5` and other digits than 0 to 9 may be meant otherwise.
 */
export function checkedNumber(field: INodeProperties, value: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	const isWhole = numberPrecision === 0;
	const number = parseDecimal(value) ?? Number.NaN;
	const isInBounds = number >= minValue && number <= maxValue;
	if (!isInBounds || (isWhole && !isWholeNumber(value, number))) {
		const kind = isWhole ? 'a whole number' : 'a number';
		const bounds = `from ${inWords(minValue)} to ${inWords(maxValue)}`;
		throw new InvalidParameter(field, `has to be ${kind} ${bounds}`, value);
	}
	return number;
}

/** True or false; the words as text count, since AI agents and spreadsheets give them so. */
export function checkedFlag(field: Field, value: unknown): boolean {
	const word = typeof value === 'string' ? trimInvisible(value).toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new InvalidParameter(field, 'has to be true or false', value);
}

/** One of the given values. */
export function checkedChoice<Value extends string>(
	field: Field,
	value: unknown,
	choices: readonly Value[],
): Value {
	const word = typeof value === 'string' ? trimInvisible(value) : value;
	const chosen = choices.find((choice) => choice === word);
	if (chosen !== undefined) return chosen;
	throw new InvalidParameter(field, `has to be one of ${choices.join(', ')}`, value);
}

/** `3.0` as text is no whole number: what was meant by its point is not known. */
function isWholeNumber(value: unknown, number: number): boolean {
	return Number.isSafeInteger(number) && !String(value).includes('.');
}

function inWords(number: number): string {
	return number.toLocaleString('en-US');
}
