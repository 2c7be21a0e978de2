import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import { pollsEvery, twoPolls } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import { whileExampleIsActive } from './exampleRuns.mts';
import { startChat } from './localServer.mts';

/** The examples that begin with the trigger, asserted on what reaches the chat. */
export async function triggerToNotify(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;

	await scenarios.run('Example "balance low → notify": one message', async () => {
		await panel.change({ balance: 51 });
		const example = { file: 'balance-low-to-notify', trigger: 'Balance Low' };
		const messages = await messagesOf(example, async () => {
			await panel.change({ balance: 50 });
		});
		assert.deepEqual(messages, [
			{
				text: 'The balance of the backlink panel is 50 credits, at or below 50. Top it up in the panel.',
			},
		]);
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

	/** What an example, polled faster, sends to the chat when something happens. */
	async function messagesOf(
		{ file, trigger }: { file: string; trigger: string },
		happen: () => Promise<void>,
	): Promise<unknown[]> {
		const chat = await startChat();
		try {
			const example = await shippedExample(file, {
				[trigger]: { pollTimes: pollsEvery(1) },
				Notify: { url: chat.url },
			});
			await whileExampleIsActive(n8n, example, async () => {
				await twoPolls(n8n);
				assert.deepEqual(chat.messages, []);
				await happen();
				await waitUntil('message', () => Promise.resolve(chat.messages.length > 0));
				await twoPolls(n8n);
			});
		} finally {
			chat.close();
		}
		return chat.messages;
	}
}
