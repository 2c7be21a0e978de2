import { excerpt } from '../errors/serverText';
import { isObject, listEntries } from './dataObject';
import { normalizeFieldName } from './orderFieldRoles';
import { NAMED_IN_ANSWERS } from './orderIds';

const YES = ['true', '1', 'evet', 'yes', 'on', 'ok', 'tamam', 'basarili', 'success'];
const NO = ['false', '0'];

/** What a field `ok` says, in any spelling; undefined where that is not clear. */
export function readOk(ok: unknown): boolean | undefined {
	const text = normalizeFieldName(String(ok));
	return YES.includes(text) || (NO.includes(text) ? false : undefined);
}

/** How fields that only an order has say that there is none. */
const NO_ID = ['', '{}', '[]', '0', 'null', 'undefined', 'none', 'false', 'yok'];

/** The fields of an answer that show an order, and the values that do. */
const SHOWS_ORDER = new Map<string, (value: unknown) => boolean>([
	['ok', (value) => readOk(value) === true],
	['harcanankredi', isPositive],
	['basarilisayisi', isPositive],
	[
		'sonuclar',
		(value) =>
			listEntries(value)?.some((site) => isObject(site) && readOk(site.ok) !== false) ?? false,
	],
	...NAMED_IN_ANSWERS.map((name) => [normalizeFieldName(name), isId] as const),
]);

/**
 * What in an answer shows that something was ordered, e.g. “placementId: bl_1”, whatever else it says.
 *
 * @param body an object or a list, nested or not, or text that has JSON in it, cut or not
 * @returns undefined where nothing does
 */
export function signOfOrder(body: unknown): string | undefined {
	for (const [name, value] of typeof body === 'string' ? fieldsInText(body) : fieldsOf(body)) {
		const shows = SHOWS_ORDER.get(normalizeFieldName(name));
		if (shows?.(value)) return `“${name}: ${excerpt(value)}”`;
	}
	return undefined;
}

type Field = [name: string, value: unknown];

function* fieldsOf(value: unknown): Generator<Field> {
	if (typeof value === 'string') {
		// Other text, such as a message, may speak of these fields without having them.
		if (/^\s*["[{]/.test(value)) yield* fieldsInText(value);
	} else if (typeof value === 'object' && value !== null) {
		for (const field of Object.entries(value)) {
			yield field;
			yield* fieldsOf(field[1]);
		}
	}
}

/** A name and the start of its value. The lengths keep the search linear. */
const FIELD_IN_TEXT =
	/["']([\p{L}\d_-]{2,30})["']\s*:\s*(?:["']([^"']{0,80})|([\p{L}\d_.+-]{1,80}))/gu;

function* fieldsInText(text: string): Generator<Field> {
	// JSON that was encoded several times, or as HTML.
	const plain = text.replaceAll('\\', '').replaceAll('&quot;', '"');
	for (const [, name = '', quoted, bare] of plain.matchAll(FIELD_IN_TEXT)) {
		yield [name, quoted ?? bare];
	}
}

function isPositive(value: unknown): boolean {
	return Number.parseFloat(String(value)) > 0;
}

function isId(value: unknown): boolean {
	return !NO_ID.includes(normalizeFieldName(excerpt(value)));
}
