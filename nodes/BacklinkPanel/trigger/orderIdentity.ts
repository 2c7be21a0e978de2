import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { OrderType } from '../api/orderList';
import { sanitizeText } from '../errors/serverText';
import { findField, type FoundField, ORDER_ID } from './orderFields';
import { invalidSetting, type PollFailure } from './PollFailure';

const CHOOSE_ANOTHER = 'Choose another field in “Order ID Field”.';

export interface IdentifiedOrders {
	/** The orders by their keys, in the order of the list. */
	byKey: Map<string, IDataObject>;
	/** How many orders have no ID of their own. */
	ignored: number;
	/** Why the first of them has none. */
	failure?: PollFailure;
}

/**
 * Gives the orders of a list their keys. What has no ID of its own is ignored, rather than taking two orders
 * for one; an order that is listed twice is one.
 *
 * @param type the type of all of them
 * @param field the field with their IDs
 */
export function identifyOrders(
	orders: IDataObject[],
	type: OrderType,
	field: string,
): IdentifiedOrders {
	const identified: IdentifiedOrders = { byKey: new Map(), ignored: 0 };
	const ambiguous = new Set<string>();
	const ignore = (failure: () => PollFailure) => {
		identified.ignored += 1;
		identified.failure ??= failure();
	};
	for (const order of orders) {
		const key = orderKey(order, type, field);
		if (key === undefined) {
			ignore(() => withoutId(order, field));
			continue;
		}
		const twin = identified.byKey.get(key);
		if (twin && !ambiguous.has(key) && JSON.stringify(twin) !== JSON.stringify(order)) {
			ambiguous.add(key);
			ignore(() => withoutOwnId(order, field));
		}
		if (ambiguous.has(key)) ignore(() => withoutOwnId(order, field));
		else identified.byKey.set(key, order);
	}
	for (const key of ambiguous) identified.byKey.delete(key);
	return identified;
}

export interface ListedOrders extends IdentifiedOrders {
	/** The field with their IDs. */
	field?: FoundField;
}

/** Identifies the orders of a type, by the field of the last poll unless the user chose another one. */
export function identifyListed(
	list: IDataObject[],
	type: OrderType,
	choice: string,
	known: FoundField | undefined,
): ListedOrders {
	const none = { byKey: new Map(), ignored: list.length };
	if (list.length === 0) return none;
	const name = known?.choice === choice ? known.name : findField(ORDER_ID, choice, list);
	if (typeof name !== 'string') return { ...none, failure: name };
	const identified = identifyOrders(list, type, name);
	return identified.byKey.size > 0 ? { ...identified, field: { choice, name } } : identified;
}

/**
 * The orders with the keys that they are remembered by. Where the user chose another ID field since the
 * last poll, that is the key by the former field, if they have one.
 */
export function withKnownKeys(
	list: IDataObject[],
	type: OrderType,
	{ byKey, field }: ListedOrders,
	former: FoundField | undefined,
	knownKeys: Set<string>,
) {
	const isOtherField = field !== undefined && former !== undefined && field.name !== former.name;
	const formerly = isOtherField ? identifyOrders(list, type, former.name).byKey : byKey;
	const formerKeys = new Map([...formerly].map(([key, order]) => [order, key]));
	return [...byKey].map(([key, order]) => {
		const formerKey = formerKeys.get(order);
		const isKnown = formerKey !== undefined && knownKeys.has(formerKey);
		return {
			key,
			order,
			id: field && order[field.name],
			knownKey: isKnown ? formerKey : undefined,
			isComparable: formerKey !== undefined,
		};
	});
}

/**
 * What an order is remembered by: all keys have the same small size, whatever the IDs look like. IDs
 * compare as text, so that 10 and “10” are the same order.
 *
 * @returns undefined if it has no ID that can be read exactly
 */
function orderKey(order: IDataObject, type: OrderType, field: string): string | undefined {
	const id = order[field];
	const isText = typeof id === 'string' && id.trim() !== '';
	if (!isText && !Number.isSafeInteger(id)) return undefined;
	return createHash('sha256').update(`${type}\n${id}`).digest('base64url').slice(0, 16);
}

function withoutId(order: IDataObject, field: string): PollFailure {
	const id = order[field];
	if (typeof id === 'number') {
		return invalidSetting(
			`“${sanitizeText(field)}” contains numbers that n8n cannot read exactly, such as ${id}`,
			`Digits of numbers above 9007199254740991 are lost when n8n reads them, so two orders could have the same ID. ${CHOOSE_ANOTHER}`,
		);
	}
	return invalidSetting(
		`An order has no ID in “${sanitizeText(field)}”`,
		`The order is ${sanitizeText(order)}. ${CHOOSE_ANOTHER}`,
	);
}

function withoutOwnId(order: IDataObject, field: string): PollFailure {
	return invalidSetting(
		`“${sanitizeText(field)}” is not unique: two orders have ${sanitizeText(order[field])}`,
		CHOOSE_ANOTHER,
	);
}
