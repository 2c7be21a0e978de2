import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { toErrorItem, toExecutionCanceledError, toNodeError } from '../errors/nodeError';
import { failure, isStopped } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { itemRanges } from '../errors/shortLists';
import type { ItemFailed, ItemResult } from '../operations/ItemResult';
import { executionId, workflowOf } from '../api/optionalFunctions';
import { isOutcomeUnknown } from '../orders/orderOutcome';

/** Whether a failed item ends the run, as On Error says. */
export type OnErrorMode = 'stop' | 'continue';

/**
 * Turns the results of all items into the node's output.
 *
 * @param results by item index; undefined for items that were not started
 * @param isJournalKept whether a retry knows what was ordered
 * @throws the error of the failed item with the lowest index, where a failure ends the run
 */
export function toNodeOutput(
	node: INode,
	results: Array<ItemResult | undefined>,
	onError: OnErrorMode,
	isJournalKept = false,
): INodeExecutionData[] {
	const failed = results.flatMap((result, itemIndex) =>
		result?.kind === 'failed' && !result.isDryRun ? [{ itemIndex, ...result }] : [],
	);
	// An item that was stopped says nothing of why the run ended.
	const others = failed.filter((one) => !isStopped(one.failure));
	const failures = others.length > 0 ? others : failed;
	const [first] = failures;
	if (first && onError === 'stop') {
		const note = [aboutOthers(failures), aboutOrdered(countOrderedItems(results), isJournalKept)];
		throw toNodeError(node, first.failure, first.itemIndex, note.filter(Boolean).join(' '));
	}
	return results.flatMap(toItems);
}

function toItems(result: ItemResult | undefined, itemIndex: number): INodeExecutionData[] {
	if (result?.kind === 'done') {
		return result.items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}
	return result?.kind === 'failed' ? [toErrorItem(result.failure, itemIndex)] : [];
}

/** What else went wrong; a failure that all items share is told once. */
function aboutOthers(failures: Array<ItemFailed & { itemIndex: number }>): string {
	const [first, ...others] = failures.filter(
		(failed, index) => index === 0 || failed.failure !== failures[0]?.failure,
	);
	if (!first || others.length === 0) return '';
	const unknown = others.filter(isOutcomeUnknown).map(({ itemIndex }) => itemIndex);
	const count = others.length === 1 ? 'One other item' : `${others.length} other items`;
	const aboutUnknown =
		unknown.length > 0 ? ` The outcome of ${itemRanges(unknown)} is unknown.` : '';
	return `${count} failed too.${aboutUnknown}`;
}

/** Promises no more than the journal keeps: n8n hands it to a retry, not to a new execution. */
function aboutOrdered(ordered: number, isJournalKept: boolean): string {
	if (ordered === 0) return '';
	const what = ordered === 1 ? 'One item was ordered.' : `${ordered} items were ordered.`;
	return isJournalKept
		? `${what} The Retry button of this execution continues with the other items. A new execution orders all items again, in the editor after an hour.`
		: what;
}

/** How many items are paid, now or in an earlier try of this run. */
function countOrderedItems(results: Array<ItemResult | undefined>): number {
	return results.filter(
		(result) => result?.kind === 'done' && (result.by === 'ordering' || result.by === 'journal'),
	).length;
}

/** The error that ends a run which the user stopped. */
export function cancellationError(
	node: INode,
	results: Array<ItemResult | undefined>,
): NodeOperationError {
	const ordered = countOrderedItems(results);
	const unknown = results.flatMap((result, itemIndex) =>
		isOutcomeUnknown(result) ? [itemIndex] : [],
	);
	const description = [
		ordered > 0 ? `${ordered} of ${results.length} items were ordered.` : '',
		ordered + unknown.length === 0 ? 'Nothing was ordered.' : '',
		unknown.length > 0
			? `The outcome of ${itemRanges(unknown)} is unknown: their requests were in flight. Look them up with Order → Get Many or in the panel.`
			: '',
	];
	const reason = unknown.length > 0 ? 'outcomeUnknown' : 'notStarted';
	const unfinished = failure(reason, { detail: '' });
	return toExecutionCanceledError(node, unfinished, description.filter(Boolean).join(' '));
}

/**
 * What n8n's log tells of a stopped execution: where it was, how many items were ordered, and each order
 * whose outcome is unknown, by its target URL or title. The items themselves are gone with the execution.
 *
 * @param error the error that ends the run
 */
export function cancellationLogLine(
	functions: IExecuteFunctions,
	error: NodeOperationError,
	results: Array<ItemResult | undefined>,
): string {
	const workflow = workflowOf(functions);
	const where = [
		`workflow “${sanitizeText(workflow.name ?? '')}” (${workflow.id ?? 'not saved'})`,
		`execution ${executionId(functions) ?? 'without ID'}`,
		`node “${sanitizeText(error.node.name)}”`,
	];
	const unknown = results.flatMap((result, index) =>
		isOutcomeUnknown(result)
			? [`item ${index} “${sanitizeText(result.failure.subject ?? '')}”`]
			: [],
	);
	const orders = unknown.length > 0 ? ` Unknown: ${unknown.join(', ')}.` : '';
	return `${error.message}: ${where.join(', ')}. ${error.description ?? ''}${orders}`;
}
