import type { IDataObject } from 'n8n-workflow';

import { catalogueEntry } from '../errors/catalogue';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { DoneBy, HeldUp, ItemDone, ItemFailed, ItemResult } from '../operations/ItemResult';
import { type OrderTerms, output } from '../operations/Operation';
import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderOutcome } from './OrderStore';

/** Turns the answer to an order into the result of its item. */
export function readAnswer(
	read: OrderTerms['read'],
	answer: IDataObject,
	by: DoneBy,
	held?: HeldUp,
): ItemDone | ItemFailed {
	const result = readSafely(read, answer);
	return result.kind === 'failure'
		? { kind: 'failed', failure: result, held }
		: { kind: 'done', by, items: result.items, sites: result.sites, held };
}

/** The order is paid, so whatever its answer is has to come out. */
function readSafely(read: OrderTerms['read'], answer: IDataObject): ReturnType<typeof read> {
	try {
		return read(answer);
	} catch {
		return output([answer]);
	}
}

/** The result of an item that could not be ordered. */
export function failed(why: PanelFailure): ItemFailed {
	return { kind: 'failed', failure: why };
}

/** The result of an item that another execution or item has ordered. */
export function skipped(
	{ idempotencyKey }: PreparedOrder,
	skippedBecause: 'keyUsed' | 'orderedByEarlierRetry',
): ItemDone {
	const key: IDataObject = idempotencyKey === undefined ? {} : { idempotencyKey };
	return { kind: 'done', by: 'skipping', items: [{ skipped: true, skippedBecause, ...key }] };
}

/** The result of an item whose order was sent before, and whose outcome is unknown. Nothing is sent now. */
export function leftUnknown(subject: string, whatHappened: string): ItemFailed {
	return {
		kind: 'failed',
		failure: failure('outcomeUnknown', {
			spendsCredits: true,
			subject,
			detail: 'no usable answer came',
			advice: `${whatHappened} It was not sent again.`,
		}),
		isFromEarlier: true,
	};
}

/** What became of the order, as it is remembered. */
export function outcomeOf(result: ItemResult): OrderOutcome {
	if (result.kind === 'done') return 'paid';
	if (result.kind === 'stopped') return 'released';
	return catalogueEntry(result.failure).charged === 'no' ? 'released' : 'unknown';
}
