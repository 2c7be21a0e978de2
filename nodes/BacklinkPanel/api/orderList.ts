import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { isObject, withFurtherFields, withoutErrorField } from './dataObject';
import type { ReadRequest } from './panelRequest';
import { isBlank, trimInvisible } from './visibleText';

export type OrderType = 'article' | 'backlink';

/** An order as it comes out whole, and its type, which is not always in `orderType`. */
export interface TypedOrder {
	type: OrderType;
	/** The service's own fields and `orderType`. */
	order: IDataObject;
}

/** The service's two lists, in the order of the output. */
export const LIST_NAME_OF_TYPE: Record<OrderType, string> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};
export const ORDER_TYPES: OrderType[] = ['backlink', 'article'];

/** Whether an answer has the list of a type; `null` says as little about the orders as a missing one. */
export function hasOrderList(body: IDataObject, type: OrderType): boolean {
	const list = body[LIST_NAME_OF_TYPE[type]];
	return typeof list === 'object' && list !== null;
}

/** Asks for the order list; `most` undefined = without a limit. */
export function orderListRequest(most?: number): ReadRequest {
	return {
		method: 'GET',
		path: '/siparisler',
		query: most === undefined ? undefined : { limit: most },
		spendsCredits: false,
	};
}

/**
 * The orders of an answer, placements first, each with its own fields and `orderType`. A list that is
 * `null` or missing is an empty one.
 *
 * @param types the lists that are read; the form of another one does not matter
 * @returns a failure if the answer has neither list, or if one of those that are read has another form
 */
export function parseOrderList(
	body: IDataObject,
	types: OrderType[] = ORDER_TYPES,
): TypedOrder[] | PanelFailure {
	const names = Object.values(LIST_NAME_OF_TYPE);
	if (!names.some((name) => name in body)) {
		return unexpected(body, `The answer has neither “${names.join('” nor “')}”`);
	}
	const orders: TypedOrder[] = [];
	for (const type of types) {
		const list = body[LIST_NAME_OF_TYPE[type]];
		const entries = listEntries(list);
		if (!entries) return unexpected(body, otherForm(LIST_NAME_OF_TYPE[type], list));
		for (const entry of entries) orders.push({ type, order: toOrder(entry, type) });
	}
	return orders;
}

/** How many orders of a type an answer lists; undefined where its list has another form. */
export function countOrders(body: IDataObject, type: OrderType): number | undefined {
	return listEntries(body[LIST_NAME_OF_TYPE[type]])?.length;
}

/** PHP writes a list from which it took entries as an object, with the places in the list as names. */
function listEntries(list: unknown): unknown[] | undefined {
	if (list === undefined || list === null) return [];
	if (Array.isArray(list)) return list;
	if (!isObject(list)) return undefined;
	const isList = Object.entries(list).every(
		([name, entry]) => /^-?\d+$/.test(name) && isObject(entry),
	);
	return isList ? Object.values(list) : undefined;
}

/** The fields of an entry are not documented; should one be no object at all, its value is kept. */
function toOrder(entry: unknown, orderType: OrderType): IDataObject {
	const data = isObject(entry) ? entry : { value: entry as IDataObject[string] };
	return withFurtherFields(withoutErrorField(data), { orderType });
}

function otherForm(name: string, list: unknown): string {
	if (!isObject(list)) return `“${name}” is not a list but ${excerpt(list) || 'an empty text'}`;
	const fields = Object.keys(list).slice(0, 5).map(excerpt).join(', ');
	const holdsList = Object.values(list).some((value) => Array.isArray(value));
	return `“${name}” is ${holdsList ? 'a page' : 'an object'} with the fields ${fields}, not a list`;
}

function unexpected(body: IDataObject, detail: string): PanelFailure {
	return failure('unexpectedAnswer', { body, detail });
}

/** What the field below can hold. */
export const ORDER_TYPE_CHOICES = ['all', 'article', 'backlink'] as const;
type OrderTypeChoice = (typeof ORDER_TYPE_CHOICES)[number];

/** The field “Type” of the node's and of the trigger's form. */
export function orderTypeField(description: string): INodeProperties {
	return {
		displayName: 'Type',
		name: 'orderType',
		type: 'options',
		options: [
			{ name: 'All', value: 'all' },
			{ name: 'Articles', value: 'article' },
			{ name: 'Backlinks', value: 'backlink' },
		],
		default: 'all',
		description,
	};
}

/** The types of order that a choice means, in the order of the output. */
export function chosenOrderTypes(choice: OrderTypeChoice): OrderType[] {
	return choice === 'all' ? ORDER_TYPES : [choice];
}

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

export type FieldRole = keyof typeof NAMES_OF_ROLE;
export type PlainValue = string | number | boolean;

/** A field of an order that can play a role. */
interface FieldInRole {
	/** Its name in the list above, and the place there. */
	name: string;
	place: number;
	value: PlainValue;
}

const ROLE_OF_NAME = new Map(
	// The keys of the list are the roles.
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

/** The value that plays a role; undefined where there is none, or where two spellings have one. */
export function unambiguousValue([first, second]: FieldInRole[] = []): PlainValue | undefined {
	return first?.place === second?.place ? undefined : first?.value;
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

/** The answer to an order may tell its ID by one of these names while the list has another one too. */
const NAMED_IN_ANSWERS = ['placementId', 'yerlesimId', 'backlinkId', 'articleId', 'tanitimId'];

/** An ID as text, in which 10 and “10” are the same. */
export function comparableId(id: PlainValue): string {
	return trimInvisible(String(id));
}

/**
 * The orders of an ID: by the field that plays the role, or by the name that the answer to an order
 * has for it. Only where there is none, by any other field that could be an ID: an order number may be
 * that of several orders. An order that is listed twice is one.
 */
export function findOrdersById(orders: TypedOrder[], id: string): TypedOrder[] {
	const having = (idsOf: (fields: FieldInRole[]) => Array<PlainValue | undefined>) =>
		orders.filter(({ order }) =>
			idsOf(idFields(order)).some((each) => each !== undefined && comparableId(each) === id),
		);
	const own = having((fields) => [
		unambiguousValue(fields),
		...fields.filter(({ name }) => NAMED_IN_ANSWERS.includes(name)).map(({ value }) => value),
	]);
	const found = own.length > 0 ? own : having((fields) => fields.map(({ value }) => value));
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** How many orders have no ID at all that can be compared. */
export function countOrdersWithoutId(orders: TypedOrder[]): number {
	return orders.filter(({ order }) => idFields(order).length === 0).length;
}

function idFields(order: TypedOrder['order']): FieldInRole[] {
	return fieldsByRole(order).id ?? [];
}
