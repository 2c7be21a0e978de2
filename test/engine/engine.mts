import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n writes its settings on load; they belong into a folder of their own, not into the developer's.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_ENCRYPTION_KEY ??= 'engine-tests';
process.env.N8N_LOG_LEVEL ??= 'silent';

import type { ExecutionLifecycleHooks as Hooks } from 'n8n-core';
import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Expression, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { nodeTypesOf } from './nodeTypes.mts';
import { TestCredentialsHelper } from './testCredentialsHelper.mts';

// The isolated engine needs a native module that does not build on Node 20.
Expression.setExpressionEngine('legacy');

const nodeTypes = nodeTypesOf({ 'n8n-nodes-backlink-panel.backlinkPanel': new BacklinkPanel() });

/** One run of the node between a node that gives it items and nodes that take its outputs. */
export interface NodeRun {
	parameters: INodeParameters;
	/** One empty item where not given. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	onError?: OnError;
	/** Settings of the node such as retryOnFail, maxTries, waitBetweenTries (ms). */
	settings?: Partial<INode>;
	mode?: WorkflowExecuteMode;
	/** Cancels the execution as the user's Stop button does. */
	signal?: AbortSignal;
}

export interface NodeRunResult {
	status: IRun['status'];
	/** What came out of the node's outputs; an output that n8n left empty is an empty list. */
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	/** The error that the node threw, if it did. */
	error: ExecutionError | undefined;
	hints: string[];
	/** What n8n stores of the execution; all of it as text, to look for what must not be in there. */
	stored: IRunExecutionData;
	task: ITaskData | undefined;
}

export const NODE_NAME = 'Backlink Panel';

/** Runs the node in n8n's real engine, over real HTTP. */
export async function runNode(run: NodeRun): Promise<NodeRunResult> {
	const { parameters, items = [{}], onError, settings, mode = 'trigger' } = run;
	const workflow = await createWorkflow({
		id: 'node-under-test',
		name: NODE_NAME,
		type: 'n8n-nodes-backlink-panel.backlinkPanel',
		typeVersion: 1,
		position: [200, 0],
		parameters,
		onError,
		credentials: { backlinkPanelApi: { id: '1', name: 'Sandbox' } },
		...settings,
	});
	const first = workflow.getNode('Items');
	if (!first) throw new Error('The workflow has lost its first node');
	const executionData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node: first, data: { main: [items.map((json) => ({ json }))] }, source: null },
			],
		},
	});
	return await execute(workflow, run.credential, mode, executionData, run.signal);
}

async function createWorkflow(nodeUnderTest: INode): Promise<Workflow> {
	const around = (name: string, type: string): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	});
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const workflow = new Workflow({
		id: 'workflow-1',
		name: 'Engine test',
		nodes: [
			around('Items', 'test.items'),
			nodeUnderTest,
			around('After', 'test.after'),
			around('After Error', 'test.after'),
		],
		connections: {
			Items: { main: [to(NODE_NAME)] },
			[NODE_NAME]: { main: [to('After'), to('After Error')] },
		},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	await workflow.expression.acquireIsolate();
	return workflow;
}

async function execute(
	workflow: Workflow,
	credential: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	executionData: IRunExecutionData,
	signal: AbortSignal | undefined,
): Promise<NodeRunResult> {
	const hooks: Hooks = new ExecutionLifecycleHooks(mode, '1', {
		id: workflow.id,
		name: 'Engine test',
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	});
	const execution = new WorkflowExecute(
		additionalData(new TestCredentialsHelper(new BacklinkPanelApi(), credential), hooks),
		mode,
		executionData,
	).processRunExecutionData(workflow);
	signal?.addEventListener('abort', () => execution.cancel());
	const run = await execution;

	const task = run.data.resultData.runData[NODE_NAME]?.at(-1);
	const outputs = task?.data?.main ?? [];
	return {
		status: run.status,
		output: outputs[0] ?? [],
		errorOutput: outputs[1] ?? [],
		error: task?.error ?? run.data.resultData.error,
		hints: (task?.hints ?? []).map((hint) => hint.message),
		stored: run.data,
		task,
	};
}

/** What n8n's server gives an execution; only what the engine reads on the way is filled in. */
function additionalData(
	credentialsHelper: TestCredentialsHelper,
	hooks: Hooks,
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost/';
	return {
		credentialsHelper,
		hooks,
		executionId: '1',
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
