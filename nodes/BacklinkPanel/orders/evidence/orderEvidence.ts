import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../api/dataObject';
import { type FieldRole, roleValue } from '../../api/orderFieldRoles';
import { orderListRequest } from '../../api/orderList';
import { LIST_NAME_OF_TYPE, ORDER_TYPES } from '../../api/orderTypes';
import type { PanelClient } from '../../api/panelClient';
import { sanitizeText } from '../../errors/serverText';
import { andMore } from '../../errors/shortLists';
import type { ItemResult } from '../../operations/ItemResult';
import { isOutcomeUnknown } from '../orderResult';
import { type OrderListEntry, OrderIndex } from './OrderIndex';

/** The look into the list must not hold a run up for long, in ms. */
const TIMEOUT_MS = 10_000;
const LONGEST_RATE_LIMIT_WAIT_MS = 60_000;

const MOST_ORDERS_SHOWN = 3;
/** A longer value is no ID and no status. */
const LONGEST_VALUE = 60;
/** Its day, and its hour and minute. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/;

/** What the order list can tell about orders whose outcome is unknown. */
interface OrderEvidence {
	/**
	 * What it shows for a target URL or title, in a sentence for a person. It is evidence and no proof:
	 * an entry may be of an earlier order, and the list may be late or cut.
	 */
	evidenceFor(subject: string): string;
}

/** Asks the service for the list, once. @param signal ends the look when the execution is stopped */
export async function fetchOrderEvidence(
	client: PanelClient,
	signal: AbortSignal | undefined,
): Promise<OrderEvidence> {
	const { outcome } = await client.send(orderListRequest(), {
		timeoutMs: TIMEOUT_MS,
		maxRateLimitWaitMs: LONGEST_RATE_LIMIT_WAIT_MS,
		signal,
		triesOnce: true,
	});
	return orderEvidenceIn(outcome.kind === 'answer' ? outcome.body : undefined);
}

/**
 * Reads an answer of the order list, once for all orders that are looked for.
 *
 * @param body undefined if there was no answer
 */
export function orderEvidenceIn(body: IDataObject | undefined): OrderEvidence {
	if (body === undefined) return sayingAlways('The order list could not be read.');
	const lists = ORDER_TYPES.map((orderType) =>
		entriesOf(body[LIST_NAME_OF_TYPE[orderType]])?.map(
			(entry): OrderListEntry => ({ orderType, entry }),
		),
	);
	const isThere = ORDER_TYPES.some((orderType) => body[LIST_NAME_OF_TYPE[orderType]] !== undefined);
	const isWhole = isThere && !lists.includes(undefined);
	const orders = lists.flatMap((list) => list ?? []);
	if (orders.length > 0) return lookingThrough(orders, isWhole);
	return sayingAlways(
		isWhole
			? 'The order list is empty, but it may be delayed.'
			: 'The order list has a format that this node cannot read.',
	);
}

/** The entries of a list: also of one that is an object (PHP), or that lies within a page. */
function entriesOf(list: unknown): unknown[] | undefined {
	if (list === undefined || list === null) return [];
	if (Array.isArray(list)) return list;
	if (!isObject(list)) return undefined;
	const values: unknown[] = Object.values(list);
	return values.every(isObject) ? values : values.find((value) => Array.isArray(value));
}

function sayingAlways(sentence: string): OrderEvidence {
	return { evidenceFor: () => sentence };
}

function lookingThrough(orders: OrderListEntry[], isWhole: boolean): OrderEvidence {
	const index = new OrderIndex(orders);
	const all = orders.length === 1 ? '1 entry' : `${orders.length} entries`;
	const doubt = isWhole
		? 'the list may be delayed or cut'
		: 'a part of the list could not be read, and it may be delayed or cut';

	return {
		evidenceFor: (subject) => {
			const named = `“${sanitizeText(subject)}”`;
			const found = index.find(subject);
			const count = found.length;
			if (count === 0) return `The order list has ${all}, none for ${named}; ${doubt}.`;
			const shown = found.slice(0, MOST_ORDERS_SHOWN).map(described);
			const list = [...shown, ...andMore(count - MOST_ORDERS_SHOWN)].join('; ');
			return `The order list has ${all}, ${count} for ${named}, from this order or an earlier one: ${list}.`;
		},
	};
}

/** Such as “backlink bl_12, status aktif, ends 2027-01-01”, as far as the entry tells it plainly. */
function described({ orderType, entry }: OrderListEntry): string {
	const told = (role: FieldRole) => (isObject(entry) ? plainValue(entry, role) : undefined);
	const id = told('id');
	const status = told('status');
	const createdAt = told('createdAt')?.replace(ISO_TIME, '$1 $2');
	const endsAt = told('endsAt')?.replace(ISO_TIME, '$1');
	return [
		id === undefined ? orderType : `${orderType} ${id}`,
		...(status === undefined ? [] : [`status ${status}`]),
		...(createdAt === undefined ? [] : [`ordered ${createdAt}`]),
		...(endsAt === undefined ? [] : [`ends ${endsAt}`]),
	].join(', ');
}

function plainValue(order: IDataObject, role: FieldRole): string | undefined {
	const value = roleValue(order, role);
	return value === undefined || value.length > LONGEST_VALUE ? undefined : sanitizeText(value);
}

/**
 * Looks once into the order list for the orders whose outcome is unknown, and adds what it found to
 * their failures. That is evidence for a person, never a success.
 *
 * @param cancelSignal ends the look when the user stops the execution
 */
export async function withOrderEvidence(
	results: Array<ItemResult | undefined>,
	client: PanelClient,
	cancelSignal: AbortSignal | undefined,
): Promise<Array<ItemResult | undefined>> {
	if (!results.some((result) => unknownSubject(result) !== undefined)) return results;
	const list = await fetchOrderEvidence(client, cancelSignal);
	return results.map((result) => {
		const subject = unknownSubject(result);
		if (result?.kind !== 'failed' || subject === undefined) return result;
		return { ...result, failure: { ...result.failure, evidence: list.evidenceFor(subject) } };
	});
}

/** The target URL or title of an order whose outcome is unknown. */
function unknownSubject(result: ItemResult | undefined): string | undefined {
	return isOutcomeUnknown(result) ? result.failure.subject : undefined;
}
