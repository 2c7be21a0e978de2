import type { IDataObject } from 'n8n-workflow';

import type { TypedOrder } from './orderList';
import { isBlank, trimInvisible } from './typedText';

const names = (text: string) => text.split(', ');

/**
 * The names of the fields that can play a role in an order, the likeliest first. The service documents
 * none of them. Case and separators do not matter: `siparis_id` is `siparisId`.
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

/** The fields of an order that are named for a role, by their names in the table, the likeliest first. */
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

/** The same, of those with a plain value. */
export function fieldsInRole(
	role: FieldRole,
	order: IDataObject,
): Array<{ name: string; value: PlainValue }> {
	return fieldsNamedFor(role, order).flatMap(({ name, value }) =>
		isPlain(value, role) ? { name, value } : [],
	);
}

/** The value that plays a role; undefined where there is none, or where two spellings of a name differ. */
export function valueInRole(role: FieldRole, order: IDataObject): PlainValue | undefined {
	const [first, ...others] = fieldsInRole(role, order);
	const isAmbiguous = others.some(
		({ name, value }) => name === first?.name && String(value) !== String(first.value),
	);
	return isAmbiguous ? undefined : first?.value;
}

/** A text or a number; for an ID one that has lost no digits. Some services write a status as true or false. */
function isPlain(value: unknown, role: FieldRole): value is PlainValue {
	if (typeof value === 'boolean') return role === 'status';
	if (typeof value === 'number') return role !== 'id' || Number.isSafeInteger(value);
	return typeof value === 'string' && !isBlank(value);
}

/** One spelling for `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi`. */
export function normalizeFieldName(name: string): string {
	const letters = name.normalize('NFD').replace(/[\p{M}_\-\s]/gu, '');
	return letters.toLowerCase().replaceAll('ı', 'i');
}

/** An ID as text, in which 10 and “10” are the same. */
export function comparableId(id: unknown): string {
	return trimInvisible(String(id));
}

/** Finds the orders of an ID: the one that an order shows, or the `placementId` that Create returned for it. */
export function findOrdersById(orders: TypedOrder[], id: string): TypedOrder[] {
	const found = orders.filter(({ order }) =>
		fieldsInRole('id', order).some(
			({ name, value }, index) =>
				(index === 0 || name === 'placementId') && comparableId(value) === id,
		),
	);
	// An order that is listed twice is one.
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
