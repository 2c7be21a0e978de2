// Comes first: coreEnvironment.mts sets the environment that n8n-core reads on load.
import './coreEnvironment.mts';
import './quickOrderStore.mts';

import { parse, stringify } from 'flatted';
import {
	DataDeduplicationService,
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ExecutionError,
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	IRun,
	IRunExecutionData,
	ITaskData,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Expression, Workflow } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { additionalData, retriedData, startingAt, workflowInEngine } from './workflowInEngine.mts';
import { deduplicationStore } from './deduplicationStore.mts';
import { nodeTypesOf, toolTwinOf } from './nodeTypes.mts';
import { TestCredentialsHelper } from './testCredentialsHelper.mts';
import { testNode, to } from './testNode.mts';

// n8n's isolated engine for expressions needs a native module that does not build on Node 20.
Expression.setExpressionEngine('legacy');
useDeduplicationStore();
const engine = { ExecutionLifecycleHooks, Workflow, createRunExecutionData };

/** Gives the engine the deduplication store once, as n8n does at its start. */
function useDeduplicationStore(): void {
	try {
		DataDeduplicationService.getInstance();
	} catch {
		void DataDeduplicationService.init(deduplicationStore);
	}
}

/** Node under test that knows its unfinished runs, because n8n does not wait for them after a Stop. */
class ObservedBacklinkPanel extends BacklinkPanel {
	/** Unfinished runs, with the ID of their execution. */
	readonly runs = new Map<Promise<unknown>, string>();

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = BacklinkPanel.prototype.execute.call(this);
		panelNodeType.runs.set(run, this.getExecutionId());
		return await run.finally(() => panelNodeType.runs.delete(run));
	}
}

const NODE_TYPE = 'n8n-nodes-backlink-panel.backlinkPanel';
export const TOOL_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTool';

const panelNodeType = new ObservedBacklinkPanel();
const nodeTypes = nodeTypesOf({
	[NODE_TYPE]: panelNodeType,
	[TOOL_TYPE]: toolTwinOf(panelNodeType),
});

export interface WorkflowRun {
	/** Nodes of the workflow. n8n starts the first one with the items. */
	nodes: INode[];
	connections: IConnections;
	/** Default: one empty item. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	mode?: WorkflowExecuteMode;
	/** ID under which n8n keeps Idempotency Keys; '' = a workflow that was never saved. */
	workflowId?: string;
	/** Default: n8n's own time zone. */
	timezone?: string;
	/** Cancels the execution as the user's Stop button does. */
	signal?: AbortSignal;
	/** Node of another n8n process. */
	nodeType?: INodeType;
	/** Default: a new ID. */
	executionId?: string;
	/** Nodes that had ended before n8n crashed. n8n makes up a run for each of them. */
	recovered?: string[];
	/** Gets the execution's data after each node, as n8n stores it if it saves the progress. */
	saveProgress?: (data: IRunExecutionData) => void;
}

/** Runs a workflow in n8n's real engine, over real HTTP. */
export async function runWorkflow(run: WorkflowRun): Promise<IRun> {
	const [first] = run.nodes;
	if (!first) throw new Error('A workflow has at least one node');
	const executionData = startingAt(engine, first, run.items ?? [{}]);
	for (const name of run.recovered ?? []) executionData.resultData.runData[name] = [madeUpRun];
	return await execute(run, run.mode ?? 'trigger', executionData);
}

export const madeUpRun: ITaskData = {
	startTime: 0,
	executionIndex: 0,
	executionTime: -1,
	executionStatus: 'success',
	source: [null],
	data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
};

/**
 * Presses the Retry button of a failed execution.
 *
 * @param run the workflow as it is now; “Retry with currently saved workflow” takes its nodes
 */
export async function retryExecution(
	failed: IRun,
	run: WorkflowRun,
	version: 'original' | 'currentlySaved',
): Promise<IRun> {
	const data = retriedData(failed, version === 'currentlySaved' ? run.nodes : undefined);
	return await execute(run, 'retry', data);
}

/**
 * Calls the node as an agent's tool. As in n8n, the tool gets the agent's run data, and the arguments of
 * the model as input items.
 *
 * @param executionData data of the execution; several calls in one execution share it
 * @returns the node's items and hints, and the agent's data after the call
 */
export async function callAsTool(
	run: NodeRun,
	executionData: IRunExecutionData = createRunExecutionData(),
	runIndex = 0,
): Promise<{ items: INodeExecutionData[]; hints: string[]; agentData: IExecuteData }> {
	const agent = testNode('Agent', 'test.items');
	const tool = panelNode(run.parameters, { type: TOOL_TYPE });
	const { workflow, hooks } = await createWorkflow({
		...workflowAround(run),
		nodes: [agent, tool],
	});
	const input = { main: [(run.items ?? [{}]).map((json) => ({ json }))] };
	const agentData: IExecuteData = { node: agent, data: { main: [[{ json: {} }]] }, source: null };
	const credentialsHelper = new TestCredentialsHelper(new BacklinkPanelApi(), run.credential);
	const context = new ExecuteContext(
		workflow,
		tool,
		additionalData(credentialsHelper, hooks, executionIdOf(executionData)),
		run.mode ?? 'trigger',
		executionData,
		runIndex,
		input.main[0] ?? [],
		input,
		agentData,
		[],
		run.signal,
	);
	const [items = []] = await panelNodeType.execute.call(context);
	return { items, hints: context.hints.map(({ message }) => message), agentData };
}

/** Opens the list of orders in the node's form, as the editor does. */
export async function searchOrders(
	credential: ICredentialDataDecryptedObject,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const node = panelNode({ resource: 'order', operation: 'get' });
	const run = { nodes: [node], connections: {}, credential };
	const { workflow, hooks } = await createWorkflow(run, 'manual');
	const credentialsHelper = new TestCredentialsHelper(new BacklinkPanelApi(), credential);
	const data = additionalData(credentialsHelper, hooks);
	const context = new LoadOptionsContext(workflow, node, data, '');
	return await panelNodeType.methods.listSearch.searchOrders.call(context, filter, paginationToken);
}

let executionsSoFar = 0;
const executionIds = new WeakMap<IRunExecutionData, string>();

/** Returns an ID for each execution, also for a Retry. Tool calls with the same data share an execution. */
function executionIdOf(executionData: IRunExecutionData): string {
	const id = executionIds.get(executionData) ?? String((executionsSoFar += 1));
	executionIds.set(executionData, id);
	return id;
}

async function execute(
	run: WorkflowRun,
	mode: WorkflowExecuteMode,
	executionData: IRunExecutionData,
): Promise<IRun> {
	const { credential, signal } = run;
	const { workflow, hooks } = await createWorkflow(run, mode);
	const executionId = run.executionId ?? executionIdOf(executionData);
	hooks.addHandler('nodeExecuteAfter', (_name, _task, data) => {
		run.saveProgress?.(parse(stringify(data)) as IRunExecutionData);
	});
	const execution = new WorkflowExecute(
		additionalData(
			new TestCredentialsHelper(new BacklinkPanelApi(), credential),
			hooks,
			executionId,
		),
		mode,
		executionData,
	).processRunExecutionData(workflow);
	signal?.addEventListener('abort', () => execution.cancel());
	const finished = await execution;
	if (finished.status === 'canceled') await untilNodesEnded(executionId);
	return finished;
}

/** Waits for the runs of a stopped execution. Their results reach its data a moment later. */
async function untilNodesEnded(executionId: string): Promise<void> {
	const runs = [...panelNodeType.runs].filter(([, id]) => id === executionId);
	await Promise.allSettled(runs.map(([run]) => run));
	await new Promise((resolve) => setTimeout(resolve, 5));
}

export async function createWorkflow(
	{ nodes, connections, workflowId = 'workflow-1', nodeType, timezone }: WorkflowRun,
	mode: WorkflowExecuteMode = 'trigger',
) {
	const saved = { id: workflowId, name: 'Engine test', nodes, connections, timezone };
	const types = nodeType ? nodeTypesOf({ [NODE_TYPE]: nodeType }) : nodeTypes;
	const inEngine = workflowInEngine(engine, saved, types, mode);
	await inEngine.workflow.expression.acquireIsolate();
	return inEngine;
}

export const NODE_NAME = 'Backlink Panel';

export function panelNode(parameters: INodeParameters, more: Partial<INode> = {}): INode {
	return testNode(NODE_NAME, NODE_TYPE, {
		parameters,
		credentials: { backlinkPanelApi: { id: '1', name: 'Sandbox' } },
		...more,
	});
}

/** One run of the node between a node that gives it items and nodes that take its outputs. */
export interface NodeRun extends Omit<WorkflowRun, 'nodes' | 'connections'> {
	parameters: INodeParameters;
	onError?: OnError;
	/** Settings of the node such as retryOnFail, maxTries, waitBetweenTries (ms). */
	settings?: Partial<INode>;
}

export interface NodeRunResult {
	status: IRun['status'];
	/** Items of the node's outputs; an output that n8n left out is an empty list. */
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	error: ExecutionError | undefined;
	hints: string[];
	stored: IRunExecutionData;
	task: ITaskData | undefined;
	/** Presses the Retry button. With changes: “Retry with currently saved workflow”, which has them. */
	retry(current?: Partial<NodeRun>): Promise<NodeRunResult>;
}

export async function runNode(run: NodeRun): Promise<NodeRunResult> {
	return resultOf(await runWorkflow(workflowAround(run)), run);
}

function workflowAround(run: NodeRun): WorkflowRun {
	const { parameters, onError, settings, ...rest } = run;
	return {
		...rest,
		nodes: [
			testNode('Items', 'test.items'),
			panelNode(parameters, { onError, ...settings }),
			testNode('After', 'test.after'),
			testNode('After Error', 'test.after'),
		],
		connections: {
			Items: { main: [to(NODE_NAME)] },
			[NODE_NAME]: { main: [to('After'), to('After Error')] },
		},
	};
}

export function resultOfNode(finished: IRun, name: string) {
	const task = finished.data.resultData.runData[name]?.at(-1);
	const [output = [], errorOutput = []] = (task?.data?.main ?? []).map((items) => items ?? []);
	return { output, errorOutput, error: task?.error, stored: finished.data, task };
}

function resultOf(finished: IRun, run: NodeRun): NodeRunResult {
	const { task, error, ...result } = resultOfNode(finished, NODE_NAME);
	return {
		...result,
		status: finished.status,
		error: error ?? finished.data.resultData.error,
		hints: (task?.hints ?? []).map((hint) => hint.message),
		task,
		retry: async (current) => {
			const now = { ...run, ...current };
			const version = current ? 'currentlySaved' : 'original';
			return resultOf(await retryExecution(finished, workflowAround(now), version), now);
		},
	};
}

/** Evaluates an expression as n8n does in a node behind this one, such as a Switch. */
export async function evaluated(expression: string, json: IDataObject): Promise<unknown> {
	const node = testNode('Switch', 'test.after');
	const { workflow } = await createWorkflow({ nodes: [node], connections: {}, credential: {} });
	return workflow.expression.getParameterValue(
		`={{ ${expression} }}`,
		null,
		0,
		0,
		node.name,
		[{ json }],
		'trigger',
		{},
	);
}
