import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { StoredCredential, Workflow } from '../../real-n8n/n8nClient.mts';
import { pollsEvery, TRIGGER_TYPE, twoPolls, whileActive } from './activeTrigger.mts';
import type { PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';
import { until } from './until.mts';

/** The example workflows that begin with the trigger, asserted on what reaches the chat. */
export async function triggerExampleScenarios(
	n8n: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { panel } = n8n;

	await scenarios.run('Example "balance low → notify": one message', async () => {
		await panel.change({ balance: 51 });
		const messages = await messagesOf(n8n, 'balance-low-to-notify', async () => {
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
		const messages = await messagesOf(n8n, 'order-status-changed-to-notify', async () => {
			await panel.changeOrder('bl_000001', { durum: 'bitti' });
		});
		assert.deepEqual(messages, [
			{ text: 'The backlink bl_000001 is now “bitti”; before, it was “aktif”.' },
		]);
	});
}

/** What an example sends to the chat when something happens. */
async function messagesOf(
	n8n: PanelInN8n,
	example: string,
	happen: () => Promise<void>,
): Promise<unknown[]> {
	const messages: unknown[] = [];
	const chat = createServer((request, response) => {
		void text(request).then((body) => {
			messages.push(JSON.parse(body));
			response.end('ok');
		});
	}).listen(0, '127.0.0.1');
	await once(chat, 'listening');
	// A server that listens on a port has such an address.
	const { port } = chat.address() as AddressInfo;
	// n8n checks it when it is imported.
	const shipped = JSON.parse(await readFile(`examples/${example}.json`, 'utf8')) as Workflow;
	const workflow = filledIn(shipped, n8n.credential, `http://127.0.0.1:${port}/`);
	try {
		await whileActive(n8n, [workflow], async () => {
			await twoPolls(n8n);
			assert.deepEqual(messages, []);
			await happen();
			await until('message', () => Promise.resolve(messages.length > 0));
			await twoPolls(n8n);
		});
	} finally {
		chat.close();
	}
	return messages;
}

/** An example, filled in the way its notes tell, and polled faster. */
function filledIn(workflow: Workflow, { id, name }: StoredCredential, chatUrl: string): Workflow {
	const nodes = workflow.nodes.map((node) => {
		if (node.type === TRIGGER_TYPE) {
			const parameters = { ...node.parameters, pollTimes: pollsEvery(1) };
			return { ...node, parameters, credentials: { backlinkPanelApi: { id, name } } };
		}
		if (node.name !== 'Notify') return node;
		return { ...node, parameters: { ...node.parameters, url: chatUrl } };
	});
	return { ...workflow, nodes };
}
