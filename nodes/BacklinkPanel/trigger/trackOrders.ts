import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { withFurtherFields } from '../api/dataObject';
import { comparableId, type PlainValue } from '../api/orderFieldRoles';
import {
	chosenOrderTypes,
	ORDER_TYPE_CHOICES,
	type OrderType,
	orderTypeField,
	type TypedOrder,
} from '../api/orderList';
import { type OrderSummary, simplifiedOrder, simplifyField } from '../api/simplifiedOrder';
import type { TriggerParameters } from '../parameters/FormParameters';
import { valuesInRole } from './orderFields';
import type { PollContext } from './TriggerEvent';

export const watchedTypeField = orderTypeField('Which orders to watch');

/** Returns the order types that the user chose. */
export function watchedTypes(parameters: TriggerParameters): OrderType[] {
	return chosenOrderTypes(parameters.choice(watchedTypeField, ORDER_TYPE_CHOICES));
}

/** Limit of orders in the state. Beyond it, the orders that are absent from the list for longest are dropped. */
const MOST_REMEMBERED = 10_000;

/** Stored state of an event about orders. `Memory` is the value that the event keeps of each order. */
type OrdersState<Memory> = {
	/** Number of orders in the last list of each type; missing for a type that was never listed. */
	listed: Partial<Record<OrderType, number>>;
	/** Pairs of an order's ID hash and its kept value. Orders of the latest list come first, the longest absent at the end. */
	orders: Array<[string, Memory]>;
};

/** An order with an ID, compared with the last poll. */
export interface TrackedOrder<Memory> extends TypedOrder {
	id: PlainValue;
	idHash: string;
	/** Value that the last poll kept of the order; undefined if the state does not have the order. */
	before: Memory | undefined;
	/** True if this is the first list of the order's type that was read: the order may be an old one. */
	isFirst: boolean;
	/** True if the order came into the order list after the last poll. */
	isNew: boolean;
}

interface TrackedOrders<Memory> {
	/** Orders of the wanted types, in the sequence of the service. */
	orders: Array<TrackedOrder<Memory>>;
	/** Makes the state for the next poll. An order for which `memoryOf` returns undefined keeps its last value. */
	remember(memoryOf: (order: TrackedOrder<Memory>) => Memory | undefined): OrdersState<Memory>;
}

/**
 * Reads the order list and compares it with the last poll. An ID listed twice is one order. If the last list
 * had orders, and none of the known orders is listed now, this is another account, and no order is new.
 *
 * @param state from the last poll; undefined on the first poll
 * @throws PollFailure if the list cannot be read, or if no order has an ID
 */
export async function trackOrders<Memory>(
	context: PollContext,
	types: OrderType[],
	state: IDataObject | undefined,
): Promise<TrackedOrders<Memory>> {
	// Safe cast: `remember` below has made the state.
	const known = (state ?? { listed: {}, orders: [] }) as unknown as OrdersState<Memory>;
	const list = await context.panel.orders(types);
	const memories = new Map(known.orders);
	const byHash = new Map<string, TrackedOrder<Memory>>();
	for (const [order, id] of valuesInRole(context, list.orders, 'id', (value) => value)) {
		const idHash = hashOfId(order.type, id);
		const before = memories.get(idHash);
		const isFirst = known.listed[order.type] === undefined;
		const isNew = before === undefined && !isFirst;
		if (!byHash.has(idHash)) byHash.set(idHash, { ...order, id, idHash, before, isFirst, isNew });
	}

	const orders = [...byHash.values()];
	const isOtherAccount =
		orders.every(({ before }) => before === undefined) &&
		orders.some(({ type }) => (known.listed[type] ?? 0) > 0);
	if (isOtherAccount) {
		context.warn('None of the known orders is listed: this poll is the new baseline.');
		for (const order of orders) order.isNew = false;
	}

	function remember(memoryOf: (order: TrackedOrder<Memory>) => Memory | undefined) {
		const listed = isOtherAccount ? {} : { ...known.listed };
		for (const type of types) if (list.listedTypes.includes(type)) listed[type] = 0;
		const now = new Map<string, Memory>();
		for (const order of orders) {
			const memory = memoryOf(order);
			if (memory === undefined) continue;
			now.set(order.idHash, memory);
			listed[order.type] = (listed[order.type] ?? 0) + 1;
		}
		const absent = isOtherAccount ? [] : known.orders.filter(([idHash]) => !now.has(idHash));
		return {
			listed,
			orders: [...now, ...absent].slice(0, Math.max(MOST_REMEMBERED, now.size)),
		};
	}

	return { orders, remember };
}

/** Hashes an ID, so that the state stays small; 10 and “10” are one ID. */
function hashOfId(type: OrderType, id: PlainValue): string {
	const text = `${type}\n${comparableId(id)}`;
	return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** `read`: values that the event found in the order. `own`: fields that the event adds. */
type OrderToItem = (
	order: TrackedOrder<unknown>,
	read?: OrderSummary,
	own?: IDataObject,
) => IDataObject;

/** Returns a function that makes an item of an order: simplified, or whole with further fields. */
export function orderToItem({ parameters }: PollContext): OrderToItem {
	if (parameters.flag(simplifyField)) {
		return (order, read, own) => ({ ...simplifiedOrder(order, { id: order.id, ...read }), ...own });
	}
	return ({ order }, read = {}, own = {}) => {
		const unlessSame = Object.entries(read).filter(([name, value]) => order[name] !== value);
		return withFurtherFields(order, { ...own, ...Object.fromEntries(unlessSame) });
	};
}
