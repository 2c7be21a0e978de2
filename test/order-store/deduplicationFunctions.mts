import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import type { OptionalDeduplicationHelpers } from '../../nodes/BacklinkPanel/api/optionalFunctions.ts';

/**
 * What n8n gives a node to remember data by, as far as the order store uses it.
 * @param context whose data it is
 */
export function deduplicationFunctions(
	deduplicator: IDataDeduplicator,
	context: ICheckProcessedContextData,
): Required<OptionalDeduplicationHelpers> {
	return {
		checkProcessedAndRecord: (...[items, scope, options]) =>
			deduplicator.checkProcessedAndRecord(items, scope, context, options),
		removeProcessed: (...[items, scope, options]) =>
			deduplicator.removeProcessed(items, scope, context, options),
		clearAllProcessedItems: (scope, options) =>
			deduplicator.clearAllProcessedItems(scope, context, options),
		getProcessedDataCount: (scope, options) =>
			deduplicator.getProcessedDataCount(scope, context, options),
	};
}
