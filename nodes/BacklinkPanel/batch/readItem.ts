import type { PanelClient } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import type { PreparedRead } from '../operations/preparedItem';

/** Asks the service for what one item wants to know. Whatever goes wrong belongs to this item. */
export async function readItem(
	client: PanelClient,
	item: PreparedRead | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (item.kind === 'failure') return { kind: 'failed', failure: item };
	const { timeoutMs, maxRateLimitWaitMs } = item;
	const limits = { timeoutMs, maxRateLimitWaitMs, signal };
	const { outcome, ...held } = await client.send(item.request, limits);
	if (outcome.kind === 'stopped') return outcome;
	const result = outcome.kind === 'failure' ? outcome : item.read(outcome.body);
	return result.kind === 'failure'
		? { kind: 'failed', failure: result, held }
		: { kind: 'done', by: 'reading', items: result.items, hint: result.hint, held };
}
