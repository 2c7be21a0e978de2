import type { IExecuteFunctions } from 'n8n-workflow';

/** What orders may have cost whose outcome is unknown, in credits, by their fingerprint. */
export type OpenOrders = Record<string, number>;

const CONTEXT_NAME = 'backlinkPanelOpenOrders';

/** Whether n8n runs the node as the tool of an AI agent. */
export function isAgentTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}

/**
 * What the calls of a tool in one execution have left open. Each call is a run of its own, and a model
 * that reads of a failure tends to call again with the same arguments.
 *
 * @returns an object that stays with the execution; undefined where the node is no tool
 */
export function openOrdersOfCalls(functions: IExecuteFunctions): OpenOrders | undefined {
	if (!isAgentTool(functions)) return undefined;
	// n8n keeps this object for the node alone.
	return (functions.getContext('node')[CONTEXT_NAME] ??= {}) as OpenOrders;
}
