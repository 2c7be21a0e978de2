/**
 * How a date is written: `epochSeconds`, `epochMilliseconds` (with `Text` behind it where the number is a
 * text), `rfc9110`, or a pattern such as `DD.MM.YYYY HH:mm`.
 */
export type DateForm = string;

const numberForms = [
	{ form: 'epochSeconds', from: 1e9, to: 1e10, ms: 1000 },
	{ form: 'epochMilliseconds', from: 1e12, to: 1e13, ms: 1 },
];

const yearFirst =
	/^\d{4}([-./])\d{2}\1\d{2}(?:([T ])\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(\s?)(Z|[+-]\d{2}(:?\d{2})?)?)?$/;
const yearLast = /^(\d{2})([-./])(\d{2})\2\d{4}(?:( |, | - )\d{2}:\d{2}(:\d{2})?)?$/;
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The form of a date, and the time that it means in ms (UTC where it names no zone); undefined for what is none. */
export function readDateForm(value: unknown): { form: DateForm; at: number } | undefined {
	if (typeof value === 'number') return numberForm(value);
	if (typeof value !== 'string') return undefined;
	if (/^(\d{10}|\d{13})$/.test(value)) {
		const epoch = numberForm(Number(value));
		return epoch && { ...epoch, form: `${epoch.form}Text` };
	}
	if (httpDate.test(value)) return { form: 'rfc9110', at: Date.parse(value) };
	const pattern = patternOf(value);
	return pattern === undefined ? undefined : { form: pattern, at: timeOf(value, pattern) };
}

/** A time (ms) in a form that `readDateForm` has told. */
export function writeDate(form: DateForm, at: number): string | number {
	const ofNumber = numberForms.find((each) => form.startsWith(each.form));
	if (ofNumber) {
		const epoch = Math.floor(at / ofNumber.ms);
		return form === ofNumber.form ? epoch : String(epoch);
	}
	const date = new Date(at);
	if (form === 'rfc9110') return date.toUTCString();
	const iso = date.toISOString();
	return form
		.replace('YYYY', iso.slice(0, 4))
		.replace('MM', iso.slice(5, 7))
		.replace('DD', iso.slice(8, 10))
		.replace('HH', iso.slice(11, 13))
		.replace('mm', iso.slice(14, 16))
		.replace('ss', iso.slice(17, 19))
		.replace(/S+/, (digits) => iso.slice(20, 23).padEnd(9, '0').slice(0, digits.length));
}

function numberForm(value: number): { form: DateForm; at: number } | undefined {
	const found = numberForms.find(({ from, to }) => value >= from && value < to);
	return found && Number.isInteger(value) ? { form: found.form, at: value * found.ms } : undefined;
}

function patternOf(text: string): string | undefined {
	const first = yearFirst.exec(text);
	if (first) {
		const [, mark, between, seconds, fraction, space = '', zone] = first;
		const day = `YYYY${mark}MM${mark}DD`;
		if (between === undefined) return day;
		const parts = fraction === undefined ? '' : `${fraction[0]}${'S'.repeat(fraction.length - 1)}`;
		const offset = zone === undefined || zone === 'Z' ? (zone ?? '') : utcOffset(zone);
		return `${day}${between}HH:mm${seconds ? ':ss' : ''}${parts}${space}${offset}`;
	}
	const last = yearLast.exec(text);
	if (!last) return undefined;
	const [, one, mark, other, between, seconds] = last;
	const day = Number(other) > 12 && Number(one) <= 12 ? `MM${mark}DD` : `DD${mark}MM`;
	return `${day}${mark}YYYY${between === undefined ? '' : `${between}HH:mm${seconds ? ':ss' : ''}`}`;
}

/** The zone of the service does not matter, the form in which it names one does. */
function utcOffset(zone: string): string {
	return zone.replace(/^-/, '+').replace(/\d/g, '0');
}

function timeOf(text: string, pattern: string): number {
	const part = (token: string) => {
		const place = pattern.indexOf(token);
		return place === -1 ? 0 : Number(text.slice(place, place + token.length));
	};
	return Date.UTC(part('YYYY'), part('MM') - 1, part('DD'), part('HH'), part('mm'), part('ss'));
}
