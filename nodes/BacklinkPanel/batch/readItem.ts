import type { SendResult, PanelClient } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult, OperationOutput, ReadPlan } from '../operations/Operation';
import type { PreparedRead } from '../operations/prepareItem';
import { failedResult } from '../orders/orderOutcome';
import type { Concurrency } from './concurrency';

type Sender = Pick<PanelClient, 'send'>;

/** Asks the service for what one item wants to know. Whatever goes wrong belongs to this item. */
export async function readItem(
	client: Sender,
	concurrency: Concurrency,
	item: PreparedRead | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (item.kind === 'failure') return failedResult(item);
	const { timeoutMs, maxRateLimitWaitMs } = item;
	const onSend = () => concurrency.sent(timeoutMs);
	const rateLimitWait = { waitedMs: 0, rejections: 0 };

	async function ask(plan: ReadPlan): Promise<OperationOutput | PanelFailure> {
		const limits = { timeoutMs, maxRateLimitWaitMs, signal, onSend };
		const { outcome, waitedMs, rejections } = await client.send(plan.request, limits);
		rateLimitWait.waitedMs += waitedMs;
		rateLimitWait.rejections += rejections;
		if (outcome.kind === 'failure') return outcome;
		const further = plan.askAgain?.(outcome.body);
		return further ? await ask(further) : plan.read(outcome.body);
	}

	const result = await ask(item);
	if (result.kind === 'failure') return { ...failedResult(result), rateLimitWait };
	return { kind: 'done', by: 'reading', items: result.items, rateLimitWait };
}

/** Asks once for all items of a batch. All get the outcome, whatever it is. */
export function withSharedRequest(client: Sender): Sender {
	let first: Promise<SendResult> | undefined;
	return {
		async send(request, limits) {
			if (first && !limits.signal?.aborted) {
				// The wait for the rate limit counts once.
				return { outcome: (await first).outcome, waitedMs: 0, rejections: 0 };
			}
			first = client.send(request, limits);
			return await first;
		},
	};
}
