import { isObject } from '../../sandbox/json.mts';
import { plainForm, type ValueForm } from '../../sandbox/recorded/valueForm.mts';
import { orderRoles } from './nodeReading.mts';

/** Names below the first level that say nothing of an account: documented ones, and those of PHP's dates. */
const knownNames = new Set([
	...['ok', 'kod', 'hata', 'site', 'url', 'ad', 'id', 'backlinkler', 'tanitimlar'],
	...['bakiye', 'placementId', 'expiresAt', 'harcananKredi', 'kalanKredi', 'sonuclar'],
	...['basariliSayisi', 'date', 'timezone', 'timezone_type'],
]);
const mostEntries = 3;
const mostStatuses = 20;

/** The form of a value; texts, numbers and unknown names in it are gone. `now` in ms. */
export function formOf(value: unknown, now: number): ValueForm {
	if (Array.isArray(value)) {
		return { list: value.slice(0, mostEntries).map((entry) => formOf(entry, now)) };
	}
	if (!isObject(value)) return plainForm(value, now);
	const entries = Object.entries(value).map(([name, entry], index) => [
		knownNames.has(name) ? name : `field${index + 1}`,
		formOf(entry, now),
	]);
	return { fields: Object.fromEntries(entries) };
}

/** The forms of the fields of an answer. */
export function formsOfAnswer(
	body: Record<string, unknown>,
	now: number,
): Record<string, ValueForm> {
	const entries = Object.entries(body).map(([name, value], index) => [
		knownNames.has(name) || isFieldName(name) ? name : `field${index + 1}`,
		// The sandbox has texts of its own.
		name === 'hata' && typeof value === 'string' ? 'text' : formOf(value, now),
	]);
	return Object.fromEntries(entries);
}

/**
 * The forms of the fields of each order. Names of fields stay where they are ones, and statuses where
 * they can be nothing else.
 *
 * @param roles the fields by the roles that the node found them for
 */
export function formsOfOrders(
	orders: Array<Record<string, unknown>>,
	roles: Partial<Record<string, string>>,
	now: number,
): Array<Record<string, ValueForm>> {
	const values = new Set(orders.flatMap((order) => Object.values(order)));
	const isOwn = (name: string) => orders.filter((order) => name in order).length === 1;
	const isKept = (name: string) =>
		isFieldName(name) && !values.has(name) && (orders.length === 1 || !isOwn(name));
	const names = [...new Set(orders.flatMap((order) => Object.keys(order)))];
	const recordedNames = new Map(
		names.map((name, index) => [name, isKept(name) ? name : `field${index + 1}`]),
	);
	const statuses = new Set(orders.map((order) => order[roles.status ?? '']));
	const keepsStatuses = statuses.size <= mostStatuses && statuses.size <= orders.length / 2 + 2;
	return orders.map((order) => {
		const entries = Object.entries(order).map(([name, value]): [string, ValueForm] => {
			const recorded = recordedNames.get(name) ?? name;
			if (name === roles.id) return [recorded, formOfId(value, now)];
			const isStatus = name === roles.status && keepsStatuses && isStatusValue(value);
			return [recorded, isStatus ? { status: value } : formOf(value, now)];
		});
		return Object.fromEntries(entries);
	});
}

/** The roles whose fields kept their names. */
export function keptRoles(
	roles: Partial<Record<string, string>>,
	orders: Array<Record<string, ValueForm>>,
): Record<string, string> {
	const kept = orderRoles.flatMap((role) => {
		const field = roles[role];
		return field !== undefined && orders.some((order) => field in order) ? [[role, field]] : [];
	});
	return Object.fromEntries(kept);
}

/** Ten digits of an ID are no time. */
function formOfId(value: unknown, now: number): ValueForm {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'unsafeInteger';
	return typeof value === 'string' && /^\d+$/.test(value) ? 'digits' : formOf(value, now);
}

/** Words and underscores, as programs name things; not a key of a map such as an address or an ID. */
function isFieldName(name: string): boolean {
	return /^[\p{L}_][\p{L}\p{N}_ -]{0,39}$/u.test(name) && !/\d{3}/.test(name);
}

function isStatusValue(value: unknown): value is string | number | boolean {
	if (typeof value === 'boolean') return true;
	if (typeof value === 'number') return Math.abs(value) < 1000;
	const isWord = typeof value === 'string' && /^\p{L}[\p{L}\p{N}_ -]{0,29}$/u.test(value);
	return isWord && !/\d{3}/.test(value);
}
