import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { cancelSignal, isTool, showHints } from '../api/optionalFunctions';
import { createPanelClient } from '../api/panelClient';
import { otherAccountCheck, readCredential } from '../api/parseCredential';
import {
	isStopped,
	type PanelFailure,
	serviceDownFailure,
	stoppedFailure,
} from '../errors/panelFailure';
import type { ItemResult, Operation } from '../operations/Operation';
import { prepareRead } from '../operations/prepareItem';
import { beginOrderRun, type OrderRun } from '../orders/OrderRun';
import { placeOrder, recordAddedKeys, resultsWithoutSending } from '../orders/placeOrder';
import { failedResult } from '../orders/orderOutcome';
import type { Concurrency } from '../rateLimiter/Concurrency';
import { concurrencyOf, countIn, inParallel } from './concurrency';
import { hintsOf, type Results } from './hints';
import { withOrderEvidence } from './orderEvidence';
import { readItem, withSharedRequest } from './readItem';
import { canceledRun, type OnErrorMode, toNodeOutput } from './runEnd';

const MOST_LOOKED_UP_AT_ONCE = 100;

/** Carries out one item. The signal is aborted when nothing more may be sent. */
type ItemTask = (itemIndex: number, signal: AbortSignal) => Promise<ItemResult>;

/**
 * Runs an operation for all input items, several at once. The output has the sequence of the input.
 *
 * @throws NodeApiError or NodeOperationError if On Error says to stop: for the first failed item, or when
 * the execution is canceled
 */
export async function runBatch(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	// Calls n8n's functions first: nothing may fail once credits are spent.
	const node = functions.getNode();
	const itemCount = functions.getInputData().length;
	const onError = onErrorOf(functions);
	const access = await readCredential(functions);
	if (access.kind === 'failure') {
		if (!operation.spendsCredits) return failAllItems(functions, access);
		const results = resultsWithoutSending(functions, operation, itemCount, access);
		return toNodeOutput(node, results, onError);
	}

	const canceled = cancelSignal(functions);
	const client = createPanelClient(functions, access);
	const concurrency = concurrencyOf(functions, access, operation);
	let orders: OrderRun | undefined;
	let task: ItemTask;
	if (operation.spendsCredits) {
		const begun = beginOrderRun(functions, operation, access, client, itemCount, {
			onSend: (timeoutMs) => countIn(concurrency, timeoutMs),
			isServiceDown: () => concurrency.isServiceDown,
		});
		await recordAddedKeys(begun, itemCount, canceled);
		task = async (index, signal) => await placeOrder(begun, index, signal);
		orders = begun;
	} else {
		const otherAccount = otherAccountCheck(functions, access);
		const sender = operation.sharesRequest ? withSharedRequest(client) : client;
		task = async (index, signal) => {
			const item = (await otherAccount(index)) ?? prepareRead(functions, operation, index);
			return await readItem(sender, concurrency, item, signal);
		};
	}

	const results = await runItems(itemCount, task, concurrency, onError, canceled);
	await orders?.claims.endAll();
	if (canceled?.aborted) {
		const error = canceledRun(functions, node, results);
		if (onError === 'stop') throw error;
	}

	const complete = await withOrderEvidence(results, client, canceled);
	showHints(functions, hintsOf(complete, orders));
	const output = toNodeOutput(node, complete, onError, orders?.journal.id !== undefined);
	if (orders && !mayRunAgain(node, output, orders)) orders.journal.compact();
	return output;
}

/**
 * Ends a run in which no item can be carried out. With On Error set to continue, a thrown error would make
 * n8n pass on the input items as if they were done.
 *
 * @throws NodeApiError or NodeOperationError if On Error says to stop
 */
export function failAllItems(
	functions: IExecuteFunctions,
	why: PanelFailure,
): INodeExecutionData[] {
	const results = functions.getInputData().map(() => failedResult(why));
	return toNodeOutput(functions.getNode(), results, onErrorOf(functions));
}

/**
 * Runs the task of each item. The user's Stop, or a result such as a refused API key, ends the run. If On
 * Error says to continue, the order journal still answers the remaining items, but nothing more is sent.
 */
async function runItems(
	itemCount: number,
	task: ItemTask,
	concurrency: Concurrency,
	onError: OnErrorMode,
	canceled: AbortSignal | undefined,
): Promise<Results> {
	const end = new AbortController();
	const signal = canceled ? AbortSignal.any([canceled, end.signal]) : end.signal;
	let why = stoppedFailure();
	return await inParallel(
		itemCount,
		// After an early end, looks the remaining items up in the order journal, many at once: no request is sent.
		() => (signal.aborted ? MOST_LOOKED_UP_AT_ONCE : concurrency.limit),
		() => onError === 'stop' && signal.aborted,
		async (index) => {
			const result = await task(index, signal);
			const reason = endOfRun(result, onError, concurrency);
			if (reason && !signal.aborted) {
				why = reason;
				end.abort();
			}
			const isUnsent = result.kind === 'failed' && isStopped(result.failure);
			return isUnsent && onError === 'continue' ? { ...result, failure: why } : result;
		},
	);
}

/** Returns the reason if a result ends the run; undefined if the run goes on. */
function endOfRun(
	result: ItemResult,
	onError: OnErrorMode,
	{ isServiceDown }: Concurrency,
): PanelFailure | undefined {
	if (result.kind !== 'failed' || result.isFromEarlier || result.isDryRun) return undefined;
	if (isServiceDown) return serviceDownFailure();
	// Ends the run after a refused API key, because all items have this key.
	if (result.failure.reason === 'yetkisiz') return result.failure;
	return onError === 'stop' ? stoppedFailure() : undefined;
}

/** Reads On Error. A tool always continues, so that its AI agent gets error items with the service's code. */
function onErrorOf(functions: IExecuteFunctions): OnErrorMode {
	return functions.continueOnFail() || isTool(functions) ? 'continue' : 'stop';
}

/**
 * True if Retry On Fail may run the node again. n8n does so after an error in the first output item. n8n
 * 1.85 also does so after each further try, even a successful one.
 */
function mayRunAgain(node: INode, output: INodeExecutionData[], { journal }: OrderRun): boolean {
	const isError = output[0]?.json.error !== undefined;
	return node.retryOnFail === true && (isError || journal.isFurtherTry);
}
