import type { IDataObject } from 'n8n-workflow';

import { isBlank, trimInvisible } from './visibleText';
import type { TypedOrder } from './orderList';

/**
 * What a field of an order can stand for, with the names that are tried in this order. The service
 * documents none of them. Spelling does not matter: `siparis_id` is `siparisId`.
 */
export const NAMES_OF_ROLE = {
	id: [
		'id',
		'orderId',
		'siparisId',
		'placementId',
		'yerlesimId',
		'backlinkId',
		'articleId',
		'tanitimId',
		'siparisNo',
		'orderNo',
		'uuid',
		'guid',
	],
	status: ['durum', 'status', 'siparisDurumu', 'orderStatus', 'state', 'asama'],
	targetUrl: ['hedefUrl', 'targetUrl', 'hedefAdres', 'hedefLink', 'hedef', 'target', 'url', 'link'],
	title: ['baslik', 'title', 'makaleBaslik', 'yaziBaslik', 'articleTitle', 'konu'],
	createdAt: [
		'createdAt',
		'olusturulma',
		'olusturulmaTarihi',
		'olusturmaTarihi',
		'siparisTarihi',
		'orderDate',
		'baslangic',
		'baslangicTarihi',
		'startDate',
		'tarih',
		'date',
	],
	endsAt: [
		'expiresAt',
		'bitis',
		'bitisTarihi',
		'sonTarih',
		'expiryDate',
		'expirationDate',
		'endDate',
		'endsAt',
		'validUntil',
	],
} satisfies Record<string, string[]>;

export type OrderRole = keyof typeof NAMES_OF_ROLE;
export type RoleValue = string | number | boolean;

/** A field of an order that can play a role. */
export interface RoleField {
	/** Its name in the list above, and the place there. */
	name: string;
	place: number;
	value: RoleValue;
}

const ROLE_OF_NAME = new Map(
	// The keys of the list are the roles.
	(Object.keys(NAMES_OF_ROLE) as OrderRole[]).flatMap((role) =>
		NAMES_OF_ROLE[role].map((name, place) => [plainSpelling(name), { role, name, place }] as const),
	),
);

/** The fields of an order that can play a role and have a plain value, the likeliest first. */
export function fieldsByRole(order: IDataObject): Partial<Record<OrderRole, RoleField[]>> {
	const fields: Partial<Record<OrderRole, RoleField[]>> = {};
	for (const [field, value] of Object.entries(order)) {
		const known = ROLE_OF_NAME.get(plainSpelling(field));
		if (!known || !isPlain(value, known.role)) continue;
		const { role, name, place } = known;
		(fields[role] ??= []).push({ name, place, value });
	}
	for (const each of Object.values(fields)) each.sort((one, other) => one.place - other.place);
	return fields;
}

/** The value that plays a role; undefined where there is none, or where two spellings have one. */
export function played([first, second]: RoleField[] = []): RoleValue | undefined {
	return first?.place === second?.place ? undefined : first?.value;
}

/** The value that plays a role in an order, as text. */
export function roleValue(order: IDataObject, role: OrderRole): string | undefined {
	return played(fieldsByRole(order)[role])?.toString();
}

/** A text or a number; for an ID one that has lost no digits. Some services write a status as true or false. */
function isPlain(value: unknown, role: OrderRole): value is RoleValue {
	if (typeof value === 'boolean') return role === 'status';
	if (typeof value === 'number') return role !== 'id' || Number.isSafeInteger(value);
	return typeof value === 'string' && !isBlank(value);
}

/** One spelling for `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi`. */
export function plainSpelling(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\p{M}_\-\s]/gu, '')
		.toLowerCase()
		.replaceAll('ı', 'i');
}

/** The answer to an order may tell its ID by one of these names while the list has another one too. */
const NAMED_IN_ANSWERS = ['placementId', 'yerlesimId', 'backlinkId', 'articleId', 'tanitimId'];

/** An ID as text, in which 10 and “10” are the same. */
export function comparableId(id: RoleValue): string {
	return trimInvisible(String(id));
}

/**
 * The orders of an ID: by the field that plays the role, or by the name that the answer to an order
 * has for it. Only where there is none, by any other field that could be an ID: an order number may be
 * that of several orders. An order that is listed twice is one.
 */
export function ordersOfId(orders: TypedOrder[], id: string): TypedOrder[] {
	const having = (idsOf: (fields: RoleField[]) => Array<RoleValue | undefined>) =>
		orders.filter(({ order }) =>
			idsOf(idFields(order)).some((each) => each !== undefined && comparableId(each) === id),
		);
	const own = having((fields) => [
		played(fields),
		...fields.filter(({ name }) => NAMED_IN_ANSWERS.includes(name)).map(({ value }) => value),
	]);
	const found = own.length > 0 ? own : having((fields) => fields.map(({ value }) => value));
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** How many orders have no ID at all that can be compared. */
export function countWithoutId(orders: TypedOrder[]): number {
	return orders.filter(({ order }) => idFields(order).length === 0).length;
}

function idFields(order: TypedOrder['order']): RoleField[] {
	return fieldsByRole(order).id ?? [];
}
