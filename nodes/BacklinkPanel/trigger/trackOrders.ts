import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { withFurtherFields } from '../api/dataObject';
import type { PlainValue } from '../api/orderFieldRoles';
import { comparableId } from '../api/orderIds';
import {
	chosenOrderTypes,
	ORDER_TYPE_CHOICES,
	type OrderType,
	orderTypeField,
	type TypedOrder,
} from '../api/orderTypes';
import { type OrderSummary, simplifiedOrder, simplifyField } from '../api/simplifiedOrder';
import type { TriggerParameters } from '../parameters/TriggerParameters';
import { valuesInRole } from './orderFields';
import type { PollContext } from './TriggerEvent';

/** The field “Order Type” of the order events. */
export const watchedTypeField = orderTypeField('Which orders to watch');

/** The types that the user chose. */
export function watchedTypes(parameters: TriggerParameters): OrderType[] {
	return chosenOrderTypes(parameters.choice(watchedTypeField, ORDER_TYPE_CHOICES));
}

/** So many orders are remembered; more only if the service lists more at once. */
const MOST_REMEMBERED = 10_000;

/** What a poll remembers of the orders; `Memory` is what the event has to know of each. */
type OrdersState<Memory> = {
	/** How many orders the last list of a type had; a type without a list so far is missing. */
	listed: Partial<Record<OrderType, number>>;
	/** By the orders' keys: those of the last list, then the absent ones, the longest absent last. */
	orders: Array<[string, Memory]>;
};

/** An order with an ID. */
export interface TrackedOrder<Memory> extends TypedOrder {
	id: PlainValue;
	key: string;
	/** What was remembered of it; undefined for one that is not known. */
	before: Memory | undefined;
}

interface TrackedOrders<Memory> {
	/** The orders of the wanted types, in the order of the service. */
	orders: Array<TrackedOrder<Memory>>;
	/** The types whose orders were listed before. */
	knownTypes: OrderType[];
	/** True if the list is that of another account. */
	isOtherAccount: boolean;
	/** The next state; an order of which an event remembers nothing stays unknown. */
	remember(memoryOf: (order: TrackedOrder<Memory>) => Memory | undefined): OrdersState<Memory>;
}

/**
 * Reads the order list and finds out which orders are known. An ID that is listed twice is one order.
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
	const lists = await context.panel.orders();
	const listed = types.flatMap((type) => lists[type] ?? []);
	const memories = new Map(known.orders);
	const byKey = new Map<string, TrackedOrder<Memory>>();
	for (const [order, id] of valuesInRole(context, listed, 'id', (value) => value)) {
		const key = orderKey(order.type, id);
		if (!byKey.has(key)) byKey.set(key, { ...order, id, key, before: memories.get(key) });
	}

	const orders = [...byKey.values()];
	const isOtherAccount =
		orders.every(({ before }) => before === undefined) &&
		orders.some(({ type }) => (known.listed[type] ?? 0) > 0);
	if (isOtherAccount) {
		context.log.warn('None of the known orders is listed: this poll is the new baseline.');
	}

	function remember(memoryOf: (order: TrackedOrder<Memory>) => Memory | undefined) {
		const next: OrdersState<Memory> = { listed: {}, orders: [] };
		const now = new Map<string, Memory>();
		for (const type of types) if (lists[type]) next.listed[type] = 0;
		for (const order of orders) {
			const memory = memoryOf(order);
			if (memory === undefined) continue;
			now.set(order.key, memory);
			next.listed[order.type] = (next.listed[order.type] ?? 0) + 1;
		}
		if (isOtherAccount) return { ...next, orders: [...now] };
		const absent = known.orders.filter(([key]) => !now.has(key));
		return {
			listed: { ...known.listed, ...next.listed },
			orders: [...now, ...absent].slice(0, Math.max(MOST_REMEMBERED, now.size)),
		};
	}

	return {
		orders,
		// The keys are the types.
		knownTypes: Object.keys(known.listed) as OrderType[],
		isOtherAccount,
		remember,
	};
}

/** Gives all orders a key of the same small size, whatever their IDs look like; 10 and “10” are one ID. */
function orderKey(type: OrderType, id: PlainValue): string {
	const text = `${type}\n${comparableId(id)}`;
	return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Makes an order the item that is emitted, with what was read in it and the event's own fields. */
type OrderToItem = (
	order: TrackedOrder<unknown>,
	read?: OrderSummary,
	own?: IDataObject,
) => IDataObject;

/** Formats orders as “Simplify” says; in a whole one, the service's field of a name is never overwritten. */
export function orderToItem({ parameters }: PollContext): OrderToItem {
	if (parameters.flag(simplifyField)) {
		return (order, read, own) => ({
			...simplifiedOrder(order, () => undefined, { id: order.id, ...read }),
			...own,
		});
	}
	return ({ order }, read = {}, own = {}) => {
		const unlessSame = Object.entries(read).filter(([name, value]) => order[name] !== value);
		return withFurtherFields(order, { ...own, ...Object.fromEntries(unlessSame) });
	};
}
