import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { isObject, listEntries, withFurtherFields, withoutErrorField } from './dataObject';
import type { ReadRequest } from './panelRequest';

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

/** What the field below can hold. */
export const ORDER_TYPE_CHOICES = ['all', 'article', 'backlink'] as const;
type OrderTypeChoice = (typeof ORDER_TYPE_CHOICES)[number];

/** The field “Order Type” of the node's and of the trigger's form. */
export function orderTypeField(description: string): INodeProperties {
	return {
		displayName: 'Order Type',
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

/** The types whose list an answer has; `null` says as little about the orders as a missing one. */
export function listedTypes(body: IDataObject): OrderType[] {
	return ORDER_TYPES.filter((type) => (body[LIST_NAME_OF_TYPE[type]] ?? null) !== null);
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
		const name = LIST_NAME_OF_TYPE[type];
		const entries = listEntries(body[name]);
		if (!entries) return unexpected(body, `“${name}” is no list but ${excerpt(body[name])}`);
		for (const entry of entries) orders.push({ type, order: toOrder(entry, type) });
	}
	return orders;
}

/** The fields of an entry are not documented; should one be no object at all, its value is kept. */
function toOrder(entry: unknown, orderType: OrderType): IDataObject {
	const data = isObject(entry) ? entry : { value: entry as IDataObject[string] };
	return withFurtherFields(withoutErrorField(data), { orderType });
}

function unexpected(body: IDataObject, detail: string): PanelFailure {
	return failure('unexpectedAnswer', { body, detail });
}
