import assert from 'node:assert/strict';

import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import type { AgentVersion } from './agentWorkflow.mts';
import { assertOrderedOnce, backlinkByModel, sensible, target } from './backlinkTool.mts';
import type { ToolArguments } from './fakeModel.mts';
import { startToldAgent } from './toldAgent.mts';

const sameOrderThreeTimes: Array<{ how: string; turns: ToolArguments[][] }> = [
	{ how: 'one after another', turns: [[sensible], [sensible], [sensible]] },
	{ how: 'in one message', turns: [[sensible, sensible, sensible]] },
];

/** A model that asks for the same order again in one execution. */
export async function repeatedCallsScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;
	const agent = await startToldAgent(n8n);

	const newest: AgentVersion = n8n.installation.version === '1.123.81' ? 3 : 3.1;

	for (const version of [2.2, newest] as const) {
		for (const { how, turns } of sameOrderThreeTimes) {
			await scenarios.run(
				`AI agent ${version}: the same order three times, ${how}, is paid once and told three times`,
				async () => {
					// Long enough for calls of the same moment to overlap.
					await panel.addFault({ answer: 'latency', delayMs: 200, method: 'POST' });
					const execution = await agent.run(version, backlinkByModel, turns);
					assert.equal(execution.status, 'success');
					assertOrderedOnce(agent.resultsForModel());
					assert.equal((await panel.requestsTo('/backlink')).length, 1);
					assert.equal((await panel.chargesOf(target)).length, 1);
				},
			);
		}
	}

	await agent.model.close();
}
