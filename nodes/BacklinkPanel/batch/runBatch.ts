import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { createPanelClient, type PanelClient } from '../api/panelClient';
import { otherAccountCheck, type PanelAccess, readCredential } from '../api/parseCredential';
import { isStopped, type PanelFailure, stoppedFailure } from '../errors/panelFailure';
import type { ItemFailed, ItemResult } from '../operations/ItemResult';
import type { Operation } from '../operations/Operation';
import { PreparedItems, prepareRead } from '../operations/prepareItem';
import { beginOrderRun, type OrderRun } from '../orders/OrderRun';
import type { OrderJournal } from '../orders/OrderJournal';
import { cancelSignal, isTool, jsonOfItem, logWarning, showHints } from '../api/optionalFunctions';
import { placeOrder, resultsWithoutSending } from '../orders/placeOrder';
import { BatchParameters } from '../parameters/BatchParameters';
import { type Concurrency, concurrencyOf, inParallel, LostAnswersInARow } from './concurrency';
import { hintsOf } from './hints';
import { withOrderEvidence } from './orderEvidence';
import { readItem, withSharedRequests } from './readItem';
import { cancellationError, cancellationLogLine, type OnErrorMode, toNodeOutput } from './runEnd';

/** What becomes of an item; the signal is aborted when nothing more may be sent. */
type ItemTask = (itemIndex: number, signal: AbortSignal) => Promise<ItemResult>;

interface Batch {
	task: ItemTask;
	concurrency: Concurrency;
	/** What the orders have in common, where the operation is a paid one. */
	orders?: OrderRun;
}

/**
 * Runs an operation for all input items: several at once, with the output in the order of the input.
 *
 * @throws NodeApiError or NodeOperationError for the first failed item where On Error says to stop,
 * and when the execution is canceled
 */
export async function runBatch(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	// Now, because nothing may fail any more when money was spent.
	const node = functions.getNode();
	const itemCount = functions.getInputData().length;
	const onError = onErrorOf(functions);
	const access = await readCredential(functions);
	if (access.kind === 'failure') {
		if (!operation.spendsCredits) return failAllItems(functions, access);
		return toNodeOutput(
			node,
			resultsWithoutSending(functions, operation, itemCount, access),
			onError,
		);
	}

	const client = createPanelClient(functions, access);
	const batch = beginBatch(functions, operation, access, client, itemCount);
	const results = await runItems(functions, batch, onError, itemCount);
	const complete = await withOrderEvidence(results, client, cancelSignal(functions));

	const { orders, concurrency } = batch;
	showHints(functions, hintsOf(complete, concurrency, orders));
	const isKept = orders?.journal.id !== undefined;
	const output = toNodeOutput(node, complete, onError, isKept);
	if (orders && !mayRunAgain(node, output, orders.journal)) orders.journal.compact();
	return output;
}

/**
 * The end of a run in which no item can be done. (An error thrown where On Error says to continue would
 * make n8n hand on the input items as if they were done.)
 *
 * @throws NodeApiError or NodeOperationError where On Error says to stop
 */
export function failAllItems(
	functions: IExecuteFunctions,
	why: PanelFailure,
): INodeExecutionData[] {
	const results = functions
		.getInputData()
		.map((): ItemFailed => ({ kind: 'failed', failure: why }));
	return toNodeOutput(functions.getNode(), results, onErrorOf(functions));
}

/** The task for each item; a paid operation remembers its orders. */
function beginBatch(
	functions: IExecuteFunctions,
	operation: Operation,
	access: PanelAccess,
	client: PanelClient,
	itemCount: number,
): Batch {
	const concurrency = concurrencyOf(functions, access);
	if (operation.spendsCredits) {
		const onSend = (timeoutMs: number) => concurrency.sent(timeoutMs);
		const orders = beginOrderRun(functions, operation, access, client, itemCount, onSend);
		const task: ItemTask = async (index, signal) => await placeOrder(orders, index, signal);
		return { task, concurrency, orders };
	}
	const parameters = new BatchParameters(functions, jsonOfItem(functions));
	const items = new PreparedItems(itemCount, (index) => prepareRead(parameters, operation, index));
	const otherAccount = otherAccountCheck(functions, access);
	const sender = operation.sharesRequest ? withSharedRequests(client) : client;
	const task: ItemTask = async (index, signal) => {
		const item = (await otherAccount(index)) ?? items.take(index);
		return await readItem(sender, concurrency, item, signal);
	};
	return { task, concurrency };
}

async function runItems(
	functions: IExecuteFunctions,
	{ task, concurrency, orders }: Batch,
	onError: OnErrorMode,
	itemCount: number,
): Promise<Array<ItemResult | undefined>> {
	const node = functions.getNode();
	const abortController = new BatchAbortController(cancelSignal(functions));
	const lostAnswers = new LostAnswersInARow();
	const results = await inParallel(
		itemCount,
		() => concurrency.limit,
		() => abortController.isAborted,
		async (index) => {
			const result = await task(index, abortController.signal);
			const end = endOfRun(result, onError) ?? lostAnswers.count(result);
			if (end) abortController.abort(end);
			return result;
		},
	);
	await orders?.claims.endAll();
	abortController.release();

	if (abortController.isCanceled) {
		const error = cancellationError(node, results);
		// n8n 2 keeps nothing of a stopped execution, so its log is the only place that can tell.
		logWarning(functions, cancellationLogLine(functions, error, results));
		if (onError === 'stop') throw error;
	}
	return onError === 'stop' ? results : await withUnsentItems(results, task, abortController.why);
}

/**
 * Where the run goes on after failures, each item has to come out with all that is known of it, also
 * after a stop: from the journal, or with the reason why it was not sent. (An error thrown here would
 * make n8n hand on the input items as if they were done.)
 */
async function withUnsentItems(
	results: Array<ItemResult | undefined>,
	task: ItemTask,
	why: PanelFailure,
): Promise<ItemResult[]> {
	return await Promise.all(
		results.map(async (result, index) => {
			const known = result ?? (await task(index, AbortSignal.abort()));
			const isUnsent = known.kind === 'failed' && isStopped(known.failure);
			return isUnsent ? { ...known, failure: why } : known;
		}),
	);
}

/** Why nothing more is sent after a result. A key that is not accepted will not be for the next item either. */
function endOfRun(result: ItemResult, onError: OnErrorMode): PanelFailure | undefined {
	if (result.kind !== 'failed' || result.isFromEarlier || result.isDryRun) return undefined;
	if (result.failure.reason === 'yetkisiz') return result.failure;
	return onError === 'stop' ? stoppedFailure() : undefined;
}

/** As a tool, the node answers the agent with error items: a thrown error would lose the `kod`. */
function onErrorOf(functions: IExecuteFunctions): OnErrorMode {
	return functions.continueOnFail() || isTool(functions) ? 'continue' : 'stop';
}

/**
 * On Retry On Fail, n8n runs a node again that returned an error as its first item. n8n 1.85 then goes on up
 * to the last try, whatever the others return.
 */
function mayRunAgain(node: INode, output: INodeExecutionData[], journal: OrderJournal): boolean {
	const isError = output[0]?.json.error !== undefined;
	return node.retryOnFail === true && (isError || journal.isFurtherTry);
}

/**
 * Ends a batch: at the wish of the node itself (first failure in stop mode, a key that is not
 * accepted), or when the user stops the execution.
 */
export class BatchAbortController {
	/** Why the items that were not sent were not. */
	why = stoppedFailure();
	private readonly controller = new AbortController();
	private readonly onCancel = () => this.controller.abort();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.onCancel();
		cancelSignal?.addEventListener('abort', this.onCancel);
	}

	/** Aborted when the batch ends. All items have the same one: listen by `AbortListeners`. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get isAborted(): boolean {
		return this.signal.aborted;
	}

	/** Whether it was the user who stopped the execution. */
	get isCanceled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Nothing more may be sent; the answers to requests in flight are waited for. */
	abort(why: PanelFailure): void {
		if (!this.isAborted) this.why = why;
		this.controller.abort();
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}
