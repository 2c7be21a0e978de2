import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import type { DeduplicationHelpers } from '../../nodes/BacklinkPanel/api/optionalFunctions.ts';

/** The deduplication functions that n8n gives a node. @param context workflow and node whose data they use */
export function deduplicationFunctions(
	deduplicator: IDataDeduplicator,
	context: ICheckProcessedContextData,
): Required<DeduplicationHelpers> {
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
