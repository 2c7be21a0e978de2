import type { IDataObject } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { isObject, listEntries, withFurtherFields, withoutErrorField } from './dataObject';
import { LIST_NAME_OF_TYPE, ORDER_TYPES, type OrderType, type TypedOrder } from './orderTypes';
import type { ReadRequest } from './panelRequest';

/** True if an answer has the list of a type; `null` says as little about the orders as a missing one. */
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
		const name = LIST_NAME_OF_TYPE[type];
		const entries = listEntries(body[name]);
		if (!entries) return unexpected(body, `“${name}” is no list but ${excerpt(body[name])}`);
		for (const entry of entries) orders.push({ type, order: toOrder(entry, type) });
	}
	return orders;
}

/** Counts the orders of a type in an answer; those of a list in another form are not counted. */
export function countOrders(body: IDataObject, type: OrderType): number {
	return listEntries(body[LIST_NAME_OF_TYPE[type]])?.length ?? 0;
}

/** The fields of an entry are not documented; should one be no object at all, its value is kept. */
function toOrder(entry: unknown, orderType: OrderType): IDataObject {
	const data = isObject(entry) ? entry : { value: entry as IDataObject[string] };
	return withFurtherFields(withoutErrorField(data), { orderType });
}

function unexpected(body: IDataObject, detail: string): PanelFailure {
	return failure('unexpectedAnswer', { body, detail });
}
