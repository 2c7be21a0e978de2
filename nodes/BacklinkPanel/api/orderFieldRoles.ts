import type { IDataObject } from 'n8n-workflow';

import type { TypedOrder } from './orderList';
import { trimInvisible } from './typedText';

const names = (text: string) => text.split(', ');

/**
 * Field names that may hold an order's ID, status, target URL, title or end, the likeliest first. The
 * service documents no field names. Case and separators do not matter: `siparis_id` is `siparisId`.
 */
export const NAMES_OF_ROLE = {
	id: names(
		'id, orderId, siparisId, placementId, yerlesimId, backlinkId, articleId, tanitimId, siparisNo, orderNo, uuid, guid',
	),
	status: names('durum, status, siparisDurumu, orderStatus, state, asama'),
	targetUrl: names('hedefUrl, targetUrl, hedefAdres, hedefLink, hedef, target, url, link'),
	title: names('baslik, title, makaleBaslik, yaziBaslik, articleTitle, konu'),
	endsAt: names(
		'expiresAt, bitis, bitisTarihi, sonTarih, expiryDate, expirationDate, endDate, endsAt, validUntil',
	),
};

export type FieldRole = keyof typeof NAMES_OF_ROLE;
export type PlainValue = string | number | boolean;

/** Finds the fields of an order whose names fit a role such as `status`, the likeliest first. */
export function fieldsNamedFor(
	role: FieldRole,
	order: IDataObject,
): Array<{ name: string; value: unknown }> {
	const fields = Object.entries(order).map(
		([field, value]) => [normalizeFieldName(field), value] as const,
	);
	return NAMES_OF_ROLE[role].flatMap((name) =>
		fields.filter(([field]) => field === name.toLowerCase()).map(([, value]) => ({ name, value })),
	);
}

/** Finds the fields for a role that hold text, a number, or (for a status) true or false. */
export function fieldsInRole(
	role: FieldRole,
	order: IDataObject,
): Array<{ name: string; value: PlainValue }> {
	return fieldsNamedFor(role, order).flatMap(({ name, value }) =>
		isPlain(value, role) ? { name, value } : [],
	);
}

/** Reads an order's value for a role. Two spellings of a field with different values count as no value. */
export function valueInRole(role: FieldRole, order: IDataObject): PlainValue | undefined {
	const [first, ...others] = fieldsInRole(role, order);
	const isAmbiguous = others.some(
		({ name, value }) => name === first?.name && String(value) !== String(first.value),
	);
	return isAmbiguous ? undefined : first?.value;
}

/** True for text and numbers, and for a boolean status. A number that is too large to be exact is no ID. */
function isPlain(value: unknown, role: FieldRole): value is PlainValue {
	if (typeof value === 'boolean') return role === 'status';
	if (typeof value === 'number') return role !== 'id' || Number.isSafeInteger(value);
	return typeof value === 'string' && trimInvisible(value) !== '';
}

/** Gives `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi` one spelling. */
export function normalizeFieldName(name: string): string {
	const letters = name.normalize('NFD').replace(/[\p{M}_\-\s]/gu, '');
	return letters.toLowerCase().replaceAll('ı', 'i');
}

/** Makes IDs comparable: 10 and “10” are equal. */
export function comparableId(id: unknown): string {
	return trimInvisible(String(id));
}

/** Finds orders by ID: the ID in outputs, or the `placementId` from Backlink → Create. */
export function findOrdersById(orders: TypedOrder[], id: string): TypedOrder[] {
	const found = orders.filter(({ order }) =>
		fieldsInRole('id', order).some(
			({ name, value }, index) =>
				(index === 0 || name === 'placementId') && comparableId(value) === id,
		),
	);
	// Drops repeats, because the service may list an order twice.
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
