import { trimInvisible } from './visibleText';

/** The number that a field of an answer tells; undefined if it tells none. Digits as text count. */
export function parseNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
	return Number.isFinite(number) ? number : undefined;
}

/** The same for a cost or a count: below 0 it would let a run spend more than it may. */
export function parseAmount(value: unknown): number | undefined {
	const number = parseNumber(value);
	return number !== undefined && number >= 0 ? number : undefined;
}

/** The number that a value is, or that its text writes in decimal digits; undefined for anything else. */
export function parseDecimal(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	const text = typeof value === 'string' ? trimInvisible(value) : '';
	return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
