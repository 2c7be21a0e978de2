import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { invoked, type Tool } from '../../engine/workflowInEngine.mts';

export const TOOL_NAME = 'Backlink Panel';

export type ToolAnswer = IDataObject[];

/**
 * Stands for n8n's AI agent and its model. Calls the tool with each of its input items, one after another or all
 * at the same moment. Puts out one item for each call, with the answer.
 */
export const callingAgent: INodeType = {
	description: agentDescription(),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		const call = async ({ json }: INodeExecutionData) => await invoked(tools, json);
		const calls = this.getInputData();
		if (this.getNode().parameters.atOnce === true) {
			return [toItems(await Promise.all(calls.map(call)))];
		}
		const answers: ToolAnswer[] = [];
		for (const each of calls) answers.push(await call(each));
		return [toItems(answers)];
	},
};

/** Stands for an AI agent of newer versions, which asks the engine to run the tool's node. */
export const requestingAgent: INodeType = {
	description: agentDescription(),
	execute(
		this: IExecuteFunctions,
		response?: EngineResponse<{ answers?: ToolAnswer[] }>,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const calls = this.getInputData();
		const before = response?.metadata.answers ?? [];
		const now = (response?.actionResponses ?? []).map(({ data }) =>
			(data.data?.ai_tool?.[0] ?? []).map(({ json }) => json),
		);
		const answers = [...before, ...now];
		const next = calls[answers.length];
		if (!next) return Promise.resolve([toItems(answers)]);
		return Promise.resolve({
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: TOOL_NAME,
					input: next.json,
					type: NodeConnectionTypes.AiTool,
					id: `call ${answers.length}`,
					metadata: { itemIndex: 0 },
				},
			],
			metadata: { answers },
		});
	},
};

function toItems(answers: ToolAnswer[]): INodeExecutionData[] {
	return answers.map((answer) => ({ json: { answer } }));
}

function agentDescription(): INodeTypeDescription {
	return {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};
}
