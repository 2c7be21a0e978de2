import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import type { Execution } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import { agentNodes, type AgentVersion, agentWorkflow } from './agentWorkflow.mts';
import type { ToolResult } from './backlinkTool.mts';
import { type FakeModel, startFakeModel, type ToolArguments } from './fakeModel.mts';

/** AI Agents whose model says what the scenario tells it to. */
export interface ToldAgent {
	model: FakeModel;
	/**
	 * Runs an agent that has the node as its only tool.
	 * @param turns in each, the model calls the tool with all of these arguments
	 */
	run(
		version: AgentVersion,
		toolParameters: INodeParameters,
		turns: ToolArguments[][],
	): Promise<Execution>;
	/** What the calls of the tool gave the model, the one item of each. */
	resultsForModel(): ToolResult[];
}

/** Starts a model; it has to be closed. */
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
				// The node's output items; the assertions look at what is in them.
				const [item, ...others] = JSON.parse(text) as ToolResult[];
				assert.ok(item && others.length === 0, text);
				return item;
			}),
	};
}
