import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

/** Makes the node types of the engine: those under test, and those of the test nodes around them. */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const known: Record<string, INodeType> = {
		'test.items': handingOn,
		'test.after': handingOn,
		'test.failing': failing,
		'test.loop': loopingOnce,
		'test.oneByOne': oneByOne,
		'test.mcpServerTrigger': mcpServerTrigger,
		...types,
	};
	const getByName = (name: string): INodeType | IVersionedNodeType => {
		const type = known[name];
		if (!type) throw new Error(`The test registered no node type ${name}`);
		return type;
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			NodeHelpers.getVersionedNodeType(getByName(name), version),
		getKnownTypes: () => ({}),
	};
}

/** Makes the tool node that n8n derives from a node with `usableAsTool`. */
export function toolTwinOf(type: INodeType): INodeType {
	const { description } = type;
	return {
		description: {
			...description,
			name: `${description.name}Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
		},
		execute(this: IExecuteFunctions) {
			return type.execute?.call(this) ?? Promise.resolve([]);
		},
	};
}

/** Hands its input on. As first node of a workflow, it gets the test's items. */
const handingOn = testNodeType([NodeConnectionTypes.Main], (functions) => [
	functions.getInputData(),
]);

const failing = testNodeType([NodeConnectionTypes.Main], () => {
	throw new Error('The node failed');
});

/** Sends its input to output 0 in its first two runs, as a loop with two rounds, and then to output 1. */
const loopingOnce = testNodeType(
	[NodeConnectionTypes.Main, NodeConnectionTypes.Main],
	(functions) => {
		const runIndex = functions.getWorkflowDataProxy(0).$runIndex as number;
		return runIndex < 2 ? [functions.getInputData(), []] : [[], functions.getInputData()];
	},
);

/** Sends its first items to output 0, one in each run, as Loop Over Items does. Then uses output 1. */
const oneByOne = testNodeType([NodeConnectionTypes.Main, NodeConnectionTypes.Main], (functions) => {
	const context = functions.getContext('node') as { left?: INodeExecutionData[] };
	const [next, ...left] = context.left ?? functions.getInputData();
	context.left = left;
	return next ? [[next], []] : [[], functions.getInputData()];
});

/** Takes tools, as n8n's MCP Server Trigger does. The engine never runs this node. */
const mcpServerTrigger = testNodeType([NodeConnectionTypes.Main], () => [], [
	NodeConnectionTypes.AiTool,
]);

export function testNodeType(
	outputs: INodeTypeDescription['outputs'],
	run: (functions: IExecuteFunctions) => INodeExecutionData[][] | Promise<INodeExecutionData[][]>,
	inputs: INodeTypeDescription['inputs'] = [NodeConnectionTypes.Main],
): INodeType {
	return {
		description: {
			displayName: 'Test',
			name: 'test',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Test' },
			inputs,
			outputs,
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return await run(this);
		},
	};
}
