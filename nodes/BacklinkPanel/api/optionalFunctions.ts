import type {
	DeduplicationHelperFunctions,
	IContextObject,
	IExecuteFunctions,
	IWorkflowMetadata,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/*
 * What n8n gives a run in some versions and contexts only, or what no order needs. Nothing here throws:
 * part of it is asked for when money has been spent already.
 *
 * In n8n 1.85.3, 1.110.1, 1.123.81, 2.0.0 and 2.41.1, as test/package/engines.slow.test.mts finds it:
 *
 * | function                   | node | agent’s tool               | MCP tool                         |
 * | -------------------------- | ---- | -------------------------- | -------------------------------- |
 * | `addExecutionHints`        | yes  | missing; from 1.123.81 yes | missing; from 1.123.81 yes       |
 * | `getContext`               | yes  | yes                        | throws; from 1.110.1 of one call |
 * | `getExecuteData`           | yes  | the caller’s               | the caller’s                     |
 * | `getExecutionCancelSignal` | yes  | yes                        | undefined                        |
 * | `getExecutionId`           | yes  | yes                        | undefined                        |
 *
 * The others are there in all of them. Tools have no hints up to n8n 1.117.3. Below the MCP Server Trigger
 * there is no execution; newer versions give each call an empty context of its own. A tool that the engine
 * runs for an agent, as newer agents have it, has what a node has.
 */

/** Whether n8n runs the node as the tool of an AI agent or of an MCP server. */
export function isTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}

/**
 * What all nodes of an execution share; n8n stores it with the execution, also for the Retry button.
 * Undefined outside an execution, where nobody else would see it.
 */
export function flowContext(functions: IExecuteFunctions): IContextObject | undefined {
	if (executionId(functions) === undefined) return undefined;
	return orUndefined(() => functions.getContext('flow'));
}

/** True if n8n may carry out this run once more with the same data, also where the node is a tool. */
export function isRunByEngine(functions: IExecuteFunctions): boolean {
	const data = orUndefined(() => functions.getExecuteData());
	return data?.node?.name === functions.getNode().name;
}

/** The ID of this execution; a retry of it has another one. */
export function executionId(functions: IExecuteFunctions): string | undefined {
	return orUndefined(() => functions.getExecutionId());
}

/** How the execution was started, e.g. `retry`. */
export function executionMode(functions: IExecuteFunctions): WorkflowExecuteMode | undefined {
	return orUndefined(() => functions.getMode());
}

/** The round of a loop that this run is; 0 where n8n does not tell. */
export function runIndex(functions: IExecuteFunctions): number {
	const index = orUndefined<unknown>(() => functions.getWorkflowDataProxy(0).$runIndex);
	return typeof index === 'number' ? index : 0;
}

/** Aborted when the user stops the execution. */
export function cancelSignal(functions: IExecuteFunctions): AbortSignal | undefined {
	return orUndefined(() => functions.getExecutionCancelSignal?.());
}

/** Shows hints beside the output, where that is possible. */
export function showHints(functions: IExecuteFunctions, hints: NodeExecutionHint[]): void {
	orUndefined(() => functions.addExecutionHints?.(...hints));
}

/** The workflow's ID and name, as far as n8n tells them. */
export function workflowOf(functions: IExecuteFunctions): Partial<IWorkflowMetadata> {
	return orUndefined(() => functions.getWorkflow()) ?? {};
}

/** Writes a line into n8n's log, where it takes one. */
export function logWarning(functions: IExecuteFunctions, text: string): void {
	orUndefined(() => functions.logger.warn(text));
}

function orUndefined<Value>(ask: () => Value): Value | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}

/** n8n's functions for the data that its Remove Duplicates node keeps. */
export type DeduplicationHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** Not every version of n8n, and not every context of a node, has them. */
export type OptionalDeduplicationHelpers = Partial<DeduplicationHelpers>;

/** n8n's functions for deduplication data, as far as it has them. */
export function deduplicationHelpers(functions: IExecuteFunctions): OptionalDeduplicationHelpers {
	return orUndefined(() => functions.helpers) ?? {};
}

const MISSING =
	'Orders are remembered with n8n’s deduplication functions, which are missing here. Update n8n';
const NOT_REACHED = 'n8n’s deduplication data could not be read or written';
const USED_OTHERWISE =
	'A Remove Duplicates node with the scope Workflow stores a date or a number where this node stores the paid orders of the workflow. Set its scope to Node, then run the operation Clear Deduplication History once with the scope Workflow';
/** n8n says this in that case. */
const OTHER_MODE = 'Keep Items Where';

/**
 * n8n's functions, with errors that a person can read.
 *
 * @throws when one of them is missing
 */
export function withReadableErrors(functions: OptionalDeduplicationHelpers): DeduplicationHelpers {
	const readable = <Args extends unknown[], Result>(
		call: ((...args: Args) => Promise<Result>) | undefined,
	) => {
		if (!call) throw new Error(MISSING);
		return async (...args: Args): Promise<Result> =>
			await call.apply(functions, args).catch((cause: unknown) => {
				const said = cause instanceof Error ? cause.message : String(cause);
				const told = said.includes(OTHER_MODE) ? USED_OTHERWISE : `${NOT_REACHED} (${said})`;
				throw new Error(told, { cause });
			});
	};
	return {
		checkProcessedAndRecord: readable(functions.checkProcessedAndRecord),
		removeProcessed: readable(functions.removeProcessed),
		clearAllProcessedItems: readable(functions.clearAllProcessedItems),
		getProcessedDataCount: readable(functions.getProcessedDataCount),
	};
}
