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
 * Below the MCP Server Trigger there is no execution; a tool of an agent is lent the agent's data.
 * test/package/engines/functionsOfN8n.mts tells which version lacks which function.
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
