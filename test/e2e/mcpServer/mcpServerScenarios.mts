import type { INodeParameters } from 'n8n-workflow';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

import type { StoredCredential, Workflow } from '../../../real-n8n/n8nClient.mts';
import type { N8nInstallation } from '../../../real-n8n/n8nInstallation.mts';
import { balanceForm } from '../../engine/forms.mts';
import { testNode } from '../../engine/testNode.mts';
import { whileActive } from '../activeTrigger.mts';
import {
	assertOrderedOnce,
	backlinkByModel,
	sensible,
	target,
	type ToolResult,
} from '../aiAgent/backlinkTool.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';

const tools = { balance: 'Get_Balance', order: 'Create_Backlink' } as const;

/** Calls the node as a tool of the MCP Server Trigger, where the node runs outside an execution. */
export async function mcpServerScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;

	await scenarios.run('MCP Server Trigger: its client reads the balance', async () => {
		await whileConnected(async (client) => {
			assert.deepEqual((await client.toolNames()).sort(), Object.values(tools).sort());
			assert.deepEqual(JSON.parse(await client.call(tools.balance, {})), [{ bakiye: 1000 }]);
		});
	});

	await scenarios.run(
		'MCP Server Trigger: the same order three times, two of them at the same moment, is paid once and returned three times',
		async () => {
			// Delays the order, so that the two calls overlap.
			await panel.addFault({ answer: 'latency', delayMs: 500, method: 'POST' });
			await whileConnected(async (client) => {
				const both = await Promise.all([order(client), order(client)]);
				await assertPaidOnce([...both, await order(client)]);
			});
		},
	);

	async function whileConnected(task: (client: McpClient) => Promise<void>): Promise<void> {
		const workflow = mcpWorkflow(n8n.credential);
		const url = `${n8n.n8n().url}/mcp/${workflow.path}`;
		await whileActive(n8n, [workflow], async () => {
			const client = await connectMcpClient(n8n.installation, url);
			await task(client);
			await client.close();
		});
	}

	async function assertPaidOnce(results: ToolResult[]): Promise<void> {
		assertOrderedOnce(results);
		assert.equal((await panel.requestsTo('/backlink')).length, 1);
		assert.equal((await panel.chargesOf(target)).length, 1);
	}
}

async function order(client: McpClient): Promise<ToolResult> {
	const text = await client.call(tools.order, sensible);
	// Unchecked cast: the assertions check the items.
	const [item, ...others] = JSON.parse(text) as ToolResult[];
	assert.ok(item && others.length === 0, text);
	return item;
}

let pathsSoFar = 0;

function mcpWorkflow({ id, name }: StoredCredential): Workflow & { path: string } {
	pathsSoFar += 1;
	const path = `backlinks-${pathsSoFar}`;
	const trigger = testNode('MCP Server', '@n8n/n8n-nodes-langchain.mcpTrigger', {
		typeVersion: 2,
		webhookId: path,
		parameters: { authentication: 'none', path },
	});
	const tool = (toolName: string, parameters: INodeParameters) =>
		testNode(toolName.replace('_', ' '), 'n8n-nodes-backlink-panel.backlinkPanelTool', {
			parameters,
			credentials: { backlinkPanelApi: { id, name } },
		});
	const ofServer = [tool(tools.balance, balanceForm), tool(tools.order, backlinkByModel)];
	const toServer = { ai_tool: [[{ node: trigger.name, type: 'ai_tool' as const, index: 0 }]] };
	return {
		name: 'MCP server',
		path,
		nodes: [trigger, ...ofServer].map((node, row) => ({ ...node, position: [0, 220 * row] })),
		connections: Object.fromEntries(ofServer.map((node) => [node.name, toServer])),
		settings: { executionOrder: 'v1' },
	};
}

interface McpClient {
	toolNames(): Promise<string[]>;
	call(tool: string, values: Record<string, unknown>): Promise<string>;
	close(): Promise<void>;
}

/** Part of `@modelcontextprotocol/sdk` that the scenarios use. The package is one of n8n's dependencies. */
interface Sdk {
	Client: new (client: { name: string; version: string }) => {
		connect(transport: object): Promise<void>;
		listTools(): Promise<{ tools: Array<{ name: string }> }>;
		callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolAnswer>;
		close(): Promise<void>;
	};
	StreamableHTTPClientTransport: new (url: URL) => object;
}

interface ToolAnswer {
	content: Array<{ type: string; text?: string }>;
}

/** Connects the official MCP client, which is one of the dependencies of the installed n8n. */
async function connectMcpClient(installation: N8nInstallation, url: string): Promise<McpClient> {
	const { Client, StreamableHTTPClientTransport } = sdkOf(installation);
	const client = new Client({ name: 'End to end', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(url)));
	return {
		async toolNames() {
			return (await client.listTools()).tools.map(({ name }) => name);
		},
		async call(tool, values) {
			const { content } = await client.callTool({ name: tool, arguments: values });
			return content.map(({ text }) => text).join('');
		},
		close: async () => await client.close(),
	};
}

function sdkOf({ script }: N8nInstallation): Sdk {
	const require = createRequire(script);
	const part = (path: string) => require(`@modelcontextprotocol/sdk/client/${path}.js`) as object;
	// Unchecked cast: the package comes with n8n, so this project has no types for it.
	return { ...part('index'), ...part('streamableHttp') } as Sdk;
}
