import type { IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';

import { canceledError } from '../errors/nodeError';
import { failure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { ItemResult } from '../operations/ItemResult';
import { executionId, workflowOf } from '../orders/optionalFunctions';
import { countOrdered, isOutcomeUnknown } from '../orders/orderResult';
import { itemRanges } from '../errors/shortLists';

/**
 * Ends a batch: at the wish of the node itself (first failure in stop mode, a key that is not
 * accepted), or when the user stops the execution.
 */
export class BatchStop {
	private readonly controller = new AbortController();
	private readonly onCancel = () => this.stop();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.stop();
		cancelSignal?.addEventListener('abort', this.onCancel, { once: true });
	}

	/**
	 * Aborted when the batch ends. All items have the same one: whoever listens for each of them does so
	 * by `AbortListeners`, because Node takes many listeners on one signal for a leak.
	 */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get isStopped(): boolean {
		return this.signal.aborted;
	}

	/** Whether it was the user who stopped the execution. */
	get isCanceled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Nothing more may be sent; what is in flight is waited for. */
	stop(): void {
		this.controller.abort();
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}

/** The error that ends a run which the user stopped. */
export function cancellationError(
	node: INode,
	results: Array<ItemResult | undefined>,
): NodeOperationError {
	const ordered = countOrdered(results);
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
	return canceledError(node, unfinished, description.filter(Boolean).join(' '));
}

/**
 * What n8n's log tells of a stopped execution: where it was, how many items were ordered, and each order
 * whose outcome is unknown, by its target URL or title. The items themselves are gone with the execution.
 *
 * @param error the error that ends the run
 */
export function stopLogLine(
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
