import assert from 'node:assert/strict';

import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { backlinkItems } from '../../engine/forms.mts';
import type { Scenarios } from '../scenarios.mts';
import { NODE_NAME } from '../workflowAroundNode.mts';
import { batchesOf, orderWorkflow } from '../orderWorkflow.mts';
import type { QueueMode } from './queueMode.mts';

const EXECUTIONS = 8;
const ITEMS_PER_EXECUTION = 15;
const LONGEST_MS = 180_000;

/** Two workers use the idempotency keys of one workflow at the same time; n8n's store has no lock. */
export async function simultaneousKeysScenarios(
	queue: QueueMode,
	scenarios: Scenarios,
): Promise<void> {
	const { panel } = queue;

	await scenarios.run(
		`Idempotency Key: ${EXECUTIONS} × ${ITEMS_PER_EXECUTION} different keys on two workers at once, then again: no key gets lost`,
		async () => {
			const workflow = await keyedWorkflow();
			const items = backlinkItems(EXECUTIONS * ITEMS_PER_EXECUTION);
			const batches = batchesOf(items, ITEMS_PER_EXECUTION);
			await Promise.all(batches.map(workflow.order));
			await workflow.ended(EXECUTIONS, LONGEST_MS);
			await Promise.all(batches.map(workflow.order));
			const executions = await workflow.ended(2 * EXECUTIONS, LONGEST_MS);
			await workflow.deactivate();

			const again = executions.slice(EXECUTIONS).flatMap((each) => nodeOutput(each, NODE_NAME));
			assert.deepEqual(
				again.map(({ skippedBecause }) => skippedBecause),
				items.map(() => 'keyUsed'),
			);
			await assertChargedOnce(items.map(({ url }) => url));
		},
	);

	await scenarios.run(
		`Idempotency Key: ${EXECUTIONS} executions with the same ${ITEMS_PER_EXECUTION} keys on two workers at once: each is charged once`,
		async () => {
			const workflow = await keyedWorkflow();
			const items = backlinkItems(ITEMS_PER_EXECUTION);
			await Promise.all(Array.from({ length: EXECUTIONS }, () => workflow.order(items)));
			const executions = await workflow.ended(EXECUTIONS, LONGEST_MS);
			await workflow.deactivate();

			await assertChargedOnce(items.map(({ url }) => url));
			assert.equal((await panel.requestsTo('/backlink')).length, items.length);
			const output = executions.flatMap((each) => nodeOutput(each, NODE_NAME));
			const open = executions.flatMap((each) => nodeOutput(each, NODE_NAME, 1));
			const skipped = output.filter(({ skippedBecause }) => skippedBecause === 'keyUsed').length;
			assert.equal(output.length - skipped, items.length);
			assert.equal(output.length + open.length, EXECUTIONS * items.length);
			scenarios.note(
				`of ${EXECUTIONS * items.length} items ${items.length} were ordered, ${skipped} skipped, ` +
					`${open.length} unknown because the other worker was just ordering them`,
			);
		},
	);

	async function keyedWorkflow() {
		const credential = await queue.freshCredential({ rateLimit: { window: 'unlimited' } }, 100_000);
		return await orderWorkflow(queue, credential, { idempotencyKey: '={{ $json.url }}' });
	}

	async function assertChargedOnce(urls: unknown[]): Promise<void> {
		const { charges } = await panel.books();
		assert.deepEqual(charges.map(({ subject }) => subject).sort(), [...urls].sort());
	}
}
