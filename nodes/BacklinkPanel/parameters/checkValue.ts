import type { INodeProperties } from 'n8n-workflow';

import { isPrivateNetwork, parseUrl, trimInvisible } from '../api/typedText';
import { excerpt } from '../errors/serverText';

/** A field: its name in the workflow, its shown name, and its default. */
export type FormField = Pick<INodeProperties, 'name' | 'displayName'> & Partial<INodeProperties>;

/** Error for a value that cannot be sent. The message names the field as the editor shows it. */
export class InvalidParameter extends Error {
	/**
	 * @param requirement e.g. “has to be text”
	 * @param value the refused value, if it helps to show it
	 */
	constructor({ displayName }: FormField, requirement: string, value?: unknown) {
		const got = value === undefined ? '' : `, not ${excerpt(value) || 'an empty text'}`;
		super(`“${displayName}” ${requirement}${got}`);
	}
}

/** Matches texts that broken expressions and failed spreadsheet cells leave, such as “undefined” and “#N/A”. */
const NEVER_MEANT =
	/^(?:undefined|null|NaN|Invalid Date(?:Time)?|#(?:N\/A|(?:REF|VALUE|DIV\/0|NUM|NULL|ERROR)!|NAME\?))$/;
const HALF_CHARACTER = /\p{Cs}/u;

const REFUSED_TEXTS: Array<[pattern: RegExp, told: string]> = [
	[/^$/, 'is empty'],
	// The rest of a template such as “{{ a }} - {{ b }}” if its values are missing.
	[/^[^\p{L}\p{N}\p{So}]+$/u, 'has neither letters nor digits'],
	[NEVER_MEANT, 'is a missing value, as expressions and sheets write it'],
	[/\[object Object\]/i, 'contains an object instead of one of its fields'],
	[HALF_CHARACTER, 'contains half of a character'],
	// Control characters except white space: some databases refuse them.
	[/[^\P{Cc}\s]/u, 'contains a control character'],
];

/** Matches HTML comments, scripts, styles and tags. In a tag, a quotation mark counts only after “=”. */
const MARKUP =
	/<!--(?:-?>|[^]*?(?:--!?>|$))|<(script|style)\b[^]*?(?:<\/\1|$)|<[a-z/!?](?:[^>=]+|=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|=)*(?:>|$)/gi;
const CHARACTER_CODE = /&#(?:x([\da-f]+)|(\d+));?/gi;
/** Matches text that is no content: `&nbsp;`, `[object Object]` and invisible characters. */
const NO_WORDS = /&[a-z]\w*;?|\[object Object\]|\p{Default_Ignorable_Code_Point}/giu;

/** Matches a host name with a dot. A missing value leaves a host without a dot: `https://undefined/`. */
const HOST = /^([\w-]+\.)+[\w-]+\.?$/;

/** Reads text, and refuses an empty or meaningless one such as “undefined”. A number becomes text. */
export function checkedText(field: FormField, value: unknown): string {
	const text = trimInvisible(asText(field, value));
	const refused = REFUSED_TEXTS.find(([pattern]) => pattern.test(text));
	if (!refused) return text;
	throw new InvalidParameter(field, [refused[1], excerpt(text)].filter(Boolean).join(': '));
}

/** Refuses HTML without words, because the service would charge for an empty article too. */
export function checkedHtml(field: FormField, value: unknown): string {
	const html = asText(field, value);
	const shown = withoutExpressions(html.replace(MARKUP, ' '));
	const text = shown.replace(CHARACTER_CODE, character).replace(NO_WORDS, ' ');
	if (!/[\p{L}\p{N}]/u.test(text) || NEVER_MEANT.test(text.trim())) {
		throw new InvalidParameter(field, 'has no text outside of tags and {{ }}');
	}
	if (HALF_CHARACTER.test(html)) {
		throw new InvalidParameter(field, 'contains half of a character');
	}
	return html;
}

/** Takes out `{{ … }}`. A regular expression would take minutes for a long text of open brackets. */
function withoutExpressions(text: string): string {
	const [last = '', ...others] = text.split('}}').reverse();
	const kept = others.map((part) => part.replace(/\{\{[^]*/, ''));
	return [last, ...kept].reverse().join(' ');
}

function character(_code: string, hex: string | undefined, digits: string): string {
	const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Checks the absolute address of a page on the internet, and returns the address unchanged. */
export function checkedWebAddress(field: FormField, address: string): string {
	const url = /^https?:\/\/\S+$/i.test(address) ? parseUrl(address) : undefined;
	if (!url) {
		const requirement = 'has to begin with https:// or http://, and to be one address';
		throw new InvalidParameter(field, requirement, address);
	}
	if (!HOST.test(url.hostname) || isPrivateNetwork(url.hostname)) {
		throw new InvalidParameter(field, 'has to be a page on the internet', address);
	}
	return address;
}

/** Turns a value into text. Refuses a number above 2^53 − 1, because such a number has lost digits. */
function asText(field: FormField, value: unknown): string {
	const given = value ?? '';
	if (typeof given === 'string') return given;
	if (typeof given === 'number' && Math.abs(given) <= Number.MAX_SAFE_INTEGER) return String(given);
	const requirement = 'has to be text, or a number up to 9007199254740991';
	throw new InvalidParameter(field, requirement, given);
}
