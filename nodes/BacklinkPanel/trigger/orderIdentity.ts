import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { OrderType } from '../api/orders';
import { oneLine } from '../errors/serverText';
import { findField, ORDER_ID } from './orderFields';
import { ordersOfType } from './orderTypes';
import { unfitSetting } from './PollFailure';

/** Which field has the IDs of each type of order, as far as there have been orders to see it. */
export type IdFields = Partial<Record<OrderType, string>>;

const CHOOSE_ANOTHER = 'Choose another field in “Order ID Field”.';

export interface IdentifiedOrders {
	/** The orders by their keys, in the order of the list. */
	byKey: Map<string, IDataObject>;
	/** To be kept, since detecting it anew could take another field and every order for a new one. */
	idFields: IdFields;
}

/**
 * Tells the orders of a list apart.
 *
 * @param types the types that count
 * @param chosen the user's choice of the field; empty = detect it
 * @param known what was detected before
 * @throws PollFailure rather than taking two orders for one
 */
export function identifyOrders(
	orders: IDataObject[],
	types: OrderType[],
	chosen: string,
	known: IdFields,
): IdentifiedOrders {
	const idFields: IdFields = { ...known };
	const byKey = new Map<string, IDataObject>();
	for (const type of types) {
		const ofType = ordersOfType(orders, type);
		if (ofType.length === 0) continue;
		const field = idFields[type] ?? findField(ORDER_ID, chosen, ofType);
		idFields[type] = field;
		for (const order of ofType) {
			const key = keyOf(type, idOf(order, field));
			const twin = byKey.get(key);
			if (twin && JSON.stringify(twin) !== JSON.stringify(order)) {
				throw unfitSetting(
					`“${oneLine(field)}” does not tell the orders apart: two have ${oneLine(order[field])}`,
					CHOOSE_ANOTHER,
				);
			}
			byKey.set(key, order);
		}
	}
	return { byKey, idFields };
}

/** IDs compare as text, so that 10 and “10” are the same order. */
function idOf(order: IDataObject, field: string): string {
	const id = order[field];
	if (typeof id === 'string' && id !== '') return id;
	if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
	if (typeof id === 'number') {
		throw unfitSetting(
			`“${oneLine(field)}” holds numbers that n8n cannot read exactly, such as ${id}`,
			`Digits of numbers above 9007199254740991 are lost when an answer is read, so two orders could look like one. ${CHOOSE_ANOTHER}`,
		);
	}
	throw unfitSetting(
		`An order has no ID in “${oneLine(field)}”`,
		`The order is ${oneLine(order)}. ${CHOOSE_ANOTHER}`,
	);
}

/** All keys have the same small size, whatever the IDs look like. */
function keyOf(type: OrderType, id: string): string {
	return createHash('sha256').update(`${type}\n${id}`).digest('base64url').slice(0, 16);
}
