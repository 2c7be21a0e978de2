import type { IDataObject } from 'n8n-workflow';

import { roleValue } from '../api/orderFieldRoles';
import { orderListRequest, parseOrderList } from '../api/orderList';
import type { TypedOrder } from '../api/orderTypes';
import type { PanelClient } from '../api/panelClient';
import { excerpt } from '../errors/serverText';
import { andMore } from '../errors/shortLists';
import type { ItemResult } from '../operations/ItemResult';
import { isOutcomeUnknown } from '../orders/orderOutcome';

/** The look into the list must not hold a run up for long, in ms. */
const TIMEOUT_MS = 10_000;
const LONGEST_RATE_LIMIT_WAIT_MS = 60_000;

const MOST_ORDERS_SHOWN = 3;
/** A longer text is no title and no address, but the text of an article. */
const LONGEST_SUBJECT = 5_000;

/**
 * Looks once into the order list for the orders whose outcome is unknown, and adds to their failures how many
 * entries it has for them. That is evidence for a person, never a success: an entry may be of an earlier
 * order, and the list may be late.
 *
 * @param cancelSignal ends the look when the user stops the execution
 */
export async function withOrderEvidence(
	results: Array<ItemResult | undefined>,
	client: PanelClient,
	cancelSignal: AbortSignal | undefined,
): Promise<Array<ItemResult | undefined>> {
	if (!results.some((result) => subjectOfUnknown(result) !== undefined)) return results;
	const { outcome } = await client.send(orderListRequest(), {
		timeoutMs: TIMEOUT_MS,
		maxRateLimitWaitMs: LONGEST_RATE_LIMIT_WAIT_MS,
		signal: cancelSignal,
		triesOnce: true,
	});
	const evidenceFor = evidenceIn(outcome.kind === 'answer' ? outcome.body : {});
	return results.map((result) => {
		const subject = subjectOfUnknown(result);
		if (result?.kind !== 'failed' || subject === undefined) return result;
		return { ...result, failure: { ...result.failure, evidence: evidenceFor(subject) } };
	});
}

function subjectOfUnknown(result: ItemResult | undefined): string | undefined {
	return isOutcomeUnknown(result) ? result.failure.subject : undefined;
}

/** Tells what an answer of the order list shows for a target URL or title, in a sentence for a person. */
function evidenceIn(body: IDataObject): (subject: string) => string {
	const orders = parseOrderList(body);
	if (!Array.isArray(orders)) return () => 'The order list could not be read.';
	const bySubject = new Map<string, Set<TypedOrder>>();
	for (const order of orders) {
		for (const text of textsIn(order.order)) {
			const found = bySubject.get(comparable(text)) ?? new Set();
			bySubject.set(comparable(text), found.add(order));
		}
	}
	return (subject) => {
		const found = [...(bySubject.get(comparable(subject)) ?? [])];
		const named = `for “${excerpt(subject)}”`;
		if (found.length === 0) {
			return `The order list has no entry ${named} among ${orders.length}; it may be delayed or cut.`;
		}
		const entries = found.length === 1 ? '1 entry' : `${found.length} entries`;
		const shown = found.slice(0, MOST_ORDERS_SHOWN).map(inWords);
		const list = [...shown, ...andMore(found.length - MOST_ORDERS_SHOWN)].join('; ');
		return `The order list has ${entries} ${named}, from this order or an earlier one: ${list}.`;
	};
}

/** The texts in a value, also in objects and lists in it. */
function* textsIn(value: unknown): Generator<string> {
	if (typeof value === 'string' && value.length <= LONGEST_SUBJECT) yield value;
	if (typeof value !== 'object' || value === null) return;
	for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** A text but for case, white space and a slash at its end. */
function comparable(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim().replace(/\/$/, '').toLowerCase();
}

/** Such as “backlink bl_12, status aktif”, as far as the entry says so. */
function inWords({ type, order }: TypedOrder): string {
	const [id, status] = [roleValue(order, 'id'), roleValue(order, 'status')];
	const named = id === undefined ? type : `${type} ${excerpt(id)}`;
	return status === undefined ? named : `${named}, status ${excerpt(status)}`;
}
