import assert from 'node:assert/strict';

import type { INode, INodeParameters } from 'n8n-workflow';

import type { Execution, StoredCredential, StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import { testNode } from '../../engine/testNode.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { ToolResult } from './backlinkTool.mts';
import { type FakeModel, startFakeModel, type ToolArguments } from './fakeModel.mts';

export const agentNodes = { start: 'Start', agent: 'Agent', tool: 'Backlink Panel' } as const;

/** Version of the AI Agent node. Version 2 calls its tools itself; version 3 lets n8n's engine run them. */
export type AgentVersion = 2.2 | 3 | 3.1;

async function agentWorkflow(
	{ client, credential: panelCredential }: PanelInN8n,
	modelCredential: StoredCredential,
	agentVersion: AgentVersion,
	toolParameters: INodeParameters,
): Promise<StoredWorkflow> {
	const { start, agent, tool } = agentNodes;
	const toAgent = (type: 'main' | 'ai_languageModel' | 'ai_tool') => ({
		[type]: [[{ node: agent, type, index: 0 }]],
	});
	return await client.createWorkflow({
		name: 'AI agent',
		nodes: [
			testNode(start, 'n8n-nodes-base.manualTrigger', { position: [0, 0] }),
			testNode(agent, '@n8n/n8n-nodes-langchain.agent', {
				typeVersion: agentVersion,
				position: [220, 0],
				parameters: { promptType: 'define', text: 'Buy what is needed.', options: {} },
			}),
			testNode('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
				typeVersion: 1.3,
				position: [160, 220],
				parameters: {
					model: { __rl: true, mode: 'id', value: 'fake-model' },
					responsesApiEnabled: false,
					options: {},
				},
				credentials: used(modelCredential),
			}),
			testNode(tool, 'n8n-nodes-backlink-panel.backlinkPanelTool', {
				position: [360, 220],
				parameters: toolParameters,
				credentials: used(panelCredential),
			}),
		],
		connections: {
			[start]: toAgent('main'),
			Model: toAgent('ai_languageModel'),
			[tool]: toAgent('ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	});
}

function used({ type, id, name }: StoredCredential): INode['credentials'] {
	return { [type]: { id, name } };
}

/** AI Agents with a fake model, which makes planned tool calls. */
export interface ToldAgent {
	model: FakeModel;
	/** Runs an agent that has the node as its only tool. @param turns as in `FakeModel.willCall` */
	run(
		version: AgentVersion,
		toolParameters: INodeParameters,
		turns: ToolArguments[][],
	): Promise<Execution>;
	/** Items that the model has read, one for each call of the tool. */
	resultsForModel(): ToolResult[];
}

/** Starts a fake model, which the caller must close. */
export async function startToldAgent(n8n: PanelInN8n): Promise<ToldAgent> {
	const { client } = n8n;
	const model = await startFakeModel();
	const modelCredential = await client.createCredential({
		name: 'Model',
		type: 'openAiApi',
		data: { apiKey: 'not-needed', url: model.url },
	});
	return {
		model,
		async run(version, toolParameters, turns) {
			model.willCall(...turns);
			const workflow = await agentWorkflow(n8n, modelCredential, version, toolParameters);
			return await client.runToEnd(workflow, agentNodes.start);
		},
		resultsForModel: () =>
			model.toolResults().map((text) => {
				// Unchecked cast: the assertions check the items.
				const [item, ...others] = JSON.parse(text) as ToolResult[];
				assert.ok(item && others.length === 0, text);
				return item;
			}),
	};
}
