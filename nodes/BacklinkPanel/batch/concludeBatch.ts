import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toErrorItem } from '../errors/errorItem';
import { toNodeError } from '../errors/nodeError';
import type { ItemFailed, ItemResult } from './ItemResult';

/** Whether a failed item ends the run, as On Error says. */
export type StopMode = 'firstFailure' | 'never';

/**
 * Turns the results of all items into the node's output.
 *
 * @param results by item index; undefined for items that were not started
 * @throws the error of the failed item with the lowest index, where a failure ends the run
 */
export function concludeBatch(
	node: INode,
	results: Array<ItemResult | undefined>,
	stopMode: StopMode,
): INodeExecutionData[] {
	const failures = results.flatMap((result, itemIndex) =>
		result?.kind === 'failed' ? [{ itemIndex, ...result }] : [],
	);
	const [first, ...others] = failures;
	if (first && stopMode === 'firstFailure') {
		const otherFailures = others.filter((other) => other.failure !== first.failure).length;
		throw toNodeError(node, first.failure, first.itemIndex, aboutOthers(otherFailures));
	}
	const ending = failures.find((failed) => failed.failure.reason === 'yetkisiz');
	return results.flatMap((result, itemIndex) => toItems(result, itemIndex, ending));
}

/** Items that were not started because the key was refused end with that refusal too. */
function toItems(
	result: ItemResult | undefined,
	itemIndex: number,
	ending: ItemFailed | undefined,
): INodeExecutionData[] {
	if (result?.kind === 'done') {
		return result.items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}
	const failed = result?.kind === 'failed' ? result : ending;
	return failed ? [toErrorItem(failed.failure, itemIndex)] : [];
}

function aboutOthers(count: number): string {
	if (count === 0) return '';
	return count === 1 ? 'One other item failed too.' : `${count} other items failed too.`;
}

/** n8n marks an execution as canceled by this word in the message. */
export function canceled(node: INode, results: Array<ItemResult | undefined>): NodeOperationError {
	const done = results.filter((result) => result?.kind === 'done').length;
	const unknown = results.flatMap((result, itemIndex) =>
		result?.kind === 'failed' &&
		result.failure.reason === 'answerLost' &&
		result.failure.spendsCredits
			? [itemIndex]
			: [],
	);
	const aboutUnknown =
		unknown.length === 0
			? ''
			: ` The outcome of items ${unknown.slice(0, 20).join(', ')} is unknown: their requests were under way. Look them up with Order → Get Many or in the panel.`;
	return new NodeOperationError(node, 'The execution was canceled', {
		description: `${done} of ${results.length} items were finished.${aboutUnknown}`,
	});
}
