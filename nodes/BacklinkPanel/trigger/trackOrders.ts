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

/** The types that the user chose. */
export function watchedTypes(parameters: TriggerParameters): OrderType[] {
	return chosenOrderTypes(parameters.choice(watchedTypeField, ORDER_TYPE_CHOICES));
}

/** So many orders are remembered; more only if the service lists more at once. */
const MOST_REMEMBERED = 10_000;

/** The state of the order events; `Memory` is what one has to know of each order. */
type OrdersState<Memory> = {
	/** The length of the last list of each type; a type without a list so far is missing. */
	listed: Partial<Record<OrderType, number>>;
	/** By the orders' keys: those of the last list, then the absent ones, the longest absent last. */
	orders: Array<[string, Memory]>;
};

/** An order with an ID. */
export interface TrackedOrder<Memory> extends TypedOrder {
	id: PlainValue;
	key: string;
	/** The event's memory of it; undefined for one that is not known. */
	before: Memory | undefined;
	/** True if its list was not there before: it is part of the baseline. */
	isFirst: boolean;
	/** True if it was not in its list before, which is that of the same account. */
	isNew: boolean;
}

interface TrackedOrders<Memory> {
	/** The orders of the wanted types, in the order of the service. */
	orders: Array<TrackedOrder<Memory>>;
	/** Makes the next state; an order without a new memory keeps its last one. */
	remember(memoryOf: (order: TrackedOrder<Memory>) => Memory | undefined): OrdersState<Memory>;
}

/**
 * Reads the order list and finds out which orders are known. An ID that is listed twice is one order. A list
 * without a known order, where some were listed before, is that of another account.
 *
 * @param state of the last poll; undefined on the first
 * @throws PollFailure if the list cannot be read, or if no order has an ID
 */
export async function trackOrders<Memory>(
	context: PollContext,
	types: OrderType[],
	state: IDataObject | undefined,
): Promise<TrackedOrders<Memory>> {
	// Written by `remember`: a state is only handed back to its own event.
	const known = (state ?? { listed: {}, orders: [] }) as unknown as OrdersState<Memory>;
	const list = await context.panel.orders();
	const all = list.orders.filter(({ type }) => types.includes(type));
	const memories = new Map(known.orders);
	const byKey = new Map<string, TrackedOrder<Memory>>();
	for (const [order, id] of valuesInRole(context, all, 'id', (value) => value)) {
		const key = orderKey(order.type, id);
		const before = memories.get(key);
		const isFirst = known.listed[order.type] === undefined;
		const isNew = before === undefined && !isFirst;
		if (!byKey.has(key)) byKey.set(key, { ...order, id, key, before, isFirst, isNew });
	}

	const orders = [...byKey.values()];
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
			now.set(order.key, memory);
			listed[order.type] = (listed[order.type] ?? 0) + 1;
		}
		const absent = isOtherAccount ? [] : known.orders.filter(([key]) => !now.has(key));
		return {
			listed,
			orders: [...now, ...absent].slice(0, Math.max(MOST_REMEMBERED, now.size)),
		};
	}

	return { orders, remember };
}

/** Gives all orders a key of the same small size, whatever their IDs look like; 10 and “10” are one ID. */
function orderKey(type: OrderType, id: PlainValue): string {
	const text = `${type}\n${comparableId(id)}`;
	return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

type OrderToItem = (
	order: TrackedOrder<unknown>,
	read?: OrderSummary,
	own?: IDataObject,
) => IDataObject;

/**
 * Makes orders the items that are emitted, as “Simplify” says, with what was read in them and the event's own
 * fields. In a whole order, a field of the service is never overwritten.
 */
export function orderToItem({ parameters }: PollContext): OrderToItem {
	if (parameters.flag(simplifyField)) {
		return (order, read, own) => ({ ...simplifiedOrder(order, { id: order.id, ...read }), ...own });
	}
	return ({ order }, read = {}, own = {}) => {
		const unlessSame = Object.entries(read).filter(([name, value]) => order[name] !== value);
		return withFurtherFields(order, { ...own, ...Object.fromEntries(unlessSame) });
	};
}
