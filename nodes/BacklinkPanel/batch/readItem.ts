import type { SendResult, PanelClient } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult, ReadPlan } from '../operations/Operation';
import type { PreparedRead } from '../operations/prepareItem';
import type { Concurrency } from './concurrency';

type Sender = Pick<PanelClient, 'send'>;

/** Asks the service for what one item wants to know. Whatever goes wrong belongs to this item. */
export async function readItem(
	client: Sender,
	concurrency: Concurrency,
	item: PreparedRead | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (item.kind === 'failure') return { kind: 'failed', failure: item };
	const { timeoutMs, maxRateLimitWaitMs } = item;
	const onSend = () => concurrency.sent(timeoutMs);
	const limits = { timeoutMs, maxRateLimitWaitMs, signal, onSend };
	const rateLimitWait = { waitedMs: 0, rejections: 0 };
	let asked: ReadPlan = item;
	for (;;) {
		const { outcome, waitedMs, rejections } = await client.send(asked.request, limits);
		rateLimitWait.waitedMs += waitedMs;
		rateLimitWait.rejections += rejections;
		const further = outcome.kind === 'answer' ? asked.askAgain?.(outcome.body) : undefined;
		if (further) {
			asked = further;
			continue;
		}
		const result = outcome.kind === 'failure' ? outcome : asked.read(outcome.body);
		return result.kind === 'failure'
			? { kind: 'failed', failure: result, rateLimitWait }
			: { kind: 'done', by: 'reading', items: result.items, rateLimitWait };
	}
}

/** Sends a request once for all items of a batch that ask the same. All get its outcome, whatever it is. */
export function withSharedRequests(client: Sender): Sender {
	const results = new Map<string, Promise<SendResult>>();
	return {
		async send(request, limits) {
			const { timeoutMs, maxRateLimitWaitMs, signal } = limits;
			const asked = JSON.stringify([request.path, request.query, timeoutMs, maxRateLimitWaitMs]);
			const earlier = results.get(asked);
			if (earlier && !signal?.aborted) {
				// The wait for the rate limit counts once.
				return { outcome: (await earlier).outcome, waitedMs: 0, rejections: 0 };
			}
			const result = client.send(request, limits);
			results.set(asked, result);
			return await result;
		},
	};
}
