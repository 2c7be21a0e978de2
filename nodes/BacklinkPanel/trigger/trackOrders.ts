import type { IDataObject } from 'n8n-workflow';

import { withFurtherFields } from '../api/dataObject';
import {
	ORDER_TYPE_CHOICES,
	ORDER_TYPES,
	type OrderType,
	orderTypeField,
	chosenOrderTypes,
	type TypedOrder,
} from '../api/orderTypes';
import { isTimezone } from '../api/readDate';
import { type OrderSummary, simplifiedOrder, simplifyField } from '../api/simplifiedOrder';
import { sanitizeText } from '../errors/serverText';
import {
	fieldNames,
	type FoundField,
	identifyOrdersOfType,
	type OrdersOfType,
	orderIdField,
	matchKnownOrders,
} from './orderFields';
import type { PollContext } from './TriggerEvent';
import type { TriggerParameters } from '../parameters/TriggerParameters';

/** Which orders an event watches. */
export const watchedTypeField = orderTypeField('Which orders to watch');

/** The types that the user chose. */
export function watchedTypes(parameters: TriggerParameters): OrderType[] {
	return chosenOrderTypes(parameters.choice(watchedTypeField, ORDER_TYPE_CHOICES));
}

/** What every event remembers of the orders, of all of them: filters apply to the items alone. */
export type OrdersState = {
	/** The keys of the orders. */
	orders: string[];
	/** The types of which it is known which orders there are. */
	types: OrderType[];
	idFields: Partial<Record<OrderType, FoundField>>;
	/** The fields that the orders have had. */
	fieldNames: string[];
};

/** An order with an ID of its own. */
export interface TrackedOrder extends TypedOrder {
	/** In the field that the user chose or that was found. */
	id: IDataObject[string];
	/** What it is remembered by from now on. */
	key: string;
	/** What it was remembered by; undefined for one that was not there before. */
	knownKey: string | undefined;
	/** Whether the user watches orders of its type. */
	isWatched: boolean;
	/** Whether it only becomes part of the baseline, as there is nothing to compare it with. */
	isBaseline: boolean;
}

interface TrackedOrders {
	/** The orders of all types, in the order of the service. */
	orders: TrackedOrder[];
	/** The keys that orders in the list had before, where they have others now. */
	formerKeys: Set<string>;
	/** The keys that several orders have, where what is listed becomes the baseline. */
	sharedBaselineKeys: string[];
	/** The next state, but for the keys. */
	nextState: Omit<OrdersState, 'orders'>;
	/** Whether the account is another one than at the last poll. */
	isNewAccount: boolean;
	/** It is not known yet whose account it is. */
	isAccountUnconfirmed: boolean;
}

/** More names than an order has; where each order has names of its own, the first so many. */
const MOST_FIELD_NAMES = 200;

/**
 * Reads the list and finds out which orders were there at the last poll.
 *
 * @param watched the types that the user watches
 * @param known the state of the last poll
 * @throws PollFailure if the list cannot be read, or if no watched order has an ID of its own
 */
export async function trackOrders(
	context: PollContext,
	watched: OrderType[],
	known: OrdersState | undefined,
): Promise<TrackedOrders> {
	const choice = context.parameters.text(orderIdField);
	const lists = await context.panel.orders();
	const knownKeys = new Set(known?.orders);
	const idFields = { ...known?.idFields };
	const orders: TrackedOrder[] = [];
	const listedTypes: OrderType[] = [];
	const watchedLists: OrdersOfType[] = [];
	const sharedKeys: Array<{ key: string; hasBaseline: boolean }> = [];
	for (const type of ORDER_TYPES) {
		const list = lists[type];
		if (!list) continue;
		const isWatched = watched.includes(type);
		const identified = identifyOrdersOfType(list, type, choice, idFields[type]);
		if (isWatched) watchedLists.push(identified);
		if (list.length === 0 || identified.byKey.size > 0) listedTypes.push(type);
		const hasBaseline = known?.types.includes(type) === true;
		for (const each of matchKnownOrders(list, type, identified, idFields[type], knownKeys)) {
			const isBaseline = !hasBaseline || !each.isComparable;
			orders.push({ ...each, type, isWatched, isBaseline });
		}
		for (const key of identified.sharedKeys) sharedKeys.push({ key, hasBaseline });
		if (identified.field) idFields[type] = identified.field;
	}
	warnOfOrdersWithoutId(context, watchedLists);

	const isNewAccount = known !== undefined && isOtherAccount(context, orders);
	if (isNewAccount) for (const order of orders) order.isBaseline = true;
	const types = new Set([...(isNewAccount ? [] : (known?.types ?? [])), ...listedTypes]);
	const names = [...(known?.fieldNames ?? []), ...fieldNames(orders.map(({ order }) => order))];
	return {
		orders,
		formerKeys: new Set(
			orders.flatMap(({ key, knownKey }) => (knownKey === key ? [] : (knownKey ?? []))),
		),
		sharedBaselineKeys: sharedKeys
			.filter(({ hasBaseline }) => isNewAccount || !hasBaseline)
			.map(({ key }) => key),
		nextState: {
			types: [...types],
			idFields,
			fieldNames: [...new Set(names)].slice(0, MOST_FIELD_NAMES),
		},
		isNewAccount,
		isAccountUnconfirmed: orders.length === 0 && listedTypes.length < ORDER_TYPES.length,
	};
}

/** Some orders without an ID must not hold up all the others; where none has one, the poll fails. */
function warnOfOrdersWithoutId({ log }: PollContext, lists: OrdersOfType[]): void {
	const failure = lists.map((list) => list.failure).find((each) => each !== undefined);
	if (!failure) return;
	const identified = lists.reduce((sum, { byKey }) => sum + byKey.size, 0);
	if (identified === 0) throw failure;
	const ignored = lists.reduce((sum, list) => sum + list.ignored, 0);
	const { detail, advice = '' } = failure.failure;
	log.warnOnce(
		'ordersWithoutId',
		`Orders without a unique ID are ignored: ${ignored} of ${ignored + identified}. ${detail}. ${advice}`,
	);
}

/** Another key alone may be a renewed one of the same account: then the orders of before are still there. */
function isOtherAccount({ credentialChange, log }: PollContext, orders: TrackedOrder[]): boolean {
	if (!credentialChange.isOtherCredential && !credentialChange.isOtherKey) return false;
	if (orders.length === 0 || orders.some(({ knownKey }) => knownKey !== undefined)) return false;
	log.warn(
		'The credential belongs to another account: none of the known orders is in the list. The orders in it now are the new baseline.',
	);
	return true;
}

/** So many orders are remembered; more only if the service lists more at once. */
const MOST_REMEMBERED = 10_000;

/**
 * What is remembered of orders after another poll: what is listed now, then what has been
 * absent, the longest absent last. Those are forgotten first. What is listed is never forgotten,
 * because it would be taken for new at the next poll.
 *
 * @param formerKeys of what is listed under another key now
 */
export function rememberOrders<Memory>(
	known: Map<string, Memory>,
	listed: Map<string, Memory>,
	formerKeys: Set<string> = new Set(),
): Map<string, Memory> {
	const absent = [...known].filter(([key]) => !listed.has(key) && !formerKeys.has(key));
	return new Map([...listed, ...absent.slice(0, Math.max(0, MOST_REMEMBERED - listed.size))]);
}

/**
 * Makes an order the item that is emitted.
 *
 * @param read what the event has read in the order itself, from the fields that the user chose
 * @param own fields of the event
 */
type OrderToItem = (order: TrackedOrder, read?: OrderSummary, own?: IDataObject) => IDataObject;

/** As “Simplify” says: simplified, or whole; a service's field of the same name is never overwritten. */
export function orderToItem(context: PollContext): OrderToItem {
	if (context.parameters.flag(simplifyField)) {
		return (order, read, own) => ({
			...simplifiedOrder(order, { id: order.id, ...read }),
			...own,
		});
	}
	return ({ order }, read, own) => withFurtherFields(order, { ...own, ...unlessSame(order, read) });
}

/** n8n takes any text for a time zone, from an import or its API. */
export function timezoneOrUtc({ timezone, log }: PollContext): string {
	if (isTimezone(timezone)) return timezone;
	log.warnOnce(
		'timezone',
		`The time zone “${sanitizeText(timezone ?? '')}” in the workflow settings is not known. Dates without a time zone are read as UTC.`,
	);
	return 'UTC';
}

/** What the service has under the same name already needs no second field. */
function unlessSame(order: IDataObject, read: OrderSummary = {}): IDataObject {
	return Object.fromEntries(Object.entries(read).filter(([name, value]) => order[name] !== value));
}
