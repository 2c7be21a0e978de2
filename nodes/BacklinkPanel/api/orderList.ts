import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { isObject, listEntries, withFurtherFields, withoutErrorField } from './dataObject';
import type { ReadRequest } from './panelRequest';

export type OrderType = 'article' | 'backlink';

/** An order and its type. The type is kept apart, because the order may have its own field `orderType`. */
export interface TypedOrder {
	type: OrderType;
	/** All fields of the service, and the added `orderType`. */
	order: IDataObject;
}

export const LIST_NAME_OF_TYPE: Record<OrderType, string> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};
export const ORDER_TYPES: OrderType[] = ['backlink', 'article'];

export const ORDER_TYPE_CHOICES = ['all', 'article', 'backlink'] as const;
type OrderTypeChoice = (typeof ORDER_TYPE_CHOICES)[number];

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

/** Order types for a value of the field “Order Type”, sorted as in the output. */
export function chosenOrderTypes(choice: OrderTypeChoice): OrderType[] {
	return choice === 'all' ? ORDER_TYPES : [choice];
}

/** Order types whose list is in an answer. A list that is `null` counts as missing. */
export function listedTypes(body: IDataObject): OrderType[] {
	return ORDER_TYPES.filter((type) => (body[LIST_NAME_OF_TYPE[type]] ?? null) !== null);
}

/** The request for the order list; without a limit if `most` is undefined. */
export function orderListRequest(most?: number): ReadRequest {
	return {
		method: 'GET',
		path: '/siparisler',
		query: most === undefined ? undefined : { limit: most },
		spendsCredits: false,
	};
}

/**
 * Reads the orders in an answer, backlinks first. A list that is `null` or missing is empty.
 *
 * @param types order types whose lists are read; the other list may have any form
 * @returns a failure if the answer has neither list, or if `listEntries` cannot read a list
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

/** Turns a list entry, whose form is not documented, into an order. Puts anything but an object into `value`. */
function toOrder(entry: unknown, orderType: OrderType): IDataObject {
	const data = isObject(entry) ? entry : { value: entry as IDataObject[string] };
	return withFurtherFields(withoutErrorField(data), { orderType });
}

function unexpected(body: IDataObject, detail: string): PanelFailure {
	return failure('unexpectedAnswer', { body, detail });
}
