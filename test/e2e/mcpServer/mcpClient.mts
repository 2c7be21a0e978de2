import { createRequire } from 'node:module';

import type { N8nInstallation } from '../../../real-n8n/n8nInstallation.mts';

/** A client of an MCP server, as an assistant on somebody's desk has one. */
export interface McpClient {
	/** The names of the tools that the server offers. */
	toolNames(): Promise<string[]>;
	/** Calls a tool. @returns its answer, as text */
	call(tool: string, values: Record<string, unknown>): Promise<string>;
	close(): Promise<void>;
}

/** What is used here of `@modelcontextprotocol/sdk`, which n8n brings along. */
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

/**
 * Connects the official client to an MCP server.
 * @param installation the n8n whose copy of the client is taken
 */
export async function connectMcpClient(
	installation: N8nInstallation,
	url: string,
): Promise<McpClient> {
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
	// The types are not to be had: the package is a part of n8n, not of this project.
	return { ...part('index'), ...part('streamableHttp') } as Sdk;
}
