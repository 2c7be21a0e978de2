import type { INode, INodeExecutionData } from 'n8n-workflow';

import { toErrorItem, toNodeError } from '../errors/nodeError';
import type { ItemFailed, ItemResult } from '../operations/ItemResult';
import { countOrdered, isOutcomeUnknown } from '../orders/orderResult';
import { itemRanges } from '../errors/shortLists';

/** Whether a failed item ends the run, as On Error says. */
export type StopMode = 'firstFailure' | 'never';

/**
 * Turns the results of all items into the node's output.
 *
 * @param results by item index; undefined for items that were not started
 * @param isLedgerKept whether a further try of this run knows what was ordered
 * @throws the error of the failed item with the lowest index, where a failure ends the run
 */
export function toNodeOutput(
	node: INode,
	results: Array<ItemResult | undefined>,
	stopMode: StopMode,
	isLedgerKept = false,
): INodeExecutionData[] {
	const failures = results.flatMap((result, itemIndex) =>
		result?.kind === 'failed' && !result.isDryRun ? [{ itemIndex, ...result }] : [],
	);
	const [first] = failures;
	if (first && stopMode === 'firstFailure') {
		const note = [aboutOthers(failures), aboutOrdered(countOrdered(results), isLedgerKept)];
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

/** Promises no more than the ledger keeps: n8n hands it to a retry, not to a new execution. */
function aboutOrdered(ordered: number, isLedgerKept: boolean): string {
	if (ordered === 0) return '';
	const what = ordered === 1 ? 'One item was ordered.' : `${ordered} items were ordered.`;
	return isLedgerKept
		? `${what} The Retry button of this execution continues with the other items. Executing the workflow or the node again orders all items again.`
		: what;
}
