import type { DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's functions for the data that its Remove Duplicates node keeps. */
export type DeduplicationHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** Not every version of n8n, and not every context of a node, has them. */
export type OptionalDeduplicationHelpers = Partial<DeduplicationHelpers>;

/** What n8n says where a Remove Duplicates node keeps a date or a number in the workflow's row. */
const OTHER_MODE = 'Keep Items Where';

/**
 * n8n's functions, with errors that a person can read.
 *
 * @throws when one of them is missing
 */
export function withReadableErrors(functions: OptionalDeduplicationHelpers): DeduplicationHelpers {
	const { checkProcessedAndRecord, removeProcessed } = functions;
	const { clearAllProcessedItems, getProcessedDataCount } = functions;
	if (
		!checkProcessedAndRecord ||
		!removeProcessed ||
		!clearAllProcessedItems ||
		!getProcessedDataCount
	) {
		throw new Error(
			'Orders are remembered with n8n’s deduplication functions, which are missing here. Update n8n',
		);
	}
	return {
		checkProcessedAndRecord: readable(checkProcessedAndRecord, functions),
		removeProcessed: readable(removeProcessed, functions),
		clearAllProcessedItems: readable(clearAllProcessedItems, functions),
		getProcessedDataCount: readable(getProcessedDataCount, functions),
	};
}

function readable<Args extends unknown[], Result>(
	call: (...args: Args) => Promise<Result>,
	functions: unknown,
): (...args: Args) => Promise<Result> {
	return async (...args) =>
		await call.apply(functions, args).catch((cause: unknown) => {
			const said = cause instanceof Error ? cause.message : String(cause);
			throw new Error(said.includes(OTHER_MODE) ? USED_OTHERWISE : `${NOT_REACHED} (${said})`, {
				cause,
			});
		});
}

const NOT_REACHED = 'n8n’s deduplication data could not be read or written';
const USED_OTHERWISE =
	'A Remove Duplicates node with the scope Workflow stores a date or a number where this node stores the paid orders of the workflow. Set its scope to Node, then run the operation Clear Deduplication History once with the scope Workflow';
