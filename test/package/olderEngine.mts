import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	INodeTypes,
	IRun,
	ITaskData,
} from 'n8n-workflow';
import type * as Workflow from 'n8n-workflow';

import type * as Credential from '../../credentials/BacklinkPanelApi.credentials.ts';
import type * as Node from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import type * as Trigger from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { additionalData } from '../engine/additionalData.mts';
import { nodeTypesOf } from '../engine/nodeTypes.mts';
import { TestCredentialsHelper } from '../engine/testCredentialsHelper.mts';
import { testNode, to } from '../engine/testNode.mts';

/** One run of the node, or one poll of the trigger. */
export interface EngineRun {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	items?: IDataObject[];
	/** Settings of the node such as onError and retryOnFail. */
	settings?: Partial<INode>;
}

/** The engine of an older n8n with the packed package. */
export interface OlderEngine {
	run(run: EngineRun): Promise<ITaskData>;
	poll(run: EngineRun): Promise<IDataObject[]>;
	/** Ends what n8n ends when it stops: a timer that keeps the process alive. */
	close(): void;
}

/**
 * Loads the engine of an older n8n, and the package beside its n8n-workflow. What is taken from
 * test/engine brings the newest n8n-workflow along, but only looks up node types and default values.
 * @param packageFolder where the package is installed, beside the n8n-workflow of `engineModules`
 */
export function olderEngine(engineModules: string, packageFolder: string): OlderEngine {
	const loadEngine = createRequire(join(engineModules, 'engine.js'));
	const loadPackage = createRequire(join(packageFolder, 'dist', 'package.js'));
	// The types are those of the newest version; the tests tell whether they hold.
	const core = loadEngine('n8n-core') as typeof Core;
	const workflow = loadEngine('n8n-workflow') as typeof Workflow;
	const { BacklinkPanel } = loadPackage(
		'./nodes/BacklinkPanel/BacklinkPanel.node.js',
	) as typeof Node;
	const { BacklinkPanelTrigger } = loadPackage(
		'./nodes/BacklinkPanel/BacklinkPanelTrigger.node.js',
	) as typeof Trigger;
	const { BacklinkPanelApi } = loadPackage(
		'./credentials/BacklinkPanelApi.credentials.js',
	) as typeof Credential;
	const trigger = new BacklinkPanelTrigger();
	const nodeTypes = nodeTypesOf({ [panelType]: new BacklinkPanel(), [triggerType]: trigger });

	function prepare(nodes: INode[], { credential }: EngineRun) {
		const described = workflowOf(nodes, nodeTypes);
		const hooks = new core.ExecutionLifecycleHooks('trigger', '1', {
			...described,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			activeVersionId: null,
		});
		const credentials = new TestCredentialsHelper(new BacklinkPanelApi(), credential);
		return {
			workflow: new workflow.Workflow(described),
			data: additionalData(credentials, hooks),
		};
	}

	return {
		async run(run) {
			const node = nodeOf('Backlink Panel', panelType, run);
			const { workflow: prepared, data } = prepare([itemsNode, node], run);
			const input = (run.items ?? [{}]).map((json) => ({ json }));
			const execution = new core.WorkflowExecute(data, 'trigger', {
				startData: {},
				resultData: { runData: {} },
				executionData: {
					contextData: {},
					metadata: {},
					nodeExecutionStack: [{ node: itemsNode, data: { main: [input] }, source: null }],
					waitingExecution: {},
					waitingExecutionSource: {},
				},
				// Newer versions want more than that.
			} as never);
			const finished: IRun = await execution.processRunExecutionData(prepared);
			const task = finished.data.resultData.runData[node.name]?.at(-1);
			if (task === undefined) throw new Error('The engine did not run the node');
			return task;
		},
		async poll(run) {
			const node = nodeOf('Trigger', triggerType, run);
			const { workflow: prepared, data } = prepare([node], run);
			const context = new core.PollContext(prepared, node, data, 'trigger', 'activate');
			const output = (await trigger.poll.call(context)) ?? [];
			return output.flat().map(({ json }) => json);
		},
		close() {
			const { Container } = loadEngine('@n8n/di') as {
				Container: { get<T>(type: new () => T): T };
			};
			const { SSHClientsManager } = loadEngine(
				'n8n-core/dist/execution-engine/ssh-clients-manager',
			) as { SSHClientsManager: new () => { onShutdown(): void } };
			Container.get(SSHClientsManager).onShutdown();
		},
	};
}

const panelType = 'n8n-nodes-backlink-panel.backlinkPanel';
const triggerType = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';

const itemsNode = testNode('Items', 'test.items');

function nodeOf(name: string, type: string, { parameters, settings }: EngineRun): INode {
	const credentials = { backlinkPanelApi: { id: '1', name: 'Sandbox' } };
	return testNode(name, type, { parameters, credentials, ...settings });
}

function workflowOf(nodes: INode[], nodeTypes: INodeTypes) {
	const [first, second] = nodes;
	const connections: IConnections =
		first && second ? { [first.name]: { main: [to(second.name)] } } : {};
	return {
		id: 'workflow',
		name: 'Older engine',
		active: false,
		nodes,
		connections,
		nodeTypes,
		settings: { executionOrder: 'v1' as const },
	};
}
