import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { NAMES_OF_ROLE, normalizeFieldName } from '../api/orderFieldRoles';
import type { OrderType } from '../api/orderTypes';
import { isBlank } from '../api/visibleText';
import { sanitizeText } from '../errors/serverText';
import { invalidSetting, type PollFailure } from './PollFailure';

/** What a field of an order is needed for. The service documents none of their names. */
interface FieldDetection {
	/** The parameter in which the user can name the field. */
	parameter: Pick<INodeProperties, 'name' | 'displayName'>;
	/** What the field contains, after “a field with …”. */
	meaning: string;
	/** The names that are tried, in this order. */
	candidates: string[];
}

const ORDER_ID_DETECTION: FieldDetection = {
	parameter: { name: 'orderIdField', displayName: 'Order ID Field' },
	meaning: 'the ID of an order',
	candidates: NAMES_OF_ROLE.id,
};

export const STATUS_DETECTION: FieldDetection = {
	parameter: { name: 'statusField', displayName: 'Status Field' },
	meaning: 'the status of an order',
	candidates: NAMES_OF_ROLE.status,
};

export const END_DATE_DETECTION: FieldDetection = {
	parameter: { name: 'endDateField', displayName: 'End Date Field' },
	meaning: 'the end of a placement',
	candidates: NAMES_OF_ROLE.endsAt,
};

/** The value of “Detect Automatically”: no field can have this name. */
export const DETECT_AUTOMATICALLY = '';

export const orderIdField = fieldChoice(ORDER_ID_DETECTION, 'getOrderFields', {
	description: 'The field with the unique ID of an order',
});

export const statusField = fieldChoice(STATUS_DETECTION, 'getOrderFields', {
	description: 'The field with the status of an order',
});

export const endDateField = fieldChoice(END_DATE_DETECTION, 'getPlacementFields', {
	description: 'The field with the end of a placement',
});

/** A menu of the fields that the live list has. */
function fieldChoice(
	{ parameter }: FieldDetection,
	loadOptionsMethod: string,
	{ description }: { description: string },
): INodeProperties {
	return {
		...parameter,
		type: 'options',
		typeOptions: { loadOptionsMethod },
		default: DETECT_AUTOMATICALLY,
		description: `${description}. Choose from the list, or specify its name using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}

/**
 * The field of the orders that plays a role: the one the user named, or the first candidate that
 * some order has a value in.
 *
 * @param chosen the user's choice, or what was detected before; empty = detect it
 * @param orders at least one
 * @returns a failure if there is none, or if two spellings of a candidate are there
 */
export function findField(
	role: FieldDetection,
	chosen: string,
	orders: IDataObject[],
): string | PollFailure {
	if (chosen !== '' && orders.some((order) => hasValue(order[chosen]))) return chosen;
	const seen = fieldNames(orders);
	const { displayName } = role.parameter;
	if (chosen !== '') {
		return invalidSetting(
			`No order has the field “${sanitizeText(chosen)}” chosen in “${displayName}”`,
			`${listed(seen)} Choose one of them in “${displayName}”.`,
		);
	}
	for (const candidate of role.candidates) {
		const matches = seen.filter(
			(name) => normalizeFieldName(name) === normalizeFieldName(candidate),
		);
		const [match, ...others] = matches;
		if (match !== undefined && others.length === 0) return match;
		if (match !== undefined) {
			return invalidSetting(
				`Several fields could be ${role.meaning}: ${matches.map(quoted).join(', ')}`,
				`${listed(seen)} Choose the right one in “${displayName}”.`,
			);
		}
	}
	return invalidSetting(
		`No field with ${role.meaning} was found`,
		`${listed(seen)} Choose the right one in “${displayName}”.`,
	);
}

/** The field that was found for a role, and what the user had chosen then. */
export interface FoundField {
	choice: string;
	name: string;
}

/**
 * The field that plays a role, as it was found before, as long as the user's choice is the same: to
 * detect it anew could take another one. It may be empty in all orders for a while.
 *
 * @param known what was found before
 * @param knownNames the fields that the orders had before
 * @returns a failure as `findField`, also if the field seems to have got another name
 */
export function keepOrFindField(
	role: FieldDetection,
	choice: string,
	known: FoundField | undefined,
	orders: IDataObject[],
	knownNames: string[],
): FoundField | PollFailure {
	const isStillChosen = known?.choice === choice;
	const isThere = isStillChosen && orders.some((order) => Object.hasOwn(order, known.name));
	const hasNewNames = fieldNames(orders).some((name) => !knownNames.includes(name));
	if (isStillChosen && (isThere || !hasNewNames)) return known;
	const name = findField(role, isStillChosen ? known.name : choice, orders);
	return typeof name === 'string' ? { choice, name } : name;
}

/** The fields in which some order has a value, as the service names them. */
export function fieldNames(orders: IDataObject[]): string[] {
	const names = new Set<string>();
	for (const order of orders) {
		for (const [name, value] of Object.entries(order)) {
			if (name !== 'orderType' && hasValue(value)) names.add(name);
		}
	}
	return [...names];
}

/** Whether a field has something in it; a text that cannot be seen is nothing. */
export function hasValue(value: unknown): boolean {
	return value !== undefined && value !== null && !(typeof value === 'string' && isBlank(value));
}

function listed(names: string[]): string {
	return names.length === 0
		? 'The orders have no fields with a value.'
		: `The orders have these fields: ${names.slice(0, 40).map(quoted).join(', ')}.`;
}

function quoted(name: string): string {
	return `“${sanitizeText(name)}”`;
}

const CHOOSE_ANOTHER = 'Choose another field in “Order ID Field”.';

interface IdentifiedOrders {
	/** The orders by their keys, in the order of the list. */
	byKey: Map<string, IDataObject>;
	/** Keys of orders that differ, as one does that is listed twice while it changes. */
	sharedKeys: Set<string>;
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
	const sharedKeys = new Set<string>();
	const identified: IdentifiedOrders = { byKey: new Map(), sharedKeys, ignored: 0 };
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
		if (twin && !sharedKeys.has(key) && JSON.stringify(twin) !== JSON.stringify(order)) {
			sharedKeys.add(key);
			ignore(() => withoutOwnId(order, field));
		}
		if (sharedKeys.has(key)) ignore(() => withoutOwnId(order, field));
		else identified.byKey.set(key, order);
	}
	for (const key of sharedKeys) identified.byKey.delete(key);
	return identified;
}

export interface OrdersOfType extends IdentifiedOrders {
	/** The field with their IDs. */
	field?: FoundField;
}

/** Identifies the orders of a type, by the field of the last poll unless the user chose another one. */
export function identifyOrdersOfType(
	list: IDataObject[],
	type: OrderType,
	choice: string,
	known: FoundField | undefined,
): OrdersOfType {
	const none = { byKey: new Map(), sharedKeys: new Set<string>(), ignored: list.length };
	if (list.length === 0) return none;
	const name = known?.choice === choice ? known.name : findField(ORDER_ID_DETECTION, choice, list);
	if (typeof name !== 'string') return { ...none, failure: name };
	const identified = identifyOrders(list, type, name);
	return identified.byKey.size > 0 ? { ...identified, field: { choice, name } } : identified;
}

/**
 * The orders with the keys that they are remembered by. Where the user chose another ID field since the
 * last poll, that is the key by the former field, if they have one.
 */
export function matchKnownOrders(
	list: IDataObject[],
	type: OrderType,
	{ byKey, field }: OrdersOfType,
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
	const isText = typeof id === 'string' && hasValue(id);
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
