import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeType,
	IRun,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';

import {
	additionalData,
	startingAt,
	workflowInEngine,
} from '../../test/engine/workflowInEngine.mts';
import { nodeTypesOf } from '../../test/engine/nodeTypes.mts';
import { TestCredentialsHelper } from '../../test/engine/testCredentialsHelper.mts';
import { testNode, to } from '../../test/engine/testNode.mts';
import type { EngineFolders } from './messages.mts';

/** Runs a node in n8n's engine with the given items. */
export type RunNode = (
	node: INode,
	items: IDataObject[],
	credential: ICredentialDataDecryptedObject,
) => Promise<IRun>;

type Loaded = new () => INodeType;
type LoadedCredential = new () => ICredentialType;

/** n8n's own default settings for expressions. */
const expressionEngine = {
	engine: 'vm',
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
} as const;

/**
 * Loads n8n's engine from an installed n8n, with its HTTP Request node and our packed node. The few
 * functions of test/engine used here only look up node types and default values.
 */
export async function startEngine(folders: EngineFolders): Promise<RunNode> {
	const load = createRequire(join(folders.n8nModules, 'engine.js'));
	// Safe casts: the installed versions are the versions that the types were made for.
	const core = load('n8n-core') as typeof Core;
	const workflow = load('n8n-workflow') as typeof WorkflowPackage;
	const { BacklinkPanel } = load(
		join(folders.packageFolder, 'dist/nodes/BacklinkPanel/BacklinkPanel.node.js'),
	) as { BacklinkPanel: Loaded };
	const { BacklinkPanelApi } = load(
		join(folders.packageFolder, 'dist/credentials/BacklinkPanelApi.credentials.js'),
	) as { BacklinkPanelApi: LoadedCredential };
	const { HttpRequest } = load('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: Loaded;
	};

	const { ExecutionLifecycleHooks } = core;
	const { Workflow, createRunExecutionData } = workflow;
	const engine = { ExecutionLifecycleHooks, Workflow, createRunExecutionData };
	await workflow.Expression.initExpressionEngine(expressionEngine);
	const nodeTypes = nodeTypesOf({
		'n8n-nodes-backlink-panel.backlinkPanel': new BacklinkPanel(),
		'n8n-nodes-base.httpRequest': new HttpRequest(),
	});

	return async (node, items, credential) => {
		const saved = {
			id: 'benchmark',
			name: 'Benchmark',
			nodes: [itemsNode, node],
			connections: {
				[itemsNode.name]: { main: [to(node.name)] },
			},
		};
		const inEngine = workflowInEngine(engine, saved, nodeTypes, 'trigger');
		const credentials = new TestCredentialsHelper(new BacklinkPanelApi(), credential);
		const execution = new core.WorkflowExecute(
			additionalData(credentials, inEngine.hooks),
			'trigger',
			startingAt(engine, itemsNode, items),
		);
		return await execution.processRunExecutionData(inEngine.workflow);
	};
}

/** Passes the items to the measured node. */
const itemsNode = testNode('Items', 'test.items');
