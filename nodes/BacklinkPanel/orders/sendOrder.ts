import type { RequestOutcome } from '../api/panelRequest';
import type { StoppedBeforeSending } from '../api/panelClient';
import { abortableSleep } from '../api/abortableSleep';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import type { PreparedOrder } from '../operations/prepareItem';
import {
	failedResult,
	orderOutcomeOf,
	resultOfAnswer,
	skippedResult,
	earlierUnknownResult,
} from './orderResult';
import type { OrderRun } from './OrderRun';
import type { ClaimResult, KeyedOrder } from './store/OrderClaims';
import type { OrderOutcome } from './store/OrderStore';

/**
 * Places an order that the order store may know from another execution: claims it, sends it, records its
 * outcome. One that waits to be sent for longer than a claim lasts is given back and claimed once more.
 */
export async function sendClaimedOrder(
	run: OrderRun,
	item: PreparedOrder,
	keyed: KeyedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const { claims, memory, spending } = run;
	const { itemIndex } = item;
	if (run.workflowId === '') return failedResult(notSaved());
	for (let restMs = item.maxRateLimitWaitMs; ; ) {
		const claim = await claims.claim(keyed, signal);
		if (!claim) return { kind: 'stopped' };
		const isOfRetry = isOfEarlierRetry(run, item, claim);
		if (isOfRetry && memory.countsFirstTime(claim.key)) spending.countEarlierOrder(item.price);
		const known = knownByStore(run, item, keyed, claim);
		if (known) {
			const ordered: OrderOutcome = claim.state === 'paid' ? 'paid' : 'unknown';
			// The item's own key may have been added since; later executions know the order by it.
			claims.conclude(itemIndex, isOfRetry ? ordered : 'released');
			return known;
		}
		let mayWaitMs = restMs;
		const result = await sendOrder(run, item, signal, () => {
			mayWaitMs = Math.min(restMs, claims.remainingMs(itemIndex));
			return mayWaitMs;
		});
		const outcome = orderOutcomeOf(result);
		if (outcome === 'unknown') memory.recordUnknownKeys(keyed.keys);
		claims.conclude(itemIndex, outcome);

		const isTurnedAway = result.kind === 'failed' && result.failure.reason === 'limit';
		if (!isTurnedAway || mayWaitMs >= restMs) return result;
		const { waitedMs = 0, retryAfterMs = 0 } = result.failure;
		const pauseMs = Math.min(restMs - waitedMs, retryAfterMs);
		if (!(await abortableSleep(pauseMs, signal))) return { kind: 'stopped' };
		restMs -= waitedMs + pauseMs;
	}
}

/**
 * Records what the ledger knows of an item under the idempotency key that it has by now: added or corrected
 * before a retry, it is the one that later executions ask for. Nothing depends on whether the store takes it.
 */
export async function recordUnderCurrentKey(
	{ ledger, keys, claims, refusal }: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<void> {
	const { itemIndex } = item;
	const earlier = ledger.find(itemIndex);
	const key = keys.storeKey(item);
	if (!earlier || key === undefined || key === earlier.storeKey) return;
	if (refusal || item.isDryRun) return;
	await claims.claim({ itemIndex, keys: [key], resendsUnknown: true }, signal);
	claims.conclude(itemIndex, earlier.state);
}

/** Another retry of this execution has sent it, so it belongs to what this execution may spend. */
function isOfEarlierRetry(
	{ keys }: OrderRun,
	item: PreparedOrder,
	claim: ClaimResult,
): claim is Extract<ClaimResult, { key: string }> {
	if (claim.state === 'unavailable' || claim.state === 'free') return false;
	return claim.key !== keys.storeKey(item);
}

/** The result of an order that must not be sent now; undefined where it may be. */
function knownByStore(
	{ keys }: OrderRun,
	item: PreparedOrder,
	{ resendsUnknown }: KeyedOrder,
	claim: ClaimResult,
): ItemResult | undefined {
	if (claim.state === 'unavailable') {
		const detail = claim.reason;
		return failedResult(failure('orderStoreUnavailable', { detail }));
	}
	if (claim.state === 'paid') {
		const isOwnKey = claim.key === keys.storeKey(item);
		return skippedResult(item, isOwnKey ? 'keyUsed' : 'orderedByEarlierRetry');
	}
	if (claim.state === 'inFlight') {
		return earlierUnknownResult(
			item.subject,
			'Another execution is sending it, or was interrupted less than 20 minutes ago.',
		);
	}
	return claim.state === 'free' || resendsUnknown
		? undefined
		: earlierUnknownResult(item.subject, 'An earlier execution sent it and got no usable answer.');
}

function notSaved(): PanelFailure {
	const detail =
		'“Idempotency Key” needs a saved workflow, because keys are stored for each workflow';
	return failure('invalidParameter', { detail });
}

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
	const reservation = await spending.reserve(item.itemSpendingLimits, price, limits);
	if (reservation.kind === 'stopped') return reservation;
	if (reservation.kind === 'failure') return failedResult(reservation);

	const maxRateLimitWaitMs = maxWaitMs();
	if (maxRateLimitWaitMs < 0) {
		spending.settle(reservation, { kind: 'released' });
		return failedResult(failure('limit', { detail: '' }));
	}
	const { credits } = reservation;
	const { executionId } = memory;
	const storeKey = run.keys.storeKey(item);
	const facts = { credits, fingerprint, subject, executionId, storeKey };
	const recorded = ledger.record(itemIndex, item.request, facts);
	const { outcome, ...rateLimitWait } = await run.client.send(recorded.request, {
		...limits,
		maxRateLimitWaitMs,
		onSend: () => {
			claims.markSent(itemIndex);
			return run.onSend(timeoutMs);
		},
	});
	const result = resultOf(item, outcome, rateLimitWait);

	const answer = outcome.kind === 'answer' ? outcome.body : {};
	switch (orderOutcomeOf(result)) {
		case 'paid': {
			const cost = item.cost(answer);
			recorded.paid(cost ?? credits, answer);
			memory.recordPaid(fingerprint, answer);
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
			spending.settle(reservation, { kind: 'released', unitPrice: item.unitPrice(answer) });
			break;
		case 'unknown':
			memory.recordUnknown(fingerprint);
			spending.settle(reservation, { kind: 'unknown' });
	}
	return result;
}

function resultOf(
	item: PreparedOrder,
	outcome: RequestOutcome | StoppedBeforeSending,
	rateLimitWait: { waitedMs: number; rejections: number },
): ItemResult {
	if (outcome.kind === 'stopped') return outcome;
	if (outcome.kind === 'answer') {
		const { body } = outcome;
		const result = resultOfAnswer(item.read, body, 'ordering', rateLimitWait);
		const paid = { cost: item.cost(body), balanceAfter: item.balanceAfter?.(body) };
		return result.kind === 'done' ? { ...result, paid } : result;
	}
	return { kind: 'failed', failure: { ...outcome, subject: item.subject }, rateLimitWait };
}
