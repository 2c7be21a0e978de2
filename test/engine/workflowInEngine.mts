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

/** n8n's own engine: the tests' is in node_modules, the benchmarks' in an installed n8n. */
export type EngineParts = Pick<typeof Core, 'ExecutionLifecycleHooks'> &
	Pick<typeof Engine, 'Workflow' | 'createRunExecutionData'>;

export interface SavedWorkflow {
	/** '' = it was never saved. */
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	/** n8n's own where not given. */
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

/** What n8n's server gives an execution; only what the engine and the nodes read is filled in. */
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
		// The rest belongs to n8n's server and is not there without it.
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * What n8n's Retry button starts with: n8n stores the failed execution, reads it back, takes the last node's
 * error out and goes on with what was on the stack.
 *
 * @param current the nodes as they are now, for “Retry with currently saved workflow”
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

/** As n8n makes it of a node that is usable as a tool. */
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
 * Calls the node as a tool of an MCP server, as n8n's MCP Server Trigger does for each message of a client:
 * from a webhook, without an execution.
 *
 * @returns what the client gets
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
		// The context reads nothing of it here.
		{} as ConstructorParameters<typeof Core.WebhookContext>[4],
		[],
		runData,
	);
	// What n8n gives for connections of this type.
	return await invoked(
		(await context.getInputConnectionData('ai_tool', 0)) as Tool[],
		toolArguments,
	);
}
