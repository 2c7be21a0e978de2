import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
	IPinData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	additionalData,
	calledByMcpClient,
	retriedData,
	workflowInEngine,
} from '../../engine/workflowInEngine.mts';
import { nodeTypesOf, toolTwinOf } from '../../engine/nodeTypes.mts';
import { TestCredentialsHelper } from '../../engine/testCredentialsHelper.mts';
import { testNode, to } from '../../engine/testNode.mts';
import { callingAgent, requestingAgent, type ToolAnswer } from './agents.mts';
import type { LoadedEngine } from './installedEngines.mts';
import {
	type NodeSettings,
	PANEL_TYPE,
	panelNodeOf,
	TOOL_TYPE,
	toolNodeOf,
	toolOf,
	TRIGGER_TYPE,
	triggerNodeOf,
} from './panelNodes.mts';

export interface EngineRun extends NodeSettings {
	credential: ICredentialDataDecryptedObject;
	/** Default: one empty item. */
	items?: IDataObject[];
	/** ID under which the order store remembers idempotency keys. */
	workflowId?: string;
	/** Wraps each run of the node, to observe the run or to change the functions that n8n gives. */
	between?: Between;
	/** Default: `trigger`. */
	mode?: WorkflowExecuteMode;
	executionOrder?: 'v0' | 'v1';
	/** Pinned output items, by node name. */
	pinData?: IPinData;
	/** Types of further nodes around the node under test. */
	nodeTypes?: Record<string, INodeType>;
	/** Runs the workflow that an Execute Workflow node calls. */
	executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
}

type Execute = (functions: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
export type Between = (functions: IExecuteFunctions, execute: Execute) => ReturnType<Execute>;
const straight: Between = async (functions, execute) => await execute(functions);

/**
 * Caller of the tool: an agent itself, the engine for an agent (newer versions only), or a client of the MCP Server
 * Trigger. n8n gives each call of such a client an empty context, except in n8n 1.85.
 */
export type Caller = 'agent' | 'requestingAgent' | 'mcpServer' | 'mcpServerWithoutContext';

/** Calls of the tool, one for each item. */
export interface ToolRun extends EngineRun {
	caller: Caller;
	/** True if all calls start at the same moment; default: one after another. */
	atOnce?: boolean;
}

export interface ToolRunResult {
	answers: ToolAnswer[];
	/** Hints that n8n stores with the runs of the tool; none below the MCP Server Trigger. */
	hints: string[];
}

const itemsNode = testNode('Items', 'test.items');

/**
 * Runs the packed package in the engine of one version of n8n, over real HTTP. Helpers of test/engine load the
 * newest n8n-workflow, but use it only for node types and default values.
 */
export class N8nEngine {
	private executionsSoFar = 0;

	constructor(readonly loaded: LoadedEngine) {}

	/** Runs a workflow of two nodes: the first one puts out the items, the second one is the node. */
	async run(run: EngineRun): Promise<ITaskData> {
		const node = panelNodeOf(run);
		const connections = { [itemsNode.name]: { main: [to(node.name)] } };
		const nodes = [itemsNode, node];
		const { runData } = (await this.runWorkflow(nodes, connections, run)).data.resultData;
		const task = runData[node.name]?.at(-1);
		if (task === undefined) throw new Error('The engine did not run the node');
		return task;
	}

	async runWorkflow(nodes: INode[], connections: IConnections, run: EngineRun): Promise<IRun> {
		const [first] = nodes;
		if (!first) throw new Error('A workflow has at least one node');
		const data = startingAt(first, run.items ?? [{}]);
		if (run.pinData) data.resultData.pinData = run.pinData;
		return await this.execute(nodes, connections, run, data);
	}

	/** Retries a failed execution as “Retry with currently saved workflow” does. */
	async retry(
		failed: IRun,
		nodes: INode[],
		connections: IConnections,
		run: EngineRun,
	): Promise<IRun> {
		const data = retriedData(failed, nodes);
		return await this.execute(nodes, connections, { ...run, mode: 'retry' }, data);
	}

	/** Calls the node as a tool. All calls of an agent are in one execution. */
	async callTool(run: ToolRun): Promise<ToolRunResult> {
		if (run.caller === 'agent' || run.caller === 'requestingAgent') {
			return await this.callByAgent(run);
		}
		const calls = run.items ?? [{}];
		if (run.atOnce) {
			const answers = calls.map(async (call) => await this.callByMcpClient(run, call));
			return { answers: await Promise.all(answers), hints: [] };
		}
		const answers: ToolAnswer[] = [];
		for (const call of calls) answers.push(await this.callByMcpClient(run, call));
		return { answers, hints: [] };
	}

	async poll(run: EngineRun): Promise<IDataObject[]> {
		const node = triggerNodeOf(run);
		const { workflow, data } = this.prepare([node], {}, run);
		const { core, trigger } = this.loaded;
		const context = new core.PollContext(workflow, node, data, 'trigger', 'activate');
		const output = (await trigger.poll.call(context)) ?? [];
		return output.flat().map(({ json }) => json);
	}

	async menu(
		name: 'getOrderFields' | 'getStatuses',
		run: EngineRun,
	): Promise<INodePropertyOptions[]> {
		const node = triggerNodeOf(run);
		const { workflow, data } = this.prepare([node], {}, run);
		const { core, trigger } = this.loaded;
		const currentForm = { ...data, currentNodeParameters: run.parameters };
		const context = new core.LoadOptionsContext(workflow, node, currentForm, name);
		return await trigger.methods.loadOptions[name].call(context);
	}

	async searchOrders(run: EngineRun, filter?: string): Promise<INodeListSearchResult> {
		const node = panelNodeOf(run);
		const { workflow, data } = this.prepare([node], {}, run);
		const { core, panel } = this.loaded;
		const context = new core.LoadOptionsContext(workflow, node, data, '');
		return await panel.methods.listSearch.searchOrders.call(context, filter);
	}

	private async callByAgent(run: ToolRun): Promise<ToolRunResult> {
		const parameters = { atOnce: run.atOnce ?? false };
		const agent = testNode('Agent', `test.${run.caller}`, { parameters });
		const tool = toolNodeOf(run);
		const connections = { [itemsNode.name]: { main: [to(agent.name)] }, ...toolOf(agent) };
		const nodes = [itemsNode, agent, tool];
		const { resultData } = (await this.runWorkflow(nodes, connections, run)).data;
		if (resultData.error) throw resultData.error;
		const answered = resultData.runData[agent.name]?.at(-1)?.data?.main?.[0] ?? [];
		const tasks = resultData.runData[tool.name] ?? [];
		return {
			// Safe cast: the test agents put out these answers.
			answers: answered.map(({ json }) => json.answer as ToolAnswer),
			hints: tasks.flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
		};
	}

	private async callByMcpClient(run: ToolRun, call: IDataObject): Promise<ToolAnswer> {
		const server = testNode('MCP Server', 'test.mcpServerTrigger');
		const nodes = [server, toolNodeOf(run)];
		const { workflow, data } = this.prepare(nodes, toolOf(server), run);
		const withoutHooks = { ...data, hooks: undefined };
		const runData = run.caller === 'mcpServer' ? startingAt(server, []) : null;
		return await calledByMcpClient(this.loaded.core, workflow, server, withoutHooks, runData, call);
	}

	private async execute(
		nodes: INode[],
		connections: IConnections,
		run: EngineRun,
		executionData: IRunExecutionData,
	): Promise<IRun> {
		const { workflow, data, mode } = this.prepare(nodes, connections, run);
		const execution = new this.loaded.core.WorkflowExecute(data, mode, executionData);
		return await execution.processRunExecutionData(workflow);
	}

	private prepare(nodes: INode[], connections: IConnections, run: EngineRun) {
		const { core, workflow, credentialType } = this.loaded;
		const { mode = 'trigger', executionOrder, workflowId: id = 'workflow' } = run;
		const saved = { id, name: 'Engine test', nodes, connections, executionOrder };
		const engine = { ...core, ...workflow };
		const inEngine = workflowInEngine(engine, saved, this.nodeTypes(run), mode);
		const credentials = new TestCredentialsHelper(credentialType, run.credential);
		this.executionsSoFar += 1;
		return {
			mode,
			workflow: inEngine.workflow,
			data: {
				...additionalData(credentials, inEngine.hooks, String(this.executionsSoFar)),
				...(run.executeWorkflow && { executeWorkflow: run.executeWorkflow }),
			},
		};
	}

	private nodeTypes({ between = straight, nodeTypes }: EngineRun) {
		const { panel, trigger } = this.loaded;
		const observed: INodeType = {
			description: panel.description,
			async execute(this: IExecuteFunctions) {
				return await between(this, async (functions) => await panel.execute.call(functions));
			},
		};
		return nodeTypesOf({
			[PANEL_TYPE]: observed,
			[TOOL_TYPE]: toolTwinOf(observed),
			[TRIGGER_TYPE]: trigger,
			'test.agent': callingAgent,
			'test.requestingAgent': requestingAgent,
			...nodeTypes,
		});
	}
}

/** Makes the data of a new execution, in a form that all versions of n8n read. */
function startingAt(node: INode, items: IDataObject[]): IRunExecutionData {
	const input = items.map((json) => ({ json }));
	const data = {
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			metadata: {},
			nodeExecutionStack: [{ node, data: { main: [input] }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	};
	// Unchecked cast: the newest type has further fields, which no version needs.
	return data as unknown as IRunExecutionData;
}
