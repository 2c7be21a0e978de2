import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { sanitizeText } from '../errors/serverText';
import type { ItemResult } from '../operations/ItemResult';
import { executionId, workflowOf } from '../orders/optionalFunctions';
import { outcomeOf } from '../orders/orderResult';

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
		result?.kind === 'failed' && outcomeOf(result) === 'unknown'
			? [`item ${index} “${sanitizeText(result.failure.subject ?? '')}”`]
			: [],
	);
	const orders = unknown.length > 0 ? ` Unknown: ${unknown.join(', ')}.` : '';
	return `${error.message}: ${where.join(', ')}. ${error.description ?? ''}${orders}`;
}
