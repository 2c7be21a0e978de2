import type { Outcome } from '../api/panelRequest';
import type { Stopped } from '../api/panelClient';
import { failure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import type { PreparedOrder } from '../operations/prepareItem';
import { failed, outcomeOf, readAnswer } from './orderResult';
import type { OrderRun } from './OrderRun';

/**
 * Sends an order, within the spending limits, and records what became of it wherever it is remembered
 * but in the order store.
 *
 * @param maxWaitMs how long it may wait for the rate limit, in ms; below 0 it must not be sent any more
 */
export async function sendOrder(
	run: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
	maxWaitMs = () => item.maxRateLimitWaitMs,
): Promise<ItemResult> {
	const { ledger, memory, spending, claims } = run;
	const { itemIndex, fingerprint, price, subject, timeoutMs } = item;
	const limits = { timeoutMs, maxRateLimitWaitMs: item.maxRateLimitWaitMs, signal };
	const reservation = await spending.reserve(item.spendingRules, price, limits);
	if (reservation.kind === 'stopped') return reservation;
	if (reservation.kind === 'failure') return failed(reservation);

	const maxRateLimitWaitMs = maxWaitMs();
	if (maxRateLimitWaitMs < 0) {
		spending.settle(reservation, { kind: 'free' });
		return failed(failure('limit', { spendsCredits: true, detail: '' }));
	}
	const { credits } = reservation;
	const { executionId } = memory;
	const facts = { credits, fingerprint, subject, executionId };
	const recorded = ledger.record(itemIndex, item.request, facts);
	const { outcome, ...held } = await run.client.send(recorded.request, {
		...limits,
		maxRateLimitWaitMs,
		onSend: () => {
			claims.sent(itemIndex);
			return run.onSend(timeoutMs);
		},
	});
	const result = resultOf(item, outcome, held);

	const answer = outcome.kind === 'answer' ? outcome.body : {};
	switch (outcomeOf(result)) {
		case 'paid': {
			const cost = item.cost(answer) ?? price.units * price.documentedPrice;
			recorded.paid(cost, answer);
			memory.paid(fingerprint, answer);
			spending.settle(reservation, {
				kind: 'paid',
				credits: cost,
				unitPrice: item.unitPrice(answer),
				balanceAfter: item.balanceAfter?.(answer),
			});
			break;
		}
		case 'released':
			recorded.refused();
			// An article that no site took still shows how many there are.
			spending.settle(reservation, { kind: 'free', unitPrice: item.unitPrice(answer) });
			break;
		case 'unknown':
			memory.leftUnknown(fingerprint);
			spending.settle(reservation, { kind: 'unknown' });
	}
	return result;
}

function resultOf(
	item: PreparedOrder,
	outcome: Outcome | Stopped,
	held: { waitedMs: number; rejections: number },
): ItemResult {
	if (outcome.kind === 'stopped') return outcome;
	if (outcome.kind === 'answer') {
		const { body } = outcome;
		const result = readAnswer(item.read, body, 'ordering', held);
		const paid = { cost: item.cost(body), balanceAfter: item.balanceAfter?.(body) };
		return result.kind === 'done' ? { ...result, paid } : result;
	}
	return { kind: 'failed', failure: { ...outcome, subject: item.subject }, held };
}
