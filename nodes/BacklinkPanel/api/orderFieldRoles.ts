import type { IDataObject } from 'n8n-workflow';

import type { TypedOrder } from './orderList';
import { isBlank, trimInvisible } from './typedText';

const names = (text: string) => text.split(', ');

/**
 * The names of the fields that can play a role in an order, the likeliest first. The service documents
 * none of them. Spelling does not matter: `siparis_id` is `siparisId`.
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

/** A field of an order that can play a role. */
export interface FieldInRole {
	/** Its name in the table above, and the place there. */
	name: string;
	place: number;
	value: PlainValue;
}

const ROLE_OF_NAME = new Map(
	// The keys of the table are the roles.
	(Object.keys(NAMES_OF_ROLE) as FieldRole[]).flatMap((role) =>
		NAMES_OF_ROLE[role].map(
			(name, place) => [normalizeFieldName(name), { role, name, place }] as const,
		),
	),
);

/** The fields of an order that can play a role and have a plain value, the likeliest first. */
export function fieldsByRole(order: IDataObject): Partial<Record<FieldRole, FieldInRole[]>> {
	const fields: Partial<Record<FieldRole, FieldInRole[]>> = {};
	for (const [field, value] of Object.entries(order)) {
		const known = ROLE_OF_NAME.get(normalizeFieldName(field));
		if (!known || !isPlain(value, known.role)) continue;
		const { role, name, place } = known;
		(fields[role] ??= []).push({ name, place, value });
	}
	for (const each of Object.values(fields)) each.sort((one, other) => one.place - other.place);
	return fields;
}

/** The value that plays a role; undefined where there is none, or where two spellings of a name differ. */
export function unambiguousValue(fields: FieldInRole[] = []): PlainValue | undefined {
	const spellings = fields.filter(({ name }) => name === fields[0]?.name);
	const values = new Set(spellings.map(({ value }) => String(value)));
	return values.size === 1 ? fields[0]?.value : undefined;
}

/** The value that plays a role in an order, as text. */
export function roleValue(order: IDataObject, role: FieldRole): string | undefined {
	return unambiguousValue(fieldsByRole(order)[role])?.toString();
}

/** A text or a number; for an ID one that has lost no digits. Some services write a status as true or false. */
function isPlain(value: unknown, role: FieldRole): value is PlainValue {
	if (typeof value === 'boolean') return role === 'status';
	if (typeof value === 'number') return role !== 'id' || Number.isSafeInteger(value);
	return typeof value === 'string' && !isBlank(value);
}

/** One spelling for `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi`. */
export function normalizeFieldName(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\p{M}_\-\s]/gu, '')
		.toLowerCase()
		.replaceAll('ı', 'i');
}

/** An ID as text, in which 10 and “10” are the same. */
export function comparableId(id: unknown): string {
	return trimInvisible(String(id));
}

/** Finds the orders of an ID: the one that an order shows, or the `placementId` that Create returned for it. */
export function findOrdersById(orders: TypedOrder[], id: string): TypedOrder[] {
	const found = orders.filter(({ order }) =>
		fieldsByRole(order).id?.some(
			({ name, value }, index) =>
				(index === 0 || name === 'placementId') && comparableId(value) === id,
		),
	);
	// An order that is listed twice is one.
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
