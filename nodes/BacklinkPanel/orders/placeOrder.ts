import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import { operationName, type PaidOperation } from '../operations/Operation';
import type { PreparedOrder } from '../operations/prepareItem';
import { ExecutionMemory } from './ExecutionMemory';
import { ownExecuteData } from './optionalFunctions';
import { failedResult, resultOfAnswer, skippedResult, earlierUnknownResult } from './orderResult';
import type { OrderRun } from './OrderRun';
import { RunLedger } from './RunLedger';
import { recordUnderCurrentKey, sendClaimedOrder, sendOrder } from './sendOrder';
import { enterSingleFlight } from './singleFlight';

/**
 * Orders what an item asks for, unless that was done before: in an earlier try of this run (ledger), by
 * an earlier call of an agent (memory of the execution), by an earlier retry or for this idempotency key
 * (order store). An order whose outcome is unknown is not sent again by itself.
 *
 * @param signal aborted when nothing more may be sent
 */
export async function placeOrder(
	run: OrderRun,
	itemIndex: number,
	signal: AbortSignal,
): Promise<ItemResult> {
	const item = run.items.take(itemIndex);
	if (item.kind === 'failure') return answeredByLedger(run, itemIndex, item) ?? failedResult(item);
	if (!run.batchKeys.isFirst(item)) return await placeDuplicate(run, item, signal);
	const result = placeUnlessKnown(run, item, signal);
	run.batchKeys.started(item, result);
	return await result;
}

/** An item with the same key, that orders the same as an earlier one. */
async function placeDuplicate(
	run: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const first = await run.batchKeys.resultOfFirst(item);
	// What the first one would have ordered in a dry run is still to be ordered.
	const isDone = first?.kind === 'done' && (item.isDryRun || first.by !== 'dryRun');
	const isOrdered = isDone && !run.ledger.find(item.itemIndex);
	return isOrdered ? skippedResult(item, 'keyUsed') : await placeUnlessKnown(run, item, signal);
}

async function placeUnlessKnown(
	run: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const known = answeredByLedger(run, item.itemIndex, item);
	if (known) {
		await recordUnderCurrentKey(run, item, signal);
		return known;
	}
	if (run.refusal) return failedResult(run.refusal);
	if (item.isDryRun) return await dryRunOrder(run, item, signal);
	return run.isTool
		? await placeOncePerRequest(run, item, signal)
		: await placeUnlessRemembered(run, item, signal);
}

/** What is known of the items where nothing can be sent, such as without a usable credential. */
export function resultsWithoutSending(
	functions: IExecuteFunctions,
	operation: PaidOperation,
	itemCount: number,
	why: PanelFailure,
): ItemResult[] {
	const ledger = new RunLedger(operationName(operation), ownExecuteData(functions));
	const known = { operation, ledger, memory: new ExecutionMemory(functions) };
	return Array.from(
		{ length: itemCount },
		(_, index) => answeredByLedger(known, index, why) ?? failedResult(why),
	);
}

/** What was paid for an item stays its answer, whatever its fields say now. */
function answeredByLedger(
	run: Pick<OrderRun, 'operation' | 'ledger' | 'memory'>,
	itemIndex: number,
	item: PreparedOrder | PanelFailure,
): ItemResult | undefined {
	const earlier = run.ledger.find(itemIndex);
	if (!earlier || maySendAgain(run, item, earlier)) return undefined;
	if (earlier.state === 'unknown') {
		return earlierUnknownResult(
			earlier.subject,
			'An earlier try of this run sent it and got no usable answer.',
		);
	}
	const isEdited = item.kind === 'failure' || item.fingerprint !== earlier.fingerprint;
	const read = item.kind === 'failure' ? run.operation.readPaid : item.read;
	const result = resultOfAnswer(read, earlier.answer ?? {}, 'ledger');
	return result.kind === 'done' ? { ...result, isEdited } : result;
}

/** Only what was unknown before this execution began, and only where the user says so. */
function maySendAgain(
	{ memory }: Pick<OrderRun, 'memory'>,
	item: PreparedOrder | PanelFailure,
	earlier: { state: 'paid' | 'unknown'; executionId?: string },
): boolean {
	if (earlier.state === 'paid' || item.kind === 'failure' || !item.resendsUnknown) return false;
	return memory.isOfEarlierExecution(earlier);
}

async function dryRunOrder(
	{ dryRun, memory }: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const { price, request, itemSpendingLimits } = item;
	const allowed = await dryRun.reserve(itemSpendingLimits, price, { ...item, signal });
	if (allowed.kind === 'stopped') return allowed;
	if (allowed.kind === 'failure') return { ...failedResult(allowed), isDryRun: true };
	memory.recordDryRun(item.fingerprint, dryRun.totals.credits);
	const cost = price.isOpen
		? { creditsPerSite: price.documentedPrice }
		: { credits: allowed.credits };
	return { kind: 'done', by: 'dryRun', items: [{ dryRun: true, ...cost, request: request.body }] };
}

/** An agent may call several times at the same moment. */
async function placeOncePerRequest(
	run: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const release = await enterSingleFlight([`${run.memory.scope} ${item.fingerprint}`], signal);
	if (!release) return { kind: 'stopped' };
	try {
		return await placeUnlessRemembered(run, item, signal);
	} finally {
		release();
	}
}

async function placeUnlessRemembered(
	run: OrderRun,
	item: PreparedOrder,
	signal: AbortSignal,
): Promise<ItemResult> {
	const known = run.memory.find(item.fingerprint);
	if (known?.state === 'paid') {
		const result = resultOfAnswer(item.read, known.answer, 'memory');
		if (result.kind !== 'done') return result;
		// Should the service have a field of this name, its own stays.
		const items = result.items.map((json): IDataObject => ({ alreadyOrdered: true, ...json }));
		return { ...result, items };
	}
	if (known && !maySendAgain(run, item, known)) {
		return earlierUnknownResult(
			item.subject,
			'This execution sent it before and got no usable answer.',
		);
	}
	const keyed = run.keys.keyed(item);
	return keyed
		? await sendClaimedOrder(run, item, keyed, signal)
		: await sendOrder(run, item, signal);
}
