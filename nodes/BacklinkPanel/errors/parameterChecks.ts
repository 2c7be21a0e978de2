import type { INodeProperties } from 'n8n-workflow';

import { type Field, InvalidParameter } from './InvalidParameter';

/*
 * Values come from expressions as often as from the form, so each check takes what plainly means the
 * wanted thing. All of them throw `InvalidParameter` for the rest.
 */

/** A number, at least the field's minimum where it has one; numbers as text count. */
export function checkedNumber(field: INodeProperties, value: unknown): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
	const minimum = field.typeOptions?.minValue;
	if (!Number.isFinite(number) || (minimum !== undefined && number < minimum)) {
		const least = minimum === undefined ? '' : ` of at least ${minimum}`;
		throw new InvalidParameter(field, `has to be a number${least}`, value);
	}
	return number;
}

/** True or false; the words as text count, since AI agents and spreadsheets give them so. */
export function checkedFlag(field: Field, value: unknown): boolean {
	const word = String(value).trim().toLowerCase();
	if (word !== 'true' && word !== 'false') {
		throw new InvalidParameter(field, 'has to be true or false', value);
	}
	return word === 'true';
}

/** One of the given values. */
export function checkedChoice<Value extends string>(
	field: Field,
	value: unknown,
	choices: readonly Value[],
): Value {
	const chosen = choices.find((choice) => choice === value);
	if (chosen !== undefined) return chosen;
	throw new InvalidParameter(field, `has to be one of ${choices.join(', ')}`, value);
}
