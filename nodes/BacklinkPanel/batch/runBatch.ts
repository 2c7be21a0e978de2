import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type PanelAccess, readPanelAccess, type UnusableCredential } from '../api/panelAccess';
import { createPanelClient, CREDENTIAL_TYPE } from '../api/panelClient';
import { failure } from '../errors/panelFailure';
import { ItemParameters } from '../operations/itemParameters';
import type { Operation } from '../operations/Operation';
import { parallelRequests } from '../operations/options';
import { isAgentTool } from './agentTool';
import type { Batch } from './Batch';
import { BatchStop } from './BatchStop';
import { canceled, concludeBatch, type StopMode } from './concludeBatch';
import { hintsOf } from './hints';
import { IdempotencyKeys } from './IdempotencyKeys';
import { inParallel } from './inParallel';
import type { ItemFailed, ItemResult } from './ItemResult';
import { Ledger } from './Ledger';
import { withOrderEvidence } from './orderEvidence';
import { PreparedItems } from './PreparedItems';
import { readBalance } from './readBalance';
import { runItem } from './runItem';
import { SpendingLimits } from './SpendingLimits';

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
	const itemCount = functions.getInputData().length;
	const stopMode = stopModeOf(functions);
	const ledger = new Ledger(functions);

	const access = await panelAccessOf(functions);
	const results =
		access.kind === 'unusable'
			? new Array<ItemFailed>(itemCount).fill(unusableCredential(access, operation))
			: await runItems(functions, operation, access, ledger, stopMode, itemCount);

	functions.addExecutionHints(...hintsOf(results));
	const output = concludeBatch(functions.getNode(), results, stopMode);
	if (!mayRunAgain(functions, output)) ledger.close();
	return output;
}

/**
 * The cleaned credential. n8n throws where it was deleted or none was chosen, and where the run goes on
 * after failures it would hand on the input items as if they were done.
 */
async function panelAccessOf(
	functions: IExecuteFunctions,
): Promise<PanelAccess | UnusableCredential> {
	try {
		return readPanelAccess(await functions.getCredentials(CREDENTIAL_TYPE));
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return {
			kind: 'unusable',
			message: 'The credential could not be read',
			description: `n8n said: ${reason} Choose a credential in the node, or create one.`,
		};
	}
}

async function runItems(
	functions: IExecuteFunctions,
	operation: Operation,
	access: PanelAccess,
	ledger: Ledger,
	stopMode: StopMode,
	itemCount: number,
): Promise<Array<ItemResult | undefined>> {
	const client = createPanelClient(functions, access);
	const cancelSignal = functions.getExecutionCancelSignal?.();
	const batchStop = new BatchStop(cancelSignal);
	const batch: Batch = {
		functions,
		operation,
		items: new PreparedItems(functions, operation, itemCount),
		client,
		ledger,
		spending: new SpendingLimits(ledger.credits(), (limits) => readBalance(client, limits)),
		keys: new IdempotencyKeys(functions, `${operation.resource} ${operation.value}`),
	};

	client.announce(itemCount);
	const results = await inParallel(
		itemCount,
		lanes(functions),
		() => batchStop.isStopped,
		async (index) => {
			const result = await batchStop.runItem((signal) => runItem(batch, index, signal));
			if (endsTheRun(result, stopMode)) batchStop.stop();
			return result;
		},
	);
	client.announce(0);
	batchStop.release();

	if (batchStop.isCanceled) {
		const error = canceled(functions.getNode(), results);
		// n8n 2 keeps nothing of a stopped execution, so its log is the only place that can tell.
		functions.logger.warn(`${error.node.name}: ${error.message}. ${error.description}`);
		if (stopMode === 'firstFailure') throw error;
	}
	if (stopMode === 'firstFailure') return await withOrderEvidence(results, client, cancelSignal);
	const complete = await withUnsentItems(batch, results);
	return await withOrderEvidence(complete, client, cancelSignal);
}

/**
 * Where the run goes on after failures, each item has to come out with what is known of it, also
 * after a stop: from the ledger, or with the reason why it was not sent. (An error thrown here would
 * make n8n hand on the input items as if they were done.)
 */
async function withUnsentItems(
	batch: Batch,
	results: Array<ItemResult | undefined>,
): Promise<ItemResult[]> {
	const refusal = results.find(isRefusedKey);
	const notStarted = failure('notStarted', {
		spendsCredits: batch.operation.spendsCredits,
		detail: '',
	});
	const unsent: ItemFailed = refusal ?? { kind: 'failed', failure: notStarted };
	return await Promise.all(
		results.map(async (result, index) => {
			const known = result ?? (await runItem(batch, index, AbortSignal.abort()));
			return known.kind === 'stopped' ? unsent : known;
		}),
	);
}

function isRefusedKey(result: ItemResult | undefined): result is ItemFailed {
	return result?.kind === 'failed' && result.failure.reason === 'yetkisiz';
}

/** A key that is not accepted will not be accepted for the next item either. */
function endsTheRun(result: ItemResult, stopMode: StopMode): boolean {
	if (result.kind !== 'failed' || result.isFromEarlierTry) return false;
	return stopMode === 'firstFailure' || isRefusedKey(result);
}

/** As a tool, the node answers the agent with error items: a thrown error would lose the `kod`. */
function stopModeOf(functions: IExecuteFunctions): StopMode {
	return functions.continueOnFail() || isAgentTool(functions) ? 'never' : 'firstFailure';
}

/** On Retry On Fail, n8n runs a node again that returned an error as its first item. */
function mayRunAgain(functions: IExecuteFunctions, output: INodeExecutionData[]): boolean {
	return functions.getNode().retryOnFail === true && output[0]?.json.error !== undefined;
}

/** The option of the first item counts for the batch; if it cannot be read, the items say so. */
function lanes(functions: IExecuteFunctions): number {
	try {
		return Math.floor(new ItemParameters(functions, 0).numberOption(parallelRequests));
	} catch {
		return 1;
	}
}

function unusableCredential(
	{ message, description }: UnusableCredential,
	{ spendsCredits }: Operation,
): ItemFailed {
	const invalid = failure('invalidCredential', {
		spendsCredits,
		detail: message,
		advice: description,
	});
	return { kind: 'failed', failure: invalid };
}
