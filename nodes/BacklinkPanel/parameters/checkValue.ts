import type { INodeProperties } from 'n8n-workflow';

import { isBlank, parseDecimal, trimInvisible } from '../api/visibleText';
import { excerpt } from '../errors/serverText';
import { shownText } from './visibleContent';

/** A field by its name in the workflow and its name on the screen. */
export type FormField = Pick<INodeProperties, 'name' | 'displayName'>;

/** A value of a field that cannot be sent. The message names the field as the editor shows it. */
export class InvalidParameter extends Error {
	/**
	 * @param requirement what the value should be, e.g. “has to be text”
	 * @param value what it is, where that helps
	 */
	constructor({ displayName }: FormField, requirement: string, value?: unknown) {
		const got = value === undefined ? '' : `, not ${excerpt(value) || 'an empty text'}`;
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
export function checkedBoolean(field: FormField, value: unknown): boolean {
	const word = typeof value === 'string' ? trimInvisible(value).toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new InvalidParameter(field, 'has to be true or false', value);
}

/** One of the given values. */
export function checkedChoice<Value extends string>(
	field: FormField,
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

/*
 * Text that a person or an expression filled in. What is at its ends without being seen was not meant,
 * and some things are never meant at all: they are what a broken expression leaves behind.
 */

/** What an expression gives where it finds nothing, or cannot calculate. */
const FOUND_NOTHING = ['undefined', 'null', 'NaN', 'Invalid DateTime', 'Invalid Date'];
/** Also as a change to small or capital letters leaves it. */
const OBJECT_AS_TEXT = /\[(?:object [A-Z]\w*|[Oo]bject [Oo]bject|OBJECT OBJECT)\]/;
/** Two braces up to the next two, with something of n8n's in between: other templates are written so too. */
const NOT_EVALUATED =
	/\{\{(?:[^{}$]|\{(?!\{)|\}(?!\})){0,200}(?:\$|\bDateTime\.|\bnew Date\b)(?:[^{}]|\{(?!\{)|\}(?!\})){0,500}\}\}/;
const BROKEN = new RegExp(
	[...FOUND_NOTHING, OBJECT_AS_TEXT.source, NOT_EVALUATED.source].join('|'),
	'g',
);
/** What stands between values in a text that is put together from them. */
const SEPARATORS = /[\s,;:|·()[\]"–—-]/g;
const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Text with something in it, trimmed; a number counts as its digits.
 *
 * @throws InvalidParameter if it is blank, no text, or cannot be meant
 */
export function checkedText(field: FormField, value: unknown): string {
	const text = trimInvisible(asText(field, value));
	if (text === '') throw new InvalidParameter(field, 'is empty');
	refuseHalfCharacters(field, text);
	const never = OBJECT_AS_TEXT.exec(text) ?? NOT_EVALUATED.exec(text);
	if (never) throw leftByExpression(field, never[0]);
	refuseNothingElse(field, text);
	if (isBlank(text.replace(SEPARATORS, ''))) {
		// n8n leaves nothing in the place of an expression that finds no value.
		throw new InvalidParameter(field, 'has only separators in it, such as around missing values');
	}
	return text;
}

/**
 * HTML, as it is: an article may well be about `[object Object]`, so it is refused only where a reader
 * would see nothing else.
 *
 * @throws InvalidParameter if it is no text, shows nothing, or cannot be meant
 */
export function checkedHtml(field: FormField, value: unknown): string {
	const html = asText(field, value);
	refuseHalfCharacters(field, html);
	const shown = shownText(html);
	if (isBlank(shown)) throw new InvalidParameter(field, 'shows no text, image or video');
	refuseNothingElse(field, shown);
	return html;
}

/** Fields of an address in which somebody may well look for the word. */
const SEARCHED = /^(?:q|s|query|search|term|keywords?)$/i;

/**
 * Looks at the parts of an address for what a broken expression leaves.
 *
 * @throws InvalidParameter if its host, a part of its path or a file in it is `undefined`, `null` or `NaN`,
 * if a field of its query is `undefined`, or if it has an object or an expression in it, also percent-encoded
 */
export function refuseBrokenAddress(field: FormField, url: URL): void {
	const { hostname, pathname, searchParams, href } = url;
	const parts = pathname.split('/').map((part) => decoded(part).replace(/\.\w{1,5}$/, ''));
	const nothing = FOUND_NOTHING.find(
		(word) => parts.includes(word) || hostname === word.toLowerCase(),
	);
	const isUndefined = [...searchParams].some(
		([name, value]) => value === 'undefined' && !SEARCHED.test(name),
	);
	const broken = nothing ?? (isUndefined ? 'undefined' : undefined);
	if (broken !== undefined) throw leftByExpression(field, broken);
	checkedText(field, decoded(href.replaceAll('+', ' ')));
}

function asText(field: FormField, value: unknown): string {
	const given = value ?? '';
	if (typeof given === 'string') return given;
	if (typeof given === 'number' && Number.isFinite(given)) return String(given);
	throw new InvalidParameter(field, 'has to be text', given);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function refuseHalfCharacters(field: FormField, text: string): void {
	if (!HALF_CHARACTER.test(text)) return;
	throw new InvalidParameter(
		field,
		'contains half of a character, as when a text is cut in the middle of an emoji',
	);
}

function refuseNothingElse(field: FormField, text: string): void {
	const broken = text.match(BROKEN)?.[0];
	if (broken === undefined) return;
	if (isBlank(text.replace(BROKEN, '').replace(SEPARATORS, ''))) {
		throw leftByExpression(field, broken);
	}
}

/** What an expression left in a text, told with the field. */
export function leftByExpression(field: FormField, broken: string): InvalidParameter {
	if (broken.startsWith('{')) {
		return new InvalidParameter(
			field,
			'contains an expression that was not evaluated: switch the field from Fixed to Expression',
		);
	}
	const cause = broken.startsWith('[')
		? 'for an object: select the field of the object that holds the text'
		: 'when it finds no value';
	return new InvalidParameter(field, `contains “${broken}”, which an expression returns ${cause}`);
}
