import type { IDataObject } from 'n8n-workflow';

import { ordersOf, ordersRequest } from '../api/orders';
import type { PanelClient } from '../api/panelClient';
import { catalogueEntry } from '../errors/catalogue';
import { oneLine } from '../errors/serverText';
import type { ItemResult } from './ItemResult';

/** The look into the list must not hold a run up for long, in ms. */
const TIMEOUT_MS = 10_000;
const LONGEST_RATE_LIMIT_WAIT_MS = 60_000;
const MOST_ENTRIES_SHOWN = 3;

/**
 * Looks once into the order list for the orders whose outcome is unknown, and adds what it found to
 * their failures. That is evidence for a person, never a success: an entry may be of an older order,
 * and a list may be behind.
 *
 * @param cancelSignal ends the look when the user stops the execution
 */
export async function withOrderEvidence(
	results: Array<ItemResult | undefined>,
	client: PanelClient,
	cancelSignal: AbortSignal | undefined,
): Promise<Array<ItemResult | undefined>> {
	if (!results.some((result) => subjectOf(result) !== undefined)) return results;
	const { outcome } = await client.send(ordersRequest(), {
		timeoutMs: TIMEOUT_MS,
		maxRateLimitWaitMs: LONGEST_RATE_LIMIT_WAIT_MS,
		signal: cancelSignal,
		triesOnce: true,
	});
	const listed = outcome.kind === 'answer' ? ordersOf(outcome.body) : undefined;
	const orders = Array.isArray(listed) ? listed : undefined;
	return results.map((result) => {
		const subject = subjectOf(result);
		if (result?.kind !== 'failed' || subject === undefined) return result;
		return { ...result, failure: { ...result.failure, evidence: evidence(orders, subject) } };
	});
}

/** The target URL or title of an order whose outcome is unknown. */
function subjectOf(result: ItemResult | undefined): string | undefined {
	const isOpen = result?.kind === 'failed' && catalogueEntry(result.failure).charged === 'unknown';
	return isOpen ? result.failure.subject : undefined;
}

function evidence(orders: IDataObject[] | undefined, subject: string): string {
	if (orders === undefined) return 'The order list could not be read just now.';
	const found = orders.filter((order) => Object.values(order).includes(subject));
	if (found.length === 0)
		return `The order list shows no entry for “${oneLine(subject)}” just now.`;
	const shown = found.slice(0, MOST_ENTRIES_SHOWN).map(oneLine).join(' ');
	const count = found.length === 1 ? 'one entry' : `${found.length} entries`;
	return `The order list shows ${count} for “${oneLine(subject)}”, of this order or of an earlier one: ${shown}`;
}
