import type {
	IContextObject,
	IExecuteData,
	IExecuteFunctions,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/*
 * What n8n gives a run in some versions and contexts only. Nothing here throws: all of it is asked for
 * when money may have been spent already.
 *
 * | function                     | where it is missing                                              |
 * | ---------------------------- | ---------------------------------------------------------------- |
 * | `addExecutionHints`          | in the context of a tool up to n8n 1.117.3 (n8n-core 1.116.0)     |
 * | `getExecutionId`             | below the MCP Server Trigger, in every version: no execution     |
 * | `getContext`                 | the same: n8n gives each call an empty context of its own, and   |
 * |                              | n8n-core alone throws                                            |
 * | `getExecuteData`             | the same; as the tool of an agent it is the agent's              |
 * | `$runIndex` of a data proxy  | below the MCP Server Trigger                                     |
 * | `getExecutionCancelSignal`   | below the MCP Server Trigger it never fires                      |
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

/** The data of this run, which n8n hands to each further try; undefined where it is not this node's own. */
export function ownExecuteData(functions: IExecuteFunctions): IExecuteData | undefined {
	const data = orUndefined(() => functions.getExecuteData());
	return data?.node?.name === functions.getNode().name ? data : undefined;
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

function orUndefined<Value>(ask: () => Value): Value | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}
