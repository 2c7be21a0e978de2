import { parse, stringify } from 'flatted';
import type * as Core from 'n8n-core';
import type {
	IConnections,
	ICredentialsHelper,
	IDataObject,
	INode,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as Engine from 'n8n-workflow';

/** Parts of n8n's engine. Tests take the engine from node_modules, benchmarks from an installed n8n. */
export type EngineParts = Pick<typeof Core, 'ExecutionLifecycleHooks'> &
	Pick<typeof Engine, 'Workflow' | 'createRunExecutionData'>;

export interface SavedWorkflow {
	/** '' = a workflow that was never saved. */
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	/** Default: n8n's own time zone. */
	timezone?: string;
	executionOrder?: 'v0' | 'v1';
}

export function workflowInEngine(
	engine: EngineParts,
	saved: SavedWorkflow,
	nodeTypes: INodeTypes,
	mode: WorkflowExecuteMode,
): { workflow: Engine.Workflow; hooks: Core.ExecutionLifecycleHooks } {
	const { executionOrder = 'v1', timezone } = saved;
	const settings = { executionOrder, timezone };
	const workflow = new engine.Workflow({ ...saved, active: false, nodeTypes, settings });
	const hooks = new engine.ExecutionLifecycleHooks(mode, '1', {
		...saved,
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	});
	return { workflow, hooks };
}

export function startingAt(
	engine: EngineParts,
	node: INode,
	items: IDataObject[],
): IRunExecutionData {
	const input = items.map((json) => ({ json }));
	return engine.createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [input] }, source: null }] },
	});
}

/** Makes the data that n8n's server gives an execution, with only the fields that engine and nodes read. */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
	hooks: Core.ExecutionLifecycleHooks,
	executionId = '1',
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost/';
	return {
		credentialsHelper,
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		userId: 'user',
		instanceBaseUrl: address,
		restApiUrl: address,
		webhookBaseUrl: address,
		webhookTestBaseUrl: address,
		webhookWaitingBaseUrl: address,
		formWaitingBaseUrl: address,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		sendDataToUI: () => {},
		externalSecretsProxy: {
			hasProvider: () => false,
			hasSecret: () => false,
			getSecret: () => undefined,
			listSecrets: () => [],
			listProviders: () => [],
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * Makes the data with which n8n's Retry button starts. n8n stores the failed execution and reads it back. Then
 * n8n removes the last node's error, and goes on with the nodes on the stack.
 *
 * @param current nodes as they are now, for “Retry with currently saved workflow”
 */
export function retriedData(failed: IRun, current?: INode[]): IRunExecutionData {
	const data = parse(stringify(failed.data)) as IRunExecutionData;
	delete data.resultData.error;
	const lastTasks = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	if (lastTasks?.at(-1)?.error) lastTasks.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = current?.find((node) => node.name === entry.node.name) ?? entry.node;
	}
	return data;
}

/** Tool that n8n makes of a node with `usableAsTool`. */
export interface Tool {
	/** @returns the tool's items, as JSON */
	invoke(toolArguments: IDataObject): Promise<string>;
}

export async function invoked(tools: Tool[], toolArguments: IDataObject): Promise<IDataObject[]> {
	const [tool] = tools;
	if (!tool) throw new Error('No tool is connected');
	return JSON.parse(await tool.invoke(toolArguments)) as IDataObject[];
}

/**
 * Calls the node as a tool of an MCP server. For each message of a client, n8n's MCP Server Trigger makes such
 * a call from a webhook, without an execution.
 *
 * @returns the items that the client gets
 */
export async function calledByMcpClient(
	{ WebhookContext }: Pick<typeof Core, 'WebhookContext'>,
	workflow: Engine.Workflow,
	server: INode,
	data: IWorkflowExecuteAdditionalData,
	runData: IRunExecutionData | null,
	toolArguments: IDataObject,
): Promise<IDataObject[]> {
	const context = new WebhookContext(
		workflow,
		server,
		{ ...data, executionId: undefined },
		'webhook',
		// Safe cast: the context does not read this value here.
		{} as ConstructorParameters<typeof Core.WebhookContext>[4],
		[],
		runData,
	);
	// Safe cast: for connections of this type, n8n gives tools.
	return await invoked(
		(await context.getInputConnectionData('ai_tool', 0)) as Tool[],
		toolArguments,
	);
}
