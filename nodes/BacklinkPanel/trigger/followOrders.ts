import type { IDataObject } from 'n8n-workflow';

import { ORDER_TYPES, type OrderType } from '../api/orders';
import { orderIdField } from './fieldChoices';
import { fieldNames, findField, type FoundField, ORDER_ID } from './orderFields';
import { type IdentifiedOrders, identifyOrders } from './orderIdentity';
import type { Look } from './TriggerEvent';

/** What every event remembers of the orders, of all of them: filters apply to what is told. */
export type OrderMemory = {
	/** The keys of the orders. */
	orders: string[];
	/** The types of which it is known which orders there are. */
	types: OrderType[];
	idFields: Partial<Record<OrderType, FoundField>>;
	/** The fields that the orders have had. */
	fieldNames: string[];
};

/** An order that can be told from others. */
export interface FollowedOrder {
	/** What it is remembered by from now on. */
	key: string;
	/** What it was remembered by; undefined for one that was not there before. */
	knownKey: string | undefined;
	type: OrderType;
	order: IDataObject;
	/** Whether the user watches orders of its type. */
	isWatched: boolean;
	/** Whether it is only taken note of, as there is nothing to compare it with. */
	isBaseline: boolean;
}

export interface FollowedOrders {
	/** The orders of all types, in the order of the service. */
	orders: FollowedOrder[];
	/** The keys that orders in the list had before, where they have others now. */
	formerKeys: Set<string>;
	/** The next memory, but for the keys. */
	memory: Omit<OrderMemory, 'orders'>;
	/** Whether the account is another one than at the last look. */
	isNewAccount: boolean;
	/** Nothing has shown yet whose account it is. */
	isAccountOpen: boolean;
}

/** More names than an order has; where each order has names of its own, the first so many. */
const MOST_FIELD_NAMES = 200;

/**
 * Reads the list and finds out which orders were there at the last look.
 *
 * @param watched the types that the user watches
 * @param known what the last look remembered
 * @throws PollFailure if the list cannot be read, or if none of the watched orders can be told from others
 */
export async function followOrders(
	look: Look,
	watched: OrderType[],
	known: OrderMemory | undefined,
): Promise<FollowedOrders> {
	const choice = look.parameters.text(orderIdField);
	const lists = await look.panel.orders();
	const knownKeys = new Set(known?.orders);
	const idFields = { ...known?.idFields };
	const orders: FollowedOrder[] = [];
	const listedTypes: OrderType[] = [];
	const watchedLists: IdentifiedOrders[] = [];
	for (const type of ORDER_TYPES) {
		const list = lists[type];
		if (!list) continue;
		const isWatched = watched.includes(type);
		const identified = identifyWith(list, type, choice, idFields[type]);
		if (isWatched) watchedLists.push(identified);
		if (list.length === 0 || identified.byKey.size > 0) listedTypes.push(type);
		const hasBaseline = known?.types.includes(type) === true;
		for (const each of compared(list, type, identified, idFields[type], knownKeys)) {
			const isBaseline = !hasBaseline || !each.isComparable;
			orders.push({ ...each, type, isWatched, isBaseline });
		}
		if (identified.field) idFields[type] = identified.field;
	}
	tellOfLeftOut(look, watchedLists);

	const isNewAccount = known !== undefined && isOtherAccount(look, orders);
	if (isNewAccount) for (const order of orders) order.isBaseline = true;
	const types = new Set([...(isNewAccount ? [] : (known?.types ?? [])), ...listedTypes]);
	const names = [...(known?.fieldNames ?? []), ...fieldNames(orders.map(({ order }) => order))];
	return {
		orders,
		formerKeys: new Set(
			orders.flatMap(({ key, knownKey }) => (knownKey === key ? [] : (knownKey ?? []))),
		),
		memory: {
			types: [...types],
			idFields,
			fieldNames: [...new Set(names)].slice(0, MOST_FIELD_NAMES),
		},
		isNewAccount,
		isAccountOpen: orders.length === 0 && listedTypes.length < ORDER_TYPES.length,
	};
}

interface IdentifiedList extends IdentifiedOrders {
	/** The field by which they were told apart. */
	field?: FoundField;
}

/** Tells the orders of a type apart, by the field of the last look unless the user chose another one. */
function identifyWith(
	list: IDataObject[],
	type: OrderType,
	choice: string,
	known: FoundField | undefined,
): IdentifiedList {
	const none = { byKey: new Map(), leftOut: list.length };
	if (list.length === 0) return none;
	const name = known?.choice === choice ? known.name : findField(ORDER_ID, choice, list);
	if (typeof name !== 'string') return { ...none, failure: name };
	const identified = identifyOrders(list, type, name);
	return identified.byKey.size > 0 ? { ...identified, field: { choice, name } } : identified;
}

/**
 * The orders with the keys that they are remembered by. Where the user chose another ID field since the
 * last look, that is the key of the former field, if it told them apart.
 */
function compared(
	list: IDataObject[],
	type: OrderType,
	{ byKey, field }: IdentifiedList,
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
			knownKey: isKnown ? formerKey : undefined,
			isComparable: formerKey !== undefined,
		};
	});
}

/** Some orders without an ID must not hold up all the others; orders of which none has one are told. */
function tellOfLeftOut({ notes }: Look, lists: IdentifiedOrders[]): void {
	const failure = lists.map((list) => list.failure).find((each) => each !== undefined);
	if (!failure) return;
	const followed = lists.reduce((sum, { byKey }) => sum + byKey.size, 0);
	if (followed === 0) throw failure;
	const leftOut = lists.reduce((sum, list) => sum + list.leftOut, 0);
	const { detail, advice = '' } = failure.failure;
	notes.sayOnce(
		'leftOut',
		`Orders without a unique ID are ignored: ${leftOut} of ${leftOut + followed}. ${detail}. ${advice}`,
	);
}

/** Another key alone may be a renewed one of the same account: then the orders of before are still there. */
function isOtherAccount({ access, notes }: Look, orders: FollowedOrder[]): boolean {
	if (!access.isOtherCredential && !access.isOtherKey) return false;
	if (orders.length === 0 || orders.some(({ knownKey }) => knownKey !== undefined)) return false;
	notes.say(
		'The credential belongs to another account: none of the known orders is in the list. The orders in it now are the new baseline, as on the first poll.',
	);
	return true;
}
