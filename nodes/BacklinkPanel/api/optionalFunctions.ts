import type {
	IContextObject,
	IExecuteFunctions,
	IWorkflowMetadata,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { OptionalDeduplicationHelpers } from './deduplicationHelpers';

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

/** n8n's functions for deduplication data, as far as it has them. */
export function deduplicationHelpers(functions: IExecuteFunctions): OptionalDeduplicationHelpers {
	return orUndefined(() => functions.helpers) ?? {};
}

function orUndefined<Value>(ask: () => Value): Value | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}
