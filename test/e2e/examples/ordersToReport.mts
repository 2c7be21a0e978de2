import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
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

/** The list of orders becomes a report by type and status. */
export async function ordersToReport(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Example "Orders → weekly report": by type and status, without orders, and when they cannot be read',
		async () => {
			const chat = await startChat();
			try {
				const example = await shippedExample('orders-to-report', {
					'Every Monday': { rule: everySecond },
					'Send Report': { url: chat.url },
				});
				const workflow = await client.createWorkflow(example);
				const empty = await client.runToEnd(workflow, 'Try It Now');
				await panel.addOrders({ type: 'backlink', count: 60 });
				await panel.addOrders({ type: 'backlink', count: 2, durum: 'bitti' });
				await panel.addOrders({ type: 'article', count: 3, durum: null, status: 'yayında' });
				await panel.addOrders({ type: 'article', count: 1, durum: null });
				const filled = await client.runToEnd(workflow, 'Try It Now');
				await panel.addFault(keyRefused);
				const refused = await client.runToEnd(workflow, 'Try It Now');
				assert.deepEqual(chat.messages, [
					{ text: '**Orders in the backlink panel**\nTotal: 0' },
					{
						text: [
							'**Orders in the backlink panel**',
							'- backlink, bitti: 2',
							'- backlink, aktif: 60',
							'- article, without a status: 1',
							'- article, yayında: 3',
							'Total: 66',
						].join('\n'),
					},
					{
						text: 'The orders of the backlink panel could not be read: The API key was not accepted.',
					},
				]);

				await whileExampleIsActive(n8n, example, async (active) => {
					const [scheduled] = await endedExecutions(n8n, active, 1);
					assert.equal(scheduled?.mode, 'trigger');
					assertEveryNodeRan(
						active,
						[empty, filled, refused, scheduled].flatMap((execution) => execution ?? []),
					);
				});
				assert.equal((await panel.books()).totals.credits, 0);
			} finally {
				chat.close();
			}
		},
	);
}
