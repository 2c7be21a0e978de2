import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { createPanelClient, type PanelClient } from '../api/panelClient';
import { type PanelAccess, readCredential } from '../api/parseCredential';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { ItemFailed, ItemResult } from '../operations/ItemResult';
import type { Operation } from '../operations/Operation';
import { PreparedItems, prepareRead } from '../operations/prepareItem';
import { beginOrderRun, type OrderRun } from '../orders/OrderRun';
import type { RunLedger } from '../orders/RunLedger';
import { withOrderEvidence } from '../orders/evidence/orderEvidence';
import {
	cancelSignal,
	isTool,
	jsonOfItem,
	logWarning,
	showHints,
} from '../orders/optionalFunctions';
import { placeOrder, resultsWithoutSending } from '../orders/placeOrder';
import { BatchParameters } from '../parameters/BatchParameters';
import { type Concurrency, concurrencyOf, inParallel } from './concurrency';
import { hintsOf } from './hints';
import { readItem, withSharedRequests } from './readItem';
import { cancellationError, cancellationLogLine, type OnErrorMode, toNodeOutput } from './runEnd';

/** What becomes of an item; the signal is aborted when nothing more may be sent. */
type ItemTask = (itemIndex: number, signal: AbortSignal) => Promise<ItemResult>;

interface Batch {
	task: ItemTask;
	/** How many there will be, as far as is known. */
	requestCount: number;
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
	const results = await runItems(functions, client, batch, onError, itemCount);
	const complete = await withOrderEvidence(results, client, cancelSignal(functions));

	const { orders, concurrency } = batch;
	showHints(functions, hintsOf(complete, concurrency, orders));
	const isKept = orders?.ledger.isKept ?? false;
	const output = toNodeOutput(node, complete, onError, isKept);
	if (orders && !mayRunAgain(node, output, orders.ledger)) orders.ledger.close();
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
		return { task, requestCount: itemCount, concurrency, orders };
	}
	const parameters = new BatchParameters(functions, jsonOfItem(functions));
	const items = new PreparedItems(itemCount, (index) => prepareRead(parameters, operation, index));
	const sender = operation.sharesRequest ? withSharedRequests(client) : client;
	const task: ItemTask = async (index, signal) =>
		await readItem(sender, concurrency, items.take(index), signal);
	return { task, requestCount: operation.sharesRequest ? 1 : itemCount, concurrency };
}

async function runItems(
	functions: IExecuteFunctions,
	client: PanelClient,
	{ task, requestCount, concurrency, orders }: Batch,
	onError: OnErrorMode,
	itemCount: number,
): Promise<Array<ItemResult | undefined>> {
	const node = functions.getNode();
	const abortController = new BatchAbortController(cancelSignal(functions));
	client.announce(requestCount);
	const results = await inParallel(
		itemCount,
		() => concurrency.limit,
		() => abortController.isAborted,
		async (index) => {
			const result = await task(index, abortController.signal);
			if (endsTheRun(result, onError)) abortController.abort();
			return result;
		},
	);
	await orders?.claims.end();
	client.announce(0);
	abortController.release();

	if (abortController.isCanceled) {
		const error = cancellationError(node, results);
		// n8n 2 keeps nothing of a stopped execution, so its log is the only place that can tell.
		logWarning(functions, cancellationLogLine(functions, error, results));
		if (onError === 'stop') throw error;
	}
	return onError === 'stop' ? results : await withUnsentItems(results, task);
}

/**
 * Where the run goes on after failures, each item has to come out with what is known of it, also
 * after a stop: from the ledger, or with the reason why it was not sent. (An error thrown here would
 * make n8n hand on the input items as if they were done.)
 */
async function withUnsentItems(
	results: Array<ItemResult | undefined>,
	task: ItemTask,
): Promise<ItemResult[]> {
	const refusal = results.find(isRefusedKey);
	const notStarted = failure('notStarted', { detail: '' });
	const unsent: ItemFailed = refusal ?? { kind: 'failed', failure: notStarted };
	return await Promise.all(
		results.map(async (result, index) => {
			const known = result ?? (await task(index, AbortSignal.abort()));
			return known.kind === 'stopped' ? unsent : known;
		}),
	);
}

function isRefusedKey(result: ItemResult | undefined): result is ItemFailed {
	return result?.kind === 'failed' && result.failure.reason === 'yetkisiz';
}

/** A key that is not accepted will not be accepted for the next item either. */
function endsTheRun(result: ItemResult, onError: OnErrorMode): boolean {
	if (result.kind !== 'failed' || result.isFromEarlier || result.isDryRun) return false;
	return onError === 'stop' || isRefusedKey(result);
}

/** As a tool, the node answers the agent with error items: a thrown error would lose the `kod`. */
function onErrorOf(functions: IExecuteFunctions): OnErrorMode {
	return functions.continueOnFail() || isTool(functions) ? 'continue' : 'stop';
}

/**
 * On Retry On Fail, n8n runs a node again that returned an error as its first item. n8n 1.85 then goes on up
 * to the last try, whatever the others return.
 */
function mayRunAgain(node: INode, output: INodeExecutionData[], ledger: RunLedger): boolean {
	const isError = output[0]?.json.error !== undefined;
	return node.retryOnFail === true && (isError || ledger.isFromEarlierTry);
}

/**
 * Ends a batch: at the wish of the node itself (first failure in stop mode, a key that is not
 * accepted), or when the user stops the execution.
 */
export class BatchAbortController {
	private readonly controller = new AbortController();
	private readonly onCancel = () => this.abort();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.abort();
		cancelSignal?.addEventListener('abort', this.onCancel);
	}

	/**
	 * Aborted when the batch ends. All items have the same one: whoever listens for each of them does so
	 * by `AbortListeners`, because Node takes many listeners on one signal for a leak.
	 */
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

	/** Nothing more may be sent; what is in flight is waited for. */
	abort(): void {
		this.controller.abort();
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}
