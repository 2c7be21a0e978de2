import type * as Core from 'n8n-core';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeTypes,
	IRunExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as Engine from 'n8n-workflow';

/** n8n's own engine: the tests' is in node_modules, the benchmarks' in an installed n8n. */
export type EngineParts = Pick<typeof Core, 'ExecutionLifecycleHooks'> &
	Pick<typeof Engine, 'Workflow' | 'createRunExecutionData'>;

/** A workflow as a user saves it. */
export interface SavedWorkflow {
	/** '' = it was never saved. */
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	/** n8n's own where not given. */
	timezone?: string;
}

/** A workflow as the engine takes it, with the hooks of one execution. */
export function workflowInEngine(
	engine: EngineParts,
	saved: SavedWorkflow,
	nodeTypes: INodeTypes,
	mode: WorkflowExecuteMode,
): { workflow: Engine.Workflow; hooks: Core.ExecutionLifecycleHooks } {
	const settings = { executionOrder: 'v1', timezone: saved.timezone } as const;
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

/** The data of an execution that starts at a node with the given items. */
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
