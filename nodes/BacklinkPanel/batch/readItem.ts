import type { PanelClient } from '../api/panelClient';
import type { RequestOutcome } from '../api/panelRequest';
import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult, OperationOutput, ReadPlan } from '../operations/Operation';
import type { PreparedRead } from '../operations/prepareItem';
import { failedResult } from '../orders/orderOutcome';
import type { Concurrency } from '../rateLimiter/Concurrency';
import { countIn } from './concurrency';

type Sender = Pick<PanelClient, 'send'>;

/** Carries out a read operation for one item. A failure is the result of this item alone. */
export async function readItem(
	client: Sender,
	concurrency: Concurrency,
	item: PreparedRead | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (item.kind === 'failure') return failedResult(item);
	const { timeoutMs, maxRateLimitWaitMs } = item;
	const onSend = () => countIn(concurrency, timeoutMs);

	async function ask({ request, read }: ReadPlan): Promise<OperationOutput | PanelFailure> {
		const options = { timeoutMs, maxRateLimitWaitMs, signal, onSend };
		const outcome = await client.send(request, options);
		if (outcome.kind === 'failure') return outcome;
		const result = read(outcome.body);
		return 'request' in result ? await ask(result) : result;
	}

	const result = await ask(item);
	if (result.kind === 'failure') return failedResult(result);
	return { kind: 'done', by: 'reading', items: result.items };
}

/** Sends one request for all items of a batch, to spare the rate limit. */
export function withSharedRequest(client: Sender): Sender {
	let first: Promise<RequestOutcome> | undefined;
	return {
		async send(request, options) {
			if (!first || options.signal?.aborted) first = client.send(request, options);
			return await first;
		},
	};
}
