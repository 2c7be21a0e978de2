import { catalogueEntry } from '../errors/catalogue';
import { failure } from '../errors/panelFailure';
import type { OrderTerms } from '../operations/Operation';
import type { Batch } from './Batch';
import type { HeldUp, ItemFailed, ItemResult } from './ItemResult';
import { orderFingerprint } from './orderFingerprint';
import type { PreparedItem } from './preparedItem';

/**
 * Orders what an item asks for, unless that was done before: in an earlier try of this run (ledger),
 * or for this idempotency key in any execution. Orders left open by an earlier try are not sent again
 * by themselves.
 *
 * @param signal aborted when nothing more may be sent
 */
export async function placeOrder(
	batch: Batch,
	item: PreparedItem,
	order: OrderTerms,
	signal: AbortSignal,
): Promise<ItemResult> {
	const fingerprint = orderFingerprint(item.request);
	const earlier = batch.ledger.find(item.itemIndex, fingerprint);
	if (earlier?.state === 'paid') return readAnswer(item, earlier.answer, 'ledger');
	if (earlier?.state === 'unknown' && !item.resendsUnknown) {
		return leftOpen('outcomeUnknown', order, 'in an earlier try of this run no usable answer came');
	}
	const send = async () => await sendOrder(batch, item, order, fingerprint, signal);
	return item.idempotencyKey === undefined
		? await send()
		: await sendOncePerKey(batch, item, order, item.idempotencyKey, signal, send);
}

async function sendOncePerKey(
	{ keys }: Batch,
	item: PreparedItem,
	order: OrderTerms,
	key: string,
	signal: AbortSignal,
	send: () => Promise<ItemResult>,
): Promise<ItemResult> {
	const result = await keys.whileHolding(key, signal, async (): Promise<ItemResult> => {
		const claim = await keys.claim(key);
		if (typeof claim !== 'string') return { kind: 'failed', failure: claim };
		if (claim === 'done') {
			const items = [{ skipped: true, idempotencyKey: key }];
			return { kind: 'done', by: 'skipping', items };
		}
		if (claim === 'open' && !item.resendsUnknown) {
			return leftOpen(
				'earlierOrderUnknown',
				order,
				'An earlier execution sent it, but did not see its end.',
			);
		}
		const sent = await send();
		// Should n8n's store not take this, the key stays open, which is the safe side.
		await recordOutcome(sent, claim).catch(() => {});
		return sent;
	});
	return result ?? { kind: 'stopped' };

	/** A key that an earlier order left open stays open until an order of it is seen to be placed. */
	async function recordOutcome(sent: ItemResult, claim: 'free' | 'open'): Promise<void> {
		if (sent.kind === 'done') await keys.markDone(key);
		else if (claim === 'free' && isFreeOfCharge(sent)) await keys.release(key);
	}
}

async function sendOrder(
	batch: Batch,
	item: PreparedItem,
	order: OrderTerms,
	fingerprint: string,
	signal: AbortSignal,
): Promise<ItemResult> {
	const { ledger, spending, client } = batch;
	const limits = { ...item, signal };
	const reservation = await spending.reserve(item.spendingRules, order.price, limits);
	if (reservation.kind === 'stopped') return reservation;
	if (reservation.kind === 'failure') return { kind: 'failed', failure: reservation };

	const earlier = ledger.find(item.itemIndex, fingerprint);
	const credits = reservation.credits + (earlier?.credits ?? 0);
	ledger.record(item.itemIndex, { state: 'unknown', fingerprint, credits });
	const { outcome, ...held } = await client.send(item.request, limits);
	const result: ItemResult =
		outcome.kind === 'stopped'
			? outcome
			: outcome.kind === 'failure'
				? { kind: 'failed', failure: { ...outcome, subject: order.subject }, held }
				: readAnswer(item, outcome.body, 'ordering', held);

	if (result.kind === 'done' && outcome.kind === 'answer') {
		const cost = order.cost(outcome.body);
		const paid = cost + (earlier?.credits ?? 0);
		ledger.record(item.itemIndex, {
			state: 'paid',
			fingerprint,
			credits: paid,
			answer: outcome.body,
		});
		spending.settle(reservation, cost, order.balanceAfter?.(outcome.body));
	} else if (isFreeOfCharge(result)) {
		ledger.restore(item.itemIndex, earlier);
		spending.settle(reservation, 0);
	} else {
		ledger.leaveOpen({ fingerprint, credits });
		spending.settle(reservation, undefined);
	}
	return result;
}

function readAnswer(
	item: PreparedItem,
	answer: Parameters<PreparedItem['read']>[0],
	by: 'ordering' | 'ledger',
	held?: HeldUp,
): ItemResult {
	const result = item.read(answer);
	return result.kind === 'failure'
		? { kind: 'failed', failure: result, held }
		: { kind: 'done', by, items: result.items, hint: result.hint, held };
}

function leftOpen(
	reason: 'outcomeUnknown' | 'earlierOrderUnknown',
	{ subject }: OrderTerms,
	detail: string,
): ItemFailed {
	return {
		kind: 'failed',
		failure: failure(reason, { spendsCredits: true, subject, detail }),
		isFromEarlierTry: true,
	};
}

function isFreeOfCharge(result: ItemResult): boolean {
	if (result.kind === 'failed') return catalogueEntry(result.failure).charged === 'no';
	return result.kind === 'stopped';
}
