import { NAMES_OF_ROLE } from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';
import { LIST_NAME_OF_TYPE } from '../../nodes/BacklinkPanel/api/orderList.ts';
import { isObject } from '../../sandbox/text.mts';
import { type Asked, bodyOf, labelOf } from './askPanel.mts';

/** Form of a value, without any data of the account. */
type Form = string | Form[] | { [name: string]: Form };

type IsKept = (name: string) => boolean;

/** Names that reveal no account data in any place. */
const roleNames = Object.values(NAMES_OF_ROLE).flat();
const knownNames = new Set([...roleNames, 'ok', 'hata', 'site', 'ad', 'timezone']);
const mostEntries = 50;

/** Makes the record of all answers, as JSON: field names are its only data of the account. */
export function recordOf(all: Asked[]): string {
	// Lists with a limit have the same form as whole lists.
	const recorded = all.filter(({ question }) => !question.path.includes('limit='));
	const record = recorded.flatMap((asked) => {
		if (asked.response === undefined) return [];
		const { statusCode, headers, body } = asked.response;
		const kod = String(bodyOf(asked).kod ?? 'none');
		return {
			request: labelOf(asked.question),
			status: statusCode,
			contentType: contentTypeOf(headers),
			rateLimitHeaders: formsOfRateLimit(headers),
			kod: /^[a-z_]{1,30}$/i.test(kod) ? kod : 'no plain word',
			body: formOfBody(body),
		};
	});
	return `${JSON.stringify(record, null, '\t')}\n`;
}

/** Returns the JSON type of a value. */
export function kindOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null || typeof value === 'boolean') return String(value);
	if (Array.isArray(value)) return 'array';
	return typeof value === 'string' ? 'text' : typeof value;
}

/** Returns the form of an answer's body, with the names of its fields and of its orders' fields. */
function formOfBody(body: unknown): Form {
	if (!isObject(body)) return formOf(body);
	const isList = (name: string) => Object.values(LIST_NAME_OF_TYPE).includes(name);
	return formOfFields(body, isFieldName, (value, name) =>
		isList(name) ? formOfList(value) : formOf(value),
	);
}

/** Returns the form of any other value, without the names of unknown fields. */
export function formOf(value: unknown): Form {
	if (Array.isArray(value)) return distinct(value.map(formOf));
	if (isObject(value)) return formOfFields(value, () => false, formOf);
	if (typeof value !== 'string') return kindOf(value);
	// A date, a number or a numeric ID.
	if (/^[\d\s.,:/TZ+-]{1,40}$/.test(value)) return value.replace(/\d/g, '0');
	return /<[!/]?[a-z][^>]*>/i.test(value) ? 'HTML' : 'text';
}

/** Returns the orders of a list, which PHP may write as an object with numbers as names. */
function formOfList(list: unknown): Form {
	const isNumbered = isObject(list) && Object.keys(list).every((name) => /^\d+$/.test(name));
	if (!Array.isArray(list) && !isNumbered) return formOf(list);
	const orders: unknown[] = Object.values(list).slice(0, mostEntries);
	const names = orders.flatMap((order) => (isObject(order) ? Object.keys(order) : []));
	// A name in one order alone may be data, such as a customer's name.
	const isShared: IsKept = (name) => names.indexOf(name) !== names.lastIndexOf(name);
	const isKept: IsKept = (name) => isFieldName(name) && (orders.length === 1 || isShared(name));
	const forms = orders.map((order) =>
		isObject(order) ? formOfFields(order, isKept, formOf) : formOf(order),
	);
	return isNumbered ? { 'object of numbered entries': distinct(forms) } : distinct(forms);
}

function formOfFields(
	fields: Record<string, unknown>,
	isKept: IsKept,
	formOfField: (value: unknown, name: string) => Form,
): Form {
	const entries = Object.entries(fields).slice(0, mostEntries);
	const forms = entries.map(([name, value], index) => [
		knownNames.has(name) || isKept(name) ? name : `field${index + 1}`,
		formOfField(value, name),
	]);
	return Object.fromEntries(forms);
}

function distinct(forms: Form[]): Form[] {
	return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

/** True for words and underscores, as programs name things; false for an address or an ID. */
export function isFieldName(name: string): boolean {
	return /^[\p{L}_][\p{L}\p{N}_ -]{0,39}$/u.test(name) && !/\d{3}/.test(name);
}

/** Returns the media type of an answer; `other` for an unusual one. */
export function contentTypeOf(headers: Record<string, unknown>): string {
	const [type = ''] = String(headers['content-type'] ?? 'none').split(';');
	const usual = /^(none|(application|text)\/(json|problem\+json|html|plain|javascript|xml))$/;
	return usual.test(type.trim()) ? type.trim() : 'other';
}

/** Returns the headers about the rate limit: digits become 0, words outside the IETF's drafts x. */
export function formsOfRateLimit(headers: Record<string, unknown>): string[] {
	const words = /^(limit|remaining|reset|window|policy|q|r|t|w|GMT)$/;
	return Object.entries(headers)
		.filter(([name]) => /^(x-)?rate-?limit[a-z-]*$|^retry-after$/i.test(name))
		.map(([name, value]) => {
			const text = String(value).replace(/[^\d\s=;,:."+-]+/g, (word) =>
				words.test(word) ? word : 'x',
			);
			return `${name}: ${text.replace(/\d/g, '0').slice(0, 100)}`;
		});
}
