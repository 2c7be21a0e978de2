import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

/** Node types for an engine without n8n: the nodes under test and the two test nodes around them. */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const known: Record<string, INodeType> = {
		'test.items': testNode,
		'test.after': testNode,
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

/** Hands its input on; the first one of a workflow is started with the test's items. */
const testNode: INodeType = {
	description: {
		displayName: 'Test',
		name: 'test',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Test' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	} satisfies INodeTypeDescription,
	execute(this: IExecuteFunctions) {
		return Promise.resolve([this.getInputData()]);
	},
};
