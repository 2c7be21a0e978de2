import assert from 'node:assert/strict';

import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { assertOrderedOnce, backlinkByModel, sensible, target } from './backlinkTool.mts';
import { ANSWER, type ToolArguments } from './fakeModel.mts';
import { agentNodes, type AgentVersion, startToldAgent } from './toldAgent.mts';

/** Calls the node as the tool of an AI Agent, with a fake model that makes the calls planned by the scenario. */
export async function aiAgentScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;
	const { model, run: runAgent, resultsForModel } = await startToldAgent(n8n);

	for (const version of [2.2, 3.1] as const) {
		const agent = `AI agent ${version}`;

		await scenarios.run(
			`${agent}: an order of the model is charged once, and the model reads the result`,
			async () => {
				const execution = await runAgent(version, backlinkByModel, [[sensible]]);
				const { name, description, parameters } = model.offeredTool();
				assert.deepEqual(
					[name, description],
					['Backlink_Panel', 'Create a backlink (1 credit a month) in Backlink Panel'],
				);
				assert.deepEqual(parameters.required, Object.keys(sensible));
				const { requests, charges } = await panel.books();
				assert.deepEqual(
					requests.map(({ body }) => body),
					[{ hedefUrl: target, anchor: 'el dokuması halı', sureAy: 3 }],
				);
				assert.deepEqual(
					charges.map(({ subject, credits }) => [subject, credits]),
					[[target, 3]],
				);
				const [backlink] = resultsForModel();
				assert.deepEqual([backlink?.placementId, backlink?.harcananKredi], ['bl_000001', 3]);
				assertAnswered(execution);
			},
		);

		await scenarios.run(
			`${agent}: the model reads a refusal of the service with its kod`,
			async () => {
				await panel.change({ balance: 2 });
				const execution = await runAgent(version, backlinkByModel, [[sensible]]);
				const [refused] = resultsForModel();
				assert.deepEqual(refused?.error, {
					message: 'Not enough credits',
					description:
						'Top up the balance in the panel, then try again. Nothing was charged. The service said: “Krediniz bu işlem için yetersiz.”',
					reason: 'krediYetersiz',
					kod: 'krediYetersiz',
					hata: 'Krediniz bu işlem için yetersiz.',
					httpStatus: 402,
					charged: 'no',
					retryable: false,
				});
				assert.deepEqual((await panel.books()).charges, []);
				assertAnswered(execution);
			},
		);
	}

	await scenarios.run(
		'AI agent 3.1: an argument is missing; the model reads its name, adds it, and pays once',
		async () => {
			const { Duration__Months_: forgotten, ...incomplete } = sensible;
			await runAgent(3.1, backlinkByModel, [
				[incomplete],
				[{ ...incomplete, Duration__Months_: forgotten }],
			]);
			const [refused, bought] = resultsForModel();
			assert.equal(
				refused?.error?.message,
				'“Duration (Months)” has to be a whole number from 1 to 1,200',
			);
			assert.equal(bought?.placementId, 'bl_000001');
			assert.equal((await panel.chargesOf(target)).length, 1);
		},
	);

	await model.close();
}

function assertAnswered(execution: Execution): void {
	assert.equal(execution.status, 'success');
	assert.deepEqual(nodeOutput(execution, agentNodes.agent), [{ output: ANSWER }]);
}

const sameOrderThreeTimes: Array<{ how: string; turns: ToolArguments[][] }> = [
	{ how: 'one after another', turns: [[sensible], [sensible], [sensible]] },
	{ how: 'in one message', turns: [[sensible, sensible, sensible]] },
];

export async function repeatedCallsScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;
	const agent = await startToldAgent(n8n);

	const newest: AgentVersion = n8n.installation.version === '1.123.81' ? 3 : 3.1;

	for (const version of [2.2, newest] as const) {
		for (const { how, turns } of sameOrderThreeTimes) {
			await scenarios.run(
				`AI agent ${version}: the same order three times, ${how}, is paid once and returned three times`,
				async () => {
					// Delays each order, so that the calls of one message overlap.
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
