// First of all: it prepares n8n-core for tests, before that is loaded.
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

// The isolated engine needs a native module that does not build on Node 20.
Expression.setExpressionEngine('legacy');
useDeduplicationStore();
const engine = { ExecutionLifecycleHooks, Workflow, createRunExecutionData };

/** Gives the engine the store; n8n does the same once, at its start. */
function useDeduplicationStore(): void {
	try {
		DataDeduplicationService.getInstance();
	} catch {
		void DataDeduplicationService.init(deduplicationStore);
	}
}

/** The node under test, with an eye on its runs: n8n does not wait for them when it is stopped. */
class ObservedBacklinkPanel extends BacklinkPanel {
	/** With the execution that each belongs to. */
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
	/** The first node is started with the items. */
	nodes: INode[];
	connections: IConnections;
	/** One empty item where not given. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	mode?: WorkflowExecuteMode;
	/** Idempotency keys are remembered by it; '' = a workflow that was never saved. */
	workflowId?: string;
	/** Of the workflow; n8n's own where not given. */
	timezone?: string;
	/** Cancels the execution as the user's Stop button does. */
	signal?: AbortSignal;
	/** The node as another n8n process has it. */
	nodeType?: INodeType;
	/** One of its own where not given. */
	executionId?: string;
	/** Nodes for which n8n has made a run up, since its log says that they ended before it crashed. */
	recovered?: string[];
	/** Gets the data of the execution after each node, as n8n stores it where it saves the progress. */
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

const madeUpRun: ITaskData = {
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
 * @param run the workflow as it is now; its nodes count with “Retry with currently saved workflow”
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
 * Calls the node as the tool of an agent, as n8n does for the agent: the data of the run is the
 * agent's, and the arguments of the model are the one input item.
 *
 * @param executionData the execution's, for several calls in one
 * @returns what the node gives back with its hints, and the agent's data after it
 */
export async function callAsTool(
	run: NodeRun,
	executionData: IRunExecutionData = createRunExecutionData(),
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
		0,
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

/** Each execution has an ID of its own, also one that retries another; the calls of a tool share theirs. */
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

/** What a stopped node still says lands in the data of the execution a moment after its end. */
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
	/** What came out of the node's outputs; an output that n8n left empty is an empty list. */
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	error: ExecutionError | undefined;
	hints: string[];
	stored: IRunExecutionData;
	task: ITaskData | undefined;
	/** Presses the Retry button, with changes of the node in the currently saved workflow if given. */
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

/** What n8n makes of an expression in a node behind this one, such as a Switch. */
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
