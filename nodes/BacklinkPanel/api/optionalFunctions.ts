import type {
	DeduplicationHelperFunctions,
	IContextObject,
	IExecuteFunctions,
	IWorkflowMetadata,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/*
 * Calls functions of n8n, some of which are missing in old versions or in tools. None of these calls throws,
 * because credits may be spent already. test/package/engines/functionsOfN8n.mts lists the functions of each version.
 * A tool of an AI agent gets the data of the agent's execution; a tool of an MCP server has no execution.
 */

/** True if n8n runs the node as the tool of an AI agent or of an MCP server. */
export function isTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}

/** The data that all nodes of an execution share. n8n stores this data with the execution, also for a Retry. */
export function flowContext(functions: IExecuteFunctions): IContextObject | undefined {
	if (executionId(functions) === undefined) return undefined;
	return orUndefined(() => functions.getContext('flow'));
}

/** True if n8n's engine runs the node. Only the engine runs a node again with the same items. */
export function isRunByEngine(functions: IExecuteFunctions): boolean {
	const data = orUndefined(() => functions.getExecuteData());
	return data?.node?.name === functions.getNode().name;
}

/** The ID of this execution. A Retry is an execution with another ID. */
export function executionId(functions: IExecuteFunctions): string | undefined {
	return orUndefined(() => functions.getExecutionId());
}

/** The way in which the execution was started, e.g. `retry`. */
export function executionMode(functions: IExecuteFunctions): WorkflowExecuteMode | undefined {
	return orUndefined(() => functions.getMode());
}

/** Number of the node's run in this execution, from 0, such as a round of a loop; 0 if n8n does not give it. */
export function runIndex(functions: IExecuteFunctions): number {
	const index = orUndefined<unknown>(() => functions.getWorkflowDataProxy(0).$runIndex);
	return typeof index === 'number' ? index : 0;
}

/** Returns a signal that aborts when the user stops the execution. */
export function cancelSignal(functions: IExecuteFunctions): AbortSignal | undefined {
	return orUndefined(() => functions.getExecutionCancelSignal?.());
}

/** Shows hints beside the output, if this version of n8n can. */
export function showHints(functions: IExecuteFunctions, hints: NodeExecutionHint[]): void {
	orUndefined(() => functions.addExecutionHints?.(...hints));
}

/** The workflow's ID and name, as far as n8n tells them. */
export function workflowOf(functions: IExecuteFunctions): Partial<IWorkflowMetadata> {
	return orUndefined(() => functions.getWorkflow()) ?? {};
}

/** Writes a line into n8n's log. */
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

/** n8n's functions for the data of its Remove Duplicates node. */
export type DeduplicationHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** Returns n8n's deduplication functions, of which older versions lack some. */
export function deduplicationHelpers(functions: IExecuteFunctions): Partial<DeduplicationHelpers> {
	return orUndefined(() => functions.helpers) ?? {};
}
