import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { isObject, withFurtherFields, withoutErrorField } from './dataObject';
import type { ReadRequest } from './panelRequest';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

export type OrderType = 'article' | 'backlink';

/** An order as it comes out whole, and its type, which is not always in `orderType`. */
export interface TypedOrder {
	type: OrderType;
	/** The service's own fields and `orderType`. */
	order: IDataObject;
}

/** The service's two lists, in the order of the output. */
export const LIST_OF_TYPE: Record<OrderType, string> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};
export const ORDER_TYPES: OrderType[] = ['backlink', 'article'];

/** Whether an answer has the list of a type; `null` says as little about the orders as a missing one. */
export function hasListOf(body: IDataObject, type: OrderType): boolean {
	const list = body[LIST_OF_TYPE[type]];
	return typeof list === 'object' && list !== null;
}

/** Asks for the order list; `most` undefined = without a limit. */
export function ordersRequest(most?: number): ReadRequest {
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
export function ordersOf(
	body: IDataObject,
	types: OrderType[] = ORDER_TYPES,
): TypedOrder[] | PanelFailure {
	const names = Object.values(LIST_OF_TYPE);
	if (!names.some((name) => name in body)) {
		return unexpected(body, `The answer has neither “${names.join('” nor “')}”`);
	}
	const orders: TypedOrder[] = [];
	for (const type of types) {
		const list = body[LIST_OF_TYPE[type]];
		const entries = listEntries(list);
		if (!entries) return unexpected(body, otherForm(LIST_OF_TYPE[type], list));
		for (const entry of entries) orders.push({ type, order: toOrder(entry, type) });
	}
	return orders;
}

/** How many orders of a type an answer lists; undefined where its list has another form. */
export function countOrders(body: IDataObject, type: OrderType): number | undefined {
	return listEntries(body[LIST_OF_TYPE[type]])?.length;
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
export function orderTypesOf(choice: OrderTypeChoice): OrderType[] {
	return choice === 'all' ? ORDER_TYPES : [choice];
}
