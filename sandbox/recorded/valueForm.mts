import { isObject } from '../json.mts';
import { readDateForm, writeDate } from './dateForm.mts';

/** The kinds of plain values. Nothing of a value itself is in them. */
export type PlainForm =
	| 'null'
	| 'true'
	| 'false'
	| 'emptyText'
	| 'integer'
	| 'unsafeInteger'
	| 'fraction'
	| 'digits'
	| 'decimalText'
	| 'uuid'
	| 'code'
	| 'url'
	| 'email'
	| 'html'
	| 'shortText'
	| 'text'
	| 'longText';

/** What is kept of a value: its form, and of a status the value itself. */
export type ValueForm =
	| PlainForm
	| { date: string; is: 'past' | 'future' }
	| { status: string | number | boolean }
	| { list: ValueForm[] }
	| { fields: Record<string, ValueForm> };

const formsOfText: Array<[PlainForm, RegExp]> = [
	['emptyText', /^$/],
	['digits', /^-?\d+$/],
	['decimalText', /^-?\d+[.,]\d+$/],
	['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
	['url', /^(?:https?:)?\/\/\S+$/i],
	['email', /^[^\s@]+@[^\s@]+$/],
	['html', /<\/?[a-z][^>]*>/i],
	['code', /^(?=.*\d)[\w-]{1,40}$/],
	['shortText', /^[^]{1,20}$/],
	['text', /^[^]{1,200}$/],
	['longText', /^/],
];

/** The form of a plain value (no list, no object). `now` in ms: a date is past or future. */
export function plainForm(value: unknown, now: number): ValueForm {
	const date = readDateForm(value);
	if (date) return { date: date.form, is: date.at < now ? 'past' : 'future' };
	if (value === undefined || value === null) return 'null';
	if (typeof value === 'boolean') return value ? 'true' : 'false';
	if (typeof value === 'number') {
		if (!Number.isInteger(value)) return 'fraction';
		return Number.isSafeInteger(value) ? 'integer' : 'unsafeInteger';
	}
	const text = String(value);
	return formsOfText.find(([, pattern]) => pattern.test(text))?.[0] ?? 'longText';
}

const dayMs = 86_400_000;

/** A made-up value of each form; `number` tells one order from another. */
const madeUp: Record<PlainForm, (number: number) => unknown> = {
	null: () => null,
	true: () => true,
	false: () => false,
	emptyText: () => '',
	integer: (number) => number,
	unsafeInteger: (number) => 2 ** 53 + 2 * number,
	fraction: (number) => number + 0.5,
	digits: (number) => String(number),
	decimalText: (number) => `${number}.5`,
	uuid: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
	code: (number) => `kayit-${String(number).padStart(6, '0')}`,
	url: (number) => `https://musteri.example/sayfa-${number}`,
	email: (number) => `kisi${number}@musteri.example`,
	html: (number) => `<p>Örnek ${number}</p>`,
	shortText: (number) => `örnek ${number}`,
	text: (number) => `Örnek olarak yazılmış bir metin ${number}`,
	longText: (number) => `Örnek olarak yazılmış bir metin ${number}. `.repeat(6),
};

/** A made-up value of a form. `now` in ms: a date is a month before or after it. */
export function valueOfForm(form: ValueForm, number: number, now: number): unknown {
	if (typeof form === 'string') return madeUp[form](number);
	if ('date' in form) {
		return writeDate(form.date, now + (form.is === 'past' ? -30 : 30) * dayMs);
	}
	if ('status' in form) return form.status;
	if ('list' in form) return form.list.map((each) => valueOfForm(each, number, now));
	return Object.fromEntries(
		Object.entries(form.fields).map(([name, each]) => [name, valueOfForm(each, number, now)]),
	);
}

/** A known value written in a form: a number as text where the form is one, a time (ms) as its dates are. */
export function inForm(form: ValueForm | undefined, value: string | number): unknown {
	if (typeof form === 'object' && 'date' in form && typeof value === 'number') {
		return writeDate(form.date, value);
	}
	const isText = form === 'digits' || form === 'decimalText';
	return isText && typeof value === 'number' ? String(value) : value;
}

/** Whether a value read from a file is a form. */
export function isValueForm(value: unknown): value is ValueForm {
	if (typeof value === 'string') return Object.hasOwn(madeUp, value);
	if (!isObject(value)) return false;
	if ('date' in value) {
		return typeof value.date === 'string' && ['past', 'future'].includes(String(value.is));
	}
	if ('status' in value) return ['string', 'number', 'boolean'].includes(typeof value.status);
	if ('list' in value) return Array.isArray(value.list) && value.list.every(isValueForm);
	return isObject(value.fields) && Object.values(value.fields).every(isValueForm);
}
