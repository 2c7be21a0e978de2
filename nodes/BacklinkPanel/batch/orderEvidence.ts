import type { IDataObject } from 'n8n-workflow';

import { orderListRequest, parseOrderList } from '../api/orderList';
import type { PanelClient } from '../api/panelClient';
import { excerpt } from '../errors/serverText';
import type { ItemResult } from '../operations/Operation';
import { isOutcomeUnknown } from '../orders/orderOutcome';

/** Short time limits in ms, because the lookup of unknown orders delays the end of the run. */
const TIMEOUT_MS = 10_000;
const LONGEST_RATE_LIMIT_WAIT_MS = 60_000;

/**
 * Reads the order list once. Adds to each unknown order's failure the number of entries with its URL or
 * title. The number proves nothing: an entry may be an earlier order, and the list may be late.
 *
 * @param cancelSignal ends the lookup when the user stops the execution
 */
export async function withOrderEvidence(
	results: Array<ItemResult | undefined>,
	client: PanelClient,
	cancelSignal: AbortSignal | undefined,
): Promise<Array<ItemResult | undefined>> {
	if (!results.some(isOutcomeUnknown) || results.some(isKeyRefused)) return results;
	const outcome = await client.send(orderListRequest(), {
		timeoutMs: TIMEOUT_MS,
		maxRateLimitWaitMs: LONGEST_RATE_LIMIT_WAIT_MS,
		signal: cancelSignal,
		repeatsOnly429: true,
	});
	const evidenceFor = evidenceIn(outcome.kind === 'answer' ? outcome.body : {});
	return results.map((result) => {
		if (!isOutcomeUnknown(result) || result.failure.subject === undefined) return result;
		const evidence = evidenceFor(result.failure.subject);
		return { ...result, failure: { ...result.failure, evidence } };
	});
}

function isKeyRefused(result: ItemResult | undefined): boolean {
	return result?.kind === 'failed' && result.failure.reason === 'yetkisiz';
}

/** Returns a function that tells how many entries of the order list have a given target URL or title. */
function evidenceIn(body: IDataObject): (subject: string) => string {
	const orders = parseOrderList(body);
	if (!Array.isArray(orders)) return () => 'The order list could not be read.';
	const counts = new Map<string, number>();
	for (const { order } of orders) {
		for (const text of new Set(Object.values(order).map(comparable))) {
			counts.set(text, (counts.get(text) ?? 0) + 1);
		}
	}
	return (subject) => {
		const count = counts.get(comparable(subject)) ?? 0;
		const named = `for “${excerpt(subject)}”`;
		const found = count === 1 ? '1 entry' : `${count} entries`;
		return count === 0
			? `The order list has no entry ${named} among ${orders.length}; the list may be late.`
			: `The order list has ${found} ${named}, from this order or an earlier one; the list may be late.`;
	};
}

/** Removes differences of case, white space, Unicode form and final slash. */
function comparable(value: unknown): string {
	const text = typeof value === 'string' ? value : '';
	return text.normalize('NFC').replace(/\s+/g, ' ').trim().replace(/\/$/, '').toLowerCase();
}
