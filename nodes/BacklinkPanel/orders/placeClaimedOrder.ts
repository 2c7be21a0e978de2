import { wait } from '../api/wait';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import type { PreparedOrder } from '../operations/prepareItem';
import type { Claim, KeyedOrder } from './OrderClaims';
import { failed, leftUnknown, outcomeOf, skipped } from './orderResult';
import type { OrderRun } from './OrderRun';
import { sendOrder } from './sendOrder';

/**
 * Places an order that the order store may know from another execution: claims it, sends it, records its
 * outcome. One that waits to be sent for longer than a claim lasts is given back and claimed once more.
 */
export async function placeClaimedOrder(
	run: OrderRun,
	item: PreparedOrder,
	keyed: KeyedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const { claims, memory } = run;
	const { itemIndex } = item;
	if (run.workflowId === '') return failed(notSaved());
	for (let restMs = item.maxRateLimitWaitMs; ; ) {
		const claim = await claims.claim(keyed, signal);
		if (!claim) return { kind: 'stopped' };
		const known = knownByStore(run, item, keyed, claim);
		if (known) {
			claims.conclude(itemIndex, 'released');
			return known;
		}
		let mayWaitMs = restMs;
		const result = await sendOrder(run, item, signal, () => {
			mayWaitMs = Math.min(restMs, claims.lastsMs(itemIndex));
			return mayWaitMs;
		});
		const outcome = outcomeOf(result);
		if (outcome === 'unknown') memory.leaveKeysUnknown(keyed.keys);
		claims.conclude(itemIndex, outcome);

		const isTurnedAway = result.kind === 'failed' && result.failure.reason === 'limit';
		if (!isTurnedAway || mayWaitMs >= restMs) return result;
		const { waitedMs = 0, retryAfterMs = 0 } = result.failure;
		const pauseMs = Math.min(restMs - waitedMs, retryAfterMs);
		if (!(await wait(pauseMs, signal))) return { kind: 'stopped' };
		restMs -= waitedMs + pauseMs;
	}
}

/** The result of an order that must not be sent now; undefined where it may be. */
function knownByStore(
	{ identity }: OrderRun,
	item: PreparedOrder,
	{ resendsUnknown }: KeyedOrder,
	claim: Claim,
): ItemResult | undefined {
	if (claim.state === 'unavailable') {
		const detail = claim.reason;
		return failed(failure('orderStoreUnavailable', { spendsCredits: true, detail }));
	}
	if (claim.state === 'paid') {
		const isOwnKey = claim.key === identity.storeKey(item);
		return skipped(item, isOwnKey ? 'keyUsed' : 'orderedByEarlierRetry');
	}
	if (claim.state === 'inFlight') {
		return leftUnknown(
			item.subject,
			'Another execution is sending it, or was interrupted less than 20 minutes ago.',
		);
	}
	return claim.state === 'free' || resendsUnknown
		? undefined
		: leftUnknown(item.subject, 'An earlier execution sent it and got no usable answer.');
}

function notSaved(): PanelFailure {
	const detail =
		'“Idempotency Key” needs a saved workflow, because keys are stored for each workflow';
	return failure('invalidParameter', { spendsCredits: true, detail });
}
