import assert from 'node:assert/strict';

import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { noSiteFor } from '../../engine/ordersOfItems.mts';
import { backlinkItems } from '../../engine/forms.mts';
import { assertChargedOnce, NODE_NAME } from '../workflowAroundNode.mts';
import type { Scenarios } from '../scenarios.mts';
import { orderWorkflow } from '../orderWorkflow.mts';
import { executionCounts, type QueueMode, sharesSince } from './queueMode.mts';

const items = backlinkItems(5);
const LONGEST_MS = 60_000;

/** Presses Retry twice on one failed execution. The two retries may run in different workers. */
export async function twoRetriesScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	const { client, panel } = queue;

	await scenarios.run(
		'Two retries of one failed execution at the same moment: each item is charged once',
		async () => {
			const credential = await queue.freshCredential(
				{ rateLimit: { window: 'unlimited' } },
				100_000,
			);
			const inOrder = { parallelRequests: 1 };
			const workflow = await orderWorkflow(queue, credential, inOrder, 'stopWorkflow');
			await panel.addFault(noSiteFor(1, 1));
			await workflow.order(items);
			const [failed] = await workflow.ended(1, LONGEST_MS);
			assert.equal(failed?.status, 'error');

			const before = await executionCounts(queue);
			// Delays each order, so that the two retries overlap.
			await panel.addFault({ answer: 'latency', delayMs: 200, method: 'POST' });
			const both = await Promise.all([client.retry(failed.id), client.retry(failed.id)]);
			const shares = await sharesSince(queue, before);
			await workflow.deactivate();

			await assertChargedOnce(panel, items.length);
			// All orders, and the order that the service refused in the first execution.
			assert.equal((await panel.requestsTo('/backlink')).length, items.length + 1);
			assert.ok(both.some(({ status }) => status === 'success'));
			for (const { status, data } of both) {
				if (status === 'success')
					assert.equal(nodeOutput({ data }, NODE_NAME).length, items.length);
				else assert.equal(data.resultData.error?.context.charged, 'unknown');
			}
			scenarios.note(
				`the retries ended as ${both.map(({ status }) => status).join(' and ')}; ` +
					`executions of the workers: ${shares.join(' and ')}`,
			);
		},
	);
}
