import type { PanelClient } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import type { ReadTerms } from '../operations/Operation';
import type { PreparedRead } from '../operations/prepareItem';
import type { Concurrency } from './Concurrency';

/** Asks the service for what one item wants to know. Whatever goes wrong belongs to this item. */
export async function readItem(
	client: PanelClient,
	concurrency: Concurrency,
	item: PreparedRead | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (item.kind === 'failure') return { kind: 'failed', failure: item };
	const { timeoutMs, maxRateLimitWaitMs } = item;
	const onSend = () => concurrency.sent(timeoutMs);
	const limits = { timeoutMs, maxRateLimitWaitMs, signal, onSend };
	const held = { waitedMs: 0, rejections: 0 };
	let asked: ReadTerms = item;
	for (;;) {
		const { outcome, ...heldUp } = await client.send(asked.request, limits);
		held.waitedMs += heldUp.waitedMs;
		held.rejections += heldUp.rejections;
		if (outcome.kind === 'stopped') return outcome;
		const further = outcome.kind === 'answer' ? asked.askAgain?.(outcome.body) : undefined;
		if (further) {
			asked = further;
			continue;
		}
		const result = outcome.kind === 'failure' ? outcome : asked.read(outcome.body);
		return result.kind === 'failure'
			? { kind: 'failed', failure: result, held }
			: { kind: 'done', by: 'reading', items: result.items, held };
	}
}
