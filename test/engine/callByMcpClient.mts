// Comes first: engine.mts sets the environment that n8n-core reads on load.
import { createWorkflow, panelNode, TOOL_TYPE, type NodeRun } from './engine.mts';

import { WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { TestCredentialsHelper } from './testCredentialsHelper.mts';
import { testNode } from './testNode.mts';
import { additionalData, calledByMcpClient } from './workflowInEngine.mts';

export async function callByMcpClient(
	{ parameters, credential, workflowId }: Omit<NodeRun, 'items'>,
	toolArguments: IDataObject = {},
): Promise<IDataObject[]> {
	const server = testNode('MCP Server', 'test.mcpServerTrigger');
	const tool = panelNode(parameters, { type: TOOL_TYPE });
	const { workflow, hooks } = await createWorkflow({
		nodes: [server, tool],
		connections: {
			[tool.name]: { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] },
		},
		credential,
		workflowId,
	});
	const data = additionalData(new TestCredentialsHelper(new BacklinkPanelApi(), credential), hooks);
	const runData = createRunExecutionData();
	return await calledByMcpClient(
		{ WebhookContext },
		workflow,
		server,
		data,
		runData,
		toolArguments,
	);
}
