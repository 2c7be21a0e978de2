// First of all: it prepares n8n-core for tests, before that is loaded.
import { createWorkflow, panelNode, TOOL_TYPE, type NodeRun } from './engine.mts';

import { WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { additionalData } from './workflowInEngine.mts';
import { TestCredentialsHelper } from './testCredentialsHelper.mts';
import { testNode } from './testNode.mts';

interface Tool {
	invoke(toolArguments: IDataObject): Promise<string>;
}

/**
 * Calls the node as a tool of an MCP server, as n8n's MCP Server Trigger does for a client: from a
 * webhook, without an execution.
 *
 * @returns what the client gets
 */
export async function callByMcpClient(
	{ parameters, credential, workflowId }: Omit<NodeRun, 'items'>,
	toolArguments: IDataObject = {},
): Promise<IDataObject[]> {
	const server = testNode('MCP Server', 'test.mcpServerTrigger');
	const tool = panelNode(parameters, { type: TOOL_TYPE });
	const { workflow, hooks } = await createWorkflow({
		nodes: [server, tool],
		connections: {
			[tool.name]: {
				ai_tool: [[{ node: server.name, type: NodeConnectionTypes.AiTool, index: 0 }]],
			},
		},
		credential,
		workflowId,
	});
	const credentialsHelper = new TestCredentialsHelper(new BacklinkPanelApi(), credential);
	const context = new WebhookContext(
		workflow,
		server,
		{ ...additionalData(credentialsHelper, hooks), executionId: undefined },
		'webhook',
		// The context reads nothing of it here.
		{} as ConstructorParameters<typeof WebhookContext>[4],
		[],
		createRunExecutionData(),
	);
	const tools = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
	const [connected] = tools;
	if (!connected) throw new Error('No tool is connected');
	return JSON.parse(await connected.invoke(toolArguments)) as IDataObject[];
}
