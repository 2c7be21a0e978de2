import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import type { Execution } from '../../../real-n8n/n8nClient.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import {
	assertEveryNodeRan,
	endedExecutions,
	everySecond,
	keyRefused,
	whileExampleIsActive,
} from './exampleRuns.mts';
import { startChat } from './localServer.mts';

/** A schedule reads the balance and tells a low one, and that it could not be read. */
export async function dailyBalanceToNotify(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Example "Daily balance check → notify": silent above the threshold, one message a run at it',
		async () => {
			const executions = await executionsOf(async () => await panel.change({ balance: 51 }), []);
			executions.push(
				...(await executionsOf(
					async () => await panel.change({ balance: 50 }),
					[
						'The balance of the backlink panel is 50 credits, at or below 50. Top it up in the panel.',
					],
				)),
				...(await executionsOf(async () => {
					await panel.addFault(keyRefused);
				}, ['The balance of the backlink panel could not be read: The API key was not accepted.'])),
			);
			assertEveryNodeRan(await shippedExample('daily-balance-to-notify'), executions);
			const { totals } = await panel.books();
			assert.equal(totals.credits, 0);
		},
	);

	/** The executions in that state of the panel, each of which has to send those texts. */
	async function executionsOf(prepare: () => Promise<void>, texts: string[]): Promise<Execution[]> {
		await prepare();
		const chat = await startChat();
		try {
			const example = await shippedExample('daily-balance-to-notify', {
				'Every Morning': { rule: everySecond },
				Notify: { url: chat.url },
			});
			let executions: Execution[] = [];
			await whileExampleIsActive(n8n, example, async (workflow) => {
				await endedExecutions(n8n, workflow, 1);
				await client.deactivate(workflow);
				executions = await endedExecutions(n8n, workflow, 1);
			});
			assert.ok(executions.every(({ status, mode }) => status === 'success' && mode === 'trigger'));
			const expected = executions.flatMap(() => texts.map((text) => ({ text })));
			assert.deepEqual(chat.messages, expected);
			return executions;
		} finally {
			chat.close();
		}
	}
}
