import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { executionId, logWarning, workflowOf } from '../api/optionalFunctions';
import { toErrorItem, toExecutionCanceledError, toNodeError } from '../errors/nodeError';
import { failure, isStopped } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { itemRanges } from '../errors/shortLists';
import type { ItemResult } from '../operations/Operation';
import { isOutcomeUnknown } from '../orders/orderOutcome';
import { indexesOf, inOneText, type Results } from './hints';

/** The choice of On Error: a failed item ends the run, or not. */
export type OnErrorMode = 'stop' | 'continue';

const HOW_TO_GO_ON =
	'Executions → this execution → Retry (the arrow) continues with the other items. A new execution orders all items again, in the editor after an hour.';

/**
 * Turns the results of all items into the node's output.
 *
 * @param isJournalKept true if a Retry of the execution finds the orders of this run
 * @throws the error of the failed item with the lowest index, if On Error says to stop
 */
export function toNodeOutput(
	node: INode,
	results: Results,
	onError: OnErrorMode,
	isJournalKept = false,
): INodeExecutionData[] {
	const failed = results.flatMap((result, itemIndex) =>
		result?.kind === 'failed' && !result.isDryRun ? [{ itemIndex, ...result }] : [],
	);
	// Prefers a failed item to an unsent one, because only a failed item shows the cause.
	const first = failed.find(isFailure) ?? failed[0];
	if (first && onError === 'stop') {
		// Recommends Retry, because a new execution would order all items again.
		const next = isJournalKept && results.some(isOrdered) ? ` ${HOW_TO_GO_ON}` : '';
		throw toNodeError(node, first.failure, first.itemIndex, aboutRun(results) + next);
	}
	return results.flatMap(toItems);
}

function toItems(result: ItemResult | undefined, itemIndex: number): INodeExecutionData[] {
	if (result?.kind === 'done') {
		return result.items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}
	return result?.kind === 'failed' ? [toErrorItem(result.failure, itemIndex)] : [];
}

/** Tells the progress of the run: `1 of 3 was sent; 2 were not.` */
function aboutRun(results: Results): string {
	const sent = indexesOf(results, isSentNow).length;
	const unsent = results.length - sent;
	const failed = indexesOf(results, isFailure).length;
	const ordered = indexesOf(results, isOrdered).length;
	const unknown = indexesOf(results, isOutcomeUnknown);
	return inOneText([
		sent > 0 &&
			unsent > 0 &&
			`${sent} of ${results.length} ${wasOrWere(sent)} sent; ${unsent} ${wasOrWere(unsent)} not.`,
		sent > 0 && failed > 1 && `${failed} items failed.`,
		ordered > 0 && `${ordered} of ${results.length} items ${wasOrWere(ordered)} ordered.`,
		unknown.length > 0 && `The outcome of ${itemRanges(unknown)} is unknown.`,
	]);
}

function wasOrWere(count: number): string {
	return count === 1 ? 'was' : 'were';
}

function isFailure(result: ItemResult): boolean {
	return result.kind === 'failed' && !result.isDryRun && !isStopped(result.failure);
}

/** True if this run sent a request for the item: the result has an HTTP status, or its answer was lost. */
function isSentNow(result: ItemResult): boolean {
	if (result.kind === 'done') return result.by === 'reading' || result.by === 'ordering';
	const { reason, httpStatus } = result.failure;
	const isSent = httpStatus !== null || reason === 'outcomeUnknown' || reason === 'readFailed';
	return isSent && !result.isFromEarlier;
}

/** True if the item's order is paid. The order may be of this run, or from the order journal. */
function isOrdered(result: ItemResult | undefined): boolean {
	return result?.kind === 'done' && (result.by === 'ordering' || result.by === 'journal');
}

/**
 * Makes the error of a stopped run, and writes it into n8n's log, because n8n 2 keeps no data of a stopped
 * execution. The log line names the execution and each order of unknown outcome, and counts the orders.
 */
export function canceledRun(
	functions: IExecuteFunctions,
	node: INode,
	results: Results,
): NodeOperationError {
	const unknown = results.flatMap((result, index) =>
		isOutcomeUnknown(result) ? `item ${index} “${sanitizeText(result.failure.subject ?? '')}”` : [],
	);
	const isUnknown = unknown.length > 0;
	const description = inOneText([
		aboutRun(results),
		isUnknown && 'Look it up with Order → Get Many or in the panel.',
		!isUnknown && !results.some(isOrdered) && 'Nothing was ordered.',
	]);
	const unfinished = failure(isUnknown ? 'outcomeUnknown' : 'notStarted', { detail: '' });
	const error = toExecutionCanceledError(node, unfinished, description);
	const { name = '', id = 'not saved' } = workflowOf(functions);
	const execution = executionId(functions) ?? 'without ID';
	const where = `workflow “${sanitizeText(name)}” (${id}), execution ${execution}, node “${sanitizeText(node.name)}”`;
	const named = isUnknown ? ` Unknown: ${unknown.join(', ')}.` : '';
	logWarning(functions, `${error.message}: ${where}. ${description}${named}`);
	return error;
}
