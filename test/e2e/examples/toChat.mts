import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import { pollsEvery, twoPolls } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import {
	assertEveryNodeRan,
	endedExecutions,
	everySecond,
	keyRefused,
	whileExampleIsActive,
} from './exampleRuns.mts';
import { postedToChat } from './localServers.mts';

const LOW =
	'The balance of the backlink panel is 50 credits, at or below 50. Top it up in the panel.';

export async function examplesToChat(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Example "Daily balance check → notify": no message above the threshold, one message for each run at the threshold',
		async () => {
			await panel.change({ balance: 51 });
			const executions = await checksOfBalance([]);
			await panel.change({ balance: 50 });
			executions.push(...(await checksOfBalance([LOW])));
			await panel.addFault(keyRefused);
			const failed =
				'The balance of the backlink panel could not be read: The API key was not accepted.';
			executions.push(...(await checksOfBalance([failed])));
			assertEveryNodeRan(await shippedExample('daily-balance-to-notify'), executions);
			assert.equal((await panel.books()).totals.credits, 0);
		},
	);

	await scenarios.run(
		'Example "Orders → weekly report": by type and status, without orders, and when they cannot be read',
		async () => {
			const messages = await postedToChat(async ({ url }) => {
				const example = await shippedExample('orders-to-report', {
					'Every Monday': { rule: everySecond },
					'Send Report': { url },
				});
				const workflow = await client.createWorkflow(example);
				const executions = [await client.runToEnd(workflow, 'Try It Now')];
				await panel.addOrders({ type: 'backlink', count: 60 });
				await panel.addOrders({ type: 'backlink', count: 2, durum: 'bitti' });
				await panel.addOrders({ type: 'article', count: 3, durum: null, status: 'yayında' });
				await panel.addOrders({ type: 'article', count: 1, durum: null });
				executions.push(await client.runToEnd(workflow, 'Try It Now'));
				await panel.addFault(keyRefused);
				executions.push(await client.runToEnd(workflow, 'Try It Now'));

				await whileExampleIsActive(n8n, example, async (active) => {
					const [scheduled] = await endedExecutions(n8n, active, 1);
					assert.equal(scheduled?.mode, 'trigger');
					assertEveryNodeRan(active, [...executions, scheduled]);
				});
			});
			const filled = [
				'**Orders in the backlink panel**',
				'- backlink, bitti: 2',
				'- backlink, aktif: 60',
				'- article, without a status: 1',
				'- article, yayında: 3',
				'Total: 66',
			].join('\n');
			assert.deepEqual(messages.slice(0, 3), [
				{ text: '**Orders in the backlink panel**\nTotal: 0' },
				{ text: filled },
				{
					text: 'The orders of the backlink panel could not be read: The API key was not accepted.',
				},
			]);
			assert.equal((await panel.books()).totals.credits, 0);
		},
	);

	await scenarios.run('Example "balance low → notify": one message', async () => {
		await panel.change({ balance: 51 });
		const example = { file: 'balance-low-to-notify', trigger: 'Balance Low' };
		const messages = await messagesOf(example, async () => await panel.change({ balance: 50 }));
		assert.deepEqual(messages, [{ text: LOW }]);
	});

	await scenarios.run('Example "order status changed → notify": one message', async () => {
		await panel.addOrders({ type: 'backlink', count: 2 });
		const example = { file: 'order-status-changed-to-notify', trigger: 'Order Status Changed' };
		const messages = await messagesOf(example, async () => {
			await panel.changeOrder('bl_000001', { durum: 'bitti' });
		});
		assert.deepEqual(messages, [
			{ text: 'The backlink bl_000001 is now “bitti”; before, it was “aktif”.' },
		]);
	});

	/** Runs the daily check a few times, and asserts that each execution sends these texts. */
	async function checksOfBalance(texts: string[]): Promise<Execution[]> {
		let executions: Execution[] = [];
		const messages = await postedToChat(async ({ url }) => {
			const example = await shippedExample('daily-balance-to-notify', {
				'Every Morning': { rule: everySecond },
				Notify: { url },
			});
			await whileExampleIsActive(n8n, example, async (workflow) => {
				await endedExecutions(n8n, workflow, 1);
				await client.deactivate(workflow);
				executions = await endedExecutions(n8n, workflow, 1);
			});
		});
		assert.ok(executions.every(({ status, mode }) => status === 'success' && mode === 'trigger'));
		const expected = executions.flatMap(() => texts.map((text) => ({ text })));
		assert.deepEqual(messages, expected);
		return executions;
	}

	/** Returns the messages that an example, which polls every second, sends to the chat after a change. */
	async function messagesOf(
		{ file, trigger }: { file: string; trigger: string },
		happen: () => Promise<void>,
	): Promise<unknown[]> {
		return await postedToChat(async ({ url, messages }) => {
			const example = await shippedExample(file, {
				[trigger]: { pollTimes: pollsEvery(1) },
				Notify: { url },
			});
			await whileExampleIsActive(n8n, example, async () => {
				await twoPolls(n8n);
				assert.deepEqual(messages, []);
				await happen();
				await waitUntil('message', () => Promise.resolve(messages.length > 0));
				await twoPolls(n8n);
			});
		});
	}
}
