import type { IDataObject } from 'n8n-workflow';

import { catalogueEntry } from '../errors/catalogue';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type {
	ItemResultSource,
	ItemDone,
	ItemFailed,
	ItemResult,
	RateLimitWait,
} from '../operations/ItemResult';
import { type OrderPlan, toOutput } from '../operations/itemPlan';
import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderOutcome } from './store/OrderStore';

/** Turns the answer to an order into the result of its item. */
export function resultOfAnswer(
	read: OrderPlan['read'],
	answer: IDataObject,
	by: ItemResultSource,
	rateLimitWait?: RateLimitWait,
): ItemDone | ItemFailed {
	const result = readSafely(read, answer);
	return result.kind === 'failure'
		? { kind: 'failed', failure: result, rateLimitWait }
		: { kind: 'done', by, items: result.items, sites: result.sites, rateLimitWait };
}

/** The order is paid, so whatever its answer is has to come out. */
function readSafely(read: OrderPlan['read'], answer: IDataObject): ReturnType<typeof read> {
	try {
		return read(answer);
	} catch {
		return toOutput([answer]);
	}
}

/** The result of an item that could not be ordered. */
export function failedResult(why: PanelFailure): ItemFailed {
	return { kind: 'failed', failure: why };
}

/** The result of an item that another execution or item has ordered. */
export function skippedResult(
	{ idempotencyKey }: PreparedOrder,
	skippedBecause: 'keyUsed' | 'orderedByEarlierRetry',
): ItemDone {
	const key: IDataObject = idempotencyKey === undefined ? {} : { idempotencyKey };
	return { kind: 'done', by: 'skipping', items: [{ skipped: true, skippedBecause, ...key }] };
}

/** The result of an item whose order was sent before, and whose outcome is unknown. Nothing is sent now. */
export function earlierUnknownResult(subject: string, whatHappened: string): ItemFailed {
	return {
		kind: 'failed',
		failure: failure('outcomeUnknown', {
			subject,
			detail: 'no usable answer came',
			advice: `${whatHappened} It was not sent again.`,
		}),
		isFromEarlier: true,
	};
}

/** How many items are paid, now or in an earlier try of this run. */
export function countOrderedItems(results: Array<ItemResult | undefined>): number {
	return results.filter(
		(result) => result?.kind === 'done' && (result.by === 'ordering' || result.by === 'ledger'),
	).length;
}

/** Whether the item may have cost credits, without anybody knowing. */
export function isOutcomeUnknown(result: ItemResult | undefined): result is ItemFailed {
	return result?.kind === 'failed' && orderOutcomeOf(result) === 'unknown';
}

/** What became of the order, as it is remembered. */
export function orderOutcomeOf(result: ItemResult): OrderOutcome {
	if (result.kind === 'done') return 'paid';
	if (result.kind === 'stopped') return 'released';
	return catalogueEntry(result.failure).charged === 'no' ? 'released' : 'unknown';
}
