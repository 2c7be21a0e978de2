import type {
	DeduplicationHelperFunctions,
	IContextObject,
	IExecuteFunctions,
	IWorkflowMetadata,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/*
 * Functions that some versions of n8n, or contexts of a node, lack. None of these readers throws, because
 * some run after credits were spent. test/package/engines/functionsOfN8n.mts shows which version has which.
 * Below the MCP Server Trigger there is no execution; a tool of an agent gets the agent's data.
 */

/** True if n8n runs the node as the tool of an AI agent or of an MCP server. */
export function isTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}

/** The data that all nodes of an execution share. n8n stores it with the execution, also for a Retry. */
export function flowContext(functions: IExecuteFunctions): IContextObject | undefined {
	if (executionId(functions) === undefined) return undefined;
	return orUndefined(() => functions.getContext('flow'));
}

/** True if n8n's engine carries out this run, and so may do it again with the same data. */
export function isRunByEngine(functions: IExecuteFunctions): boolean {
	const data = orUndefined(() => functions.getExecuteData());
	return data?.node?.name === functions.getNode().name;
}

/** The ID of this execution; a retry of it has another one. */
export function executionId(functions: IExecuteFunctions): string | undefined {
	return orUndefined(() => functions.getExecutionId());
}

/** The way in which the execution was started, e.g. `retry`. */
export function executionMode(functions: IExecuteFunctions): WorkflowExecuteMode | undefined {
	return orUndefined(() => functions.getMode());
}

/** The round of a loop; 0 if n8n does not give it. */
export function runIndex(functions: IExecuteFunctions): number {
	const index = orUndefined<unknown>(() => functions.getWorkflowDataProxy(0).$runIndex);
	return typeof index === 'number' ? index : 0;
}

/** Aborted when the user stops the execution. */
export function cancelSignal(functions: IExecuteFunctions): AbortSignal | undefined {
	return orUndefined(() => functions.getExecutionCancelSignal?.());
}

/** Shows hints beside the output, if this n8n can. */
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

/** n8n's functions for the data that its Remove Duplicates node keeps. */
export type DeduplicationHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** The same, as far as this version and context have them. */
export type OptionalDeduplicationHelpers = Partial<DeduplicationHelpers>;

/** Gives the functions for deduplication data. */
export function deduplicationHelpers(functions: IExecuteFunctions): OptionalDeduplicationHelpers {
	return orUndefined(() => functions.helpers) ?? {};
}
