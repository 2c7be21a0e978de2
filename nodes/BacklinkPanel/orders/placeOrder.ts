import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { withFurtherFields } from '../api/dataObject';
import { abortableSleep } from '../api/systemClock';
import type { SendOptions } from '../api/panelClient';
import type { PaidRequestInJournal, RequestOutcome } from '../api/panelRequest';
import {
	failure,
	type PanelFailure,
	serviceDownFailure,
	stoppedFailure,
} from '../errors/panelFailure';
import {
	type ItemDone,
	type ItemFailed,
	type ItemResult,
	operationName,
	type PaidOperation,
} from '../operations/Operation';
import type { PreparedOrder } from '../operations/prepareItem';
import { OrderJournal } from './OrderJournal';
import { failedResult, type OrderOutcome, outcomeOf, readSafely } from './orderOutcome';
import type { OrderRun } from './OrderRun';
import { enterSingleFlight } from './singleFlight';
import type { JournalEntry } from './storedJournal';
import type { Claim, KnownOrder, OrderClaims } from './store/OrderClaims';

/** Orders an item, unless it was ordered before. @param signal aborts when nothing more may be sent */
export async function placeOrder(
	run: OrderRun,
	itemIndex: number,
	signal: AbortSignal,
): Promise<ItemResult> {
	const item = run.takeItem(itemIndex);
	const lock = item.kind === 'failure' ? undefined : run.recentOrders.lockOf(item);
	if (lock === undefined) return await placeItem(run, itemIndex, item, signal);
	const leave = await enterSingleFlight([lock], signal);
	if (!leave) return failedResult(stoppedFailure());
	return await placeItem(run, itemIndex, item, signal).finally(leave);
}

/** Places an order. Nothing from `claims.claim` to `claims.end` may throw: keys would stay taken. */
async function placeItem(
	run: OrderRun,
	itemIndex: number,
	item: PreparedOrder | PanelFailure,
	signal: AbortSignal,
): Promise<ItemResult> {
	const { journal, recentOrders, keys, claims, limits } = run;

	// Find an earlier order: in the journal, in recent orders, or by a mark.
	const entry = journal.find(itemIndex, item) ?? (await findEarlier(run, item));
	if (entry) return await resultOfEntry(run, item, entry);
	const refused = (why: PanelFailure) => ({
		...failedResult(why),
		isDryRun: run.isDryRun(itemIndex),
	});
	if (item.kind === 'failure') return refused(item);
	if (run.refusal) return refused(run.refusal);
	if (item.isDryRun) return await dryRunOrder(run, item, signal);
	if (run.isServiceDown()) return failedResult(serviceDownFailure());

	// Look up the order's keys in the order store, and claim those that are free.
	const claim = await claims.claim(item, signal);
	if (claim.kind === 'failure') return failedResult(claim);
	if (claim.kind === 'known') return resultOfKnown(claim, item, keys.own(item));

	// Check account and limits, and set credits aside.
	const otherAccount = await run.otherAccount(itemIndex);
	const reservation = otherAccount ?? (await limits.reserve(item, optionsOf(item, signal)));
	if (reservation.kind === 'failure') {
		claims.end(claim, 'notCharged');
		return failedResult(reservation);
	}

	const order = journal.begin(item, keys.own(item));
	const ended = recentOrders.begin(item, order.entry);
	const mayWaitMs = Math.min(item.maxRateLimitWaitMs, claims.remainingMs(claim));
	const options = { ...optionsOf(item, signal), maxRateLimitWaitMs: mayWaitMs };
	const sent = await send(run, item, order.request, claim, options);
	const outcome = outcomeOf(item, sent);

	journal.end(item, order.entry, outcome);
	ended();
	limits.end(reservation, item, outcome);
	claims.end(claim, outcome.kind);
	const restMs = await waitWithoutClaim(item, outcome, mayWaitMs, signal);
	if (restMs === undefined) return outcome.result;
	return await placeItem(run, itemIndex, { ...item, maxRateLimitWaitMs: restMs }, signal);
}

function optionsOf(item: PreparedOrder, signal: AbortSignal): SendOptions {
	const { timeoutMs, maxRateLimitWaitMs } = item;
	return { timeoutMs, maxRateLimitWaitMs, signal };
}

/** Sends an order, unless its claim in the order store is too old. */
async function send(
	{ client, claims, onSend }: OrderRun,
	item: PreparedOrder,
	request: PaidRequestInJournal,
	claim: Claim,
	options: SendOptions,
): Promise<RequestOutcome> {
	if (options.maxRateLimitWaitMs < 0) return failure('limit', { detail: '' });
	return await client.send(request, {
		...options,
		onSend: () => {
			claims.markSent(claim);
			return onSend(item.timeoutMs);
		},
	});
}

/**
 * Waits for the rate limit without a claim, because the claim would not last as long. The caller then claims
 * anew.
 *
 * @returns rest of Max Wait for the next attempt, in ms; undefined if there is no next attempt
 */
async function waitWithoutClaim(
	{ maxRateLimitWaitMs }: PreparedOrder,
	{ result }: OrderOutcome,
	waitedMostMs: number,
	signal: AbortSignal,
): Promise<number | undefined> {
	const isTurnedAway = result.kind === 'failed' && result.failure.reason === 'limit';
	if (!isTurnedAway || waitedMostMs >= maxRateLimitWaitMs) return undefined;
	const { waitedMs = 0, retryAfterMs = 0 } = result.failure;
	const pauseMs = Math.min(maxRateLimitWaitMs - waitedMs, retryAfterMs);
	await abortableSleep(pauseMs, signal);
	return maxRateLimitWaitMs - waitedMs - pauseMs;
}

/** Finds the item's order of an earlier manual execution or of a lost execution. */
async function findEarlier(
	{ recentOrders, mark }: OrderRun,
	item: PreparedOrder | PanelFailure,
): Promise<JournalEntry | PanelFailure | undefined> {
	if (item.kind === 'failure' || item.isDryRun) return undefined;
	return recentOrders.find(item) ?? (await mark.find(item));
}

/**
 * Answers an item from an earlier order. If the user has added an idempotency key since, the order store
 * records the order under this key, for later executions.
 */
async function resultOfEntry(
	{ operation, journal, keys, claims, refusal }: OrderRun,
	item: PreparedOrder | PanelFailure,
	entry: JournalEntry | PanelFailure,
): Promise<ItemResult> {
	if ('reason' in entry) return failedResult(entry);
	if (item.kind !== 'failure' && !item.isDryRun && !refusal) {
		await recordKey(claims, item, keys.own(item), entry);
	}
	return answerOfEntry(entry, item, operation, journal.isTool);
}

function answerOfEntry(
	{ state, subject, answer = {}, fingerprint, isRecent = false, isBegun = false }: JournalEntry,
	item: PreparedOrder | PanelFailure,
	operation: PaidOperation,
	isTool: boolean,
): ItemResult {
	if (state === 'unknown') return earlierUnknownResult(subject, isBegun ? BEGUN : SENT_BEFORE);
	const isEdited = item.kind === 'failure' || item.fingerprint !== fingerprint;
	const output = readSafely(item.kind === 'failure' ? operation.readPaid : item.read, answer);
	if (output.kind === 'failure') return failedResult(output);
	const flag: IDataObject = isTool || isRecent ? { alreadyOrdered: true } : {};
	const items = output.items.map((json) => withFurtherFields(json, flag));
	const by = isRecent ? 'recent' : 'journal';
	return { kind: 'done', by, items, sites: output.sites, isEdited };
}

const SENT_BEFORE = 'It was sent before and got no usable answer.';
const BEGUN = 'An earlier execution began to order these items, and n8n keeps nothing of it.';

function resultOfKnown(
	{ state, key }: KnownOrder,
	item: PreparedOrder,
	ownKey: string | undefined,
): ItemResult {
	if (state === 'paid') {
		return skippedResult(item, key === ownKey ? 'keyUsed' : 'orderedByEarlierRetry');
	}
	return earlierUnknownResult(
		item.subject,
		state === 'inFlight'
			? 'Another execution is sending it, or was interrupted less than 20 minutes ago.'
			: 'An earlier execution sent it and got no usable answer.',
	);
}

async function dryRunOrder(
	{ limits, keys, otherAccount }: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	if (keys.isRepeated(item)) return skippedResult(item, 'keyUsed');
	const refusal = await otherAccount(item.itemIndex);
	const credits = refusal ?? (await limits.plan(item, optionsOf(item, signal)));
	if (typeof credits !== 'number') return { ...failedResult(credits), isDryRun: true };
	const { isOpen, documentedPrice } = item.price;
	const cost = isOpen ? { creditsPerSite: documentedPrice } : { credits };
	const plan = { dryRun: true, ...cost, request: item.request.body };
	return { kind: 'done', by: 'dryRun', items: [plan] };
}

function skippedResult(
	{ idempotencyKey }: PreparedOrder,
	skippedBecause: 'keyUsed' | 'orderedByEarlierRetry',
): ItemDone {
	const key: IDataObject = idempotencyKey === undefined ? {} : { idempotencyKey };
	return { kind: 'done', by: 'skipping', items: [{ skipped: true, skippedBecause, ...key }] };
}

function earlierUnknownResult(subject: string, whatHappened: string): ItemFailed {
	const advice = `${whatHappened} It was not sent again.`;
	const unknown = failure('outcomeUnknown', { subject, detail: 'no usable answer came', advice });
	return { ...failedResult(unknown), isFromEarlier: true };
}

/**
 * Records each order of the journal under the key that the user has given its item since. Does so before
 * anything is sent, because the run may end before it reaches the item. If the order store fails, nothing is
 * sent.
 */
export async function recordAddedKeys(
	run: OrderRun,
	itemCount: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const { journal, keys, claims, prepared } = run;
	if (journal.size === 0 || !keys.hasOwnKeys()) return;
	const failures = await Promise.all(
		Array.from({ length: itemCount }, async (_, index) => {
			const item = prepared(index);
			const entry = journal.find(index, item);
			if (!entry || item.kind === 'failure' || item.isDryRun) return undefined;
			return await recordKey(claims, item, keys.own(item), entry, signal);
		}),
	);
	run.refusal ??= failures.find((failed) => failed !== undefined);
}

/** Records an order under a key that the user has set after the order. @returns the failure of the order store */
async function recordKey(
	claims: OrderClaims,
	item: PreparedOrder,
	key: string | undefined,
	entry: JournalEntry,
	signal?: AbortSignal,
): Promise<PanelFailure | undefined> {
	if (key === undefined || key === entry.key) return undefined;
	const failed = await claims.record(item, key, entry.state, signal);
	if (!failed) entry.key ??= key;
	return failed;
}

/** Answers items without a usable credential: from the order journal, or else with the failure `why`. */
export function resultsWithoutSending(
	functions: IExecuteFunctions,
	operation: PaidOperation,
	itemCount: number,
	why: PanelFailure,
): ItemResult[] {
	const journal = new OrderJournal(functions, operationName(operation));
	return Array.from({ length: itemCount }, (_, index) => {
		const entry = journal.find(index, why);
		return entry ? answerOfEntry(entry, why, operation, journal.isTool) : failedResult(why);
	});
}
