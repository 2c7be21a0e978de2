import { isBlank, trimInvisible } from '../api/visibleText';
import { type Field, InvalidParameter } from './checkValue';

/*
 * Text that a person or an expression filled in. What is at its ends without being seen was not meant,
 * and some things are never meant at all: they are what a broken expression leaves behind.
 */

/** What an expression gives where it finds nothing, or cannot calculate. */
const FOUND_NOTHING = ['undefined', 'null', 'NaN', 'Invalid Date', 'Invalid DateTime'];
const OBJECT_AS_TEXT = /\[object [A-Z]\w*\]/;
const NOT_EVALUATED = /\{\{[^{}$]{0,200}\$[^{}]{0,500}\}\}/;
const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Text with something in it, trimmed; a number counts as its digits.
 *
 * @throws InvalidParameter if it is blank, no text, or cannot be meant
 */
export function checkedText(field: Field, value: unknown): string {
	const text = trimInvisible(asText(field, value));
	if (text === '') throw new InvalidParameter(field, 'is empty');
	refuseHalfCharacters(field, text);
	if (FOUND_NOTHING.includes(text)) refuseNothing(field, text);
	const object = OBJECT_AS_TEXT.exec(text)?.[0];
	if (object !== undefined) refuseObject(field, object);
	if (NOT_EVALUATED.test(text)) refuseExpression(field);
	return text;
}

/**
 * HTML, as it is: an article may well be about `[object Object]`, so it is refused only where a reader
 * would see nothing else. Whether it shows anything is not looked at here.
 *
 * @throws InvalidParameter if it is no text, or cannot be meant
 */
export function checkedHtml(field: Field, value: unknown): string {
	const html = asText(field, value);
	refuseHalfCharacters(field, html);
	const read = trimInvisible(html.replace(/<[^<>]*>/g, ' '));
	if (FOUND_NOTHING.includes(read)) refuseNothing(field, read);
	const object = OBJECT_AS_TEXT.exec(read)?.[0];
	if (object !== undefined && isBlank(read.replaceAll(object, '').replaceAll(',', ''))) {
		refuseObject(field, object);
	}
	if (isBlank(read.replace(NOT_EVALUATED, '')) && read !== '') refuseExpression(field);
	return html;
}

/**
 * Looks at the parts of an address for what a broken expression leaves.
 *
 * @throws InvalidParameter if its host or a part of its path is `undefined`, `null` or `NaN`, or if it has
 * an object or an expression in it, also percent-encoded
 */
export function refuseBrokenAddress(field: Field, { hostname, pathname, href }: URL): void {
	const parts = pathname.split('/').map(decoded);
	const nothing = FOUND_NOTHING.find(
		(word) => parts.includes(word) || hostname === word.toLowerCase(),
	);
	if (nothing !== undefined) refuseNothing(field, nothing);
	checkedText(field, decoded(href.replaceAll('+', ' ')));
}

function asText(field: Field, value: unknown): string {
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

function refuseHalfCharacters(field: Field, text: string): void {
	if (!HALF_CHARACTER.test(text)) return;
	throw new InvalidParameter(
		field,
		'contains half of a character, as when a text is cut in the middle of an emoji',
	);
}

function refuseNothing(field: Field, word: string): never {
	throw new InvalidParameter(
		field,
		`contains “${word}”, which an expression returns when it finds no value`,
	);
}

function refuseObject(field: Field, object: string): never {
	throw new InvalidParameter(
		field,
		`contains “${object}”, which an expression returns for an object: select the field of the object that holds the text`,
	);
}

function refuseExpression(field: Field): never {
	throw new InvalidParameter(
		field,
		'contains an expression that was not evaluated: switch the field from Fixed to Expression',
	);
}
