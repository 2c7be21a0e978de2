import assert from 'node:assert/strict';

import type { StoredCredential, Workflow } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { backlinkForm, backlinkItems } from '../../engine/forms.mts';
import { testNode, to } from '../../engine/testNode.mts';
import {
	activeOrderWorkflow,
	batchesOf,
	ITEMS_FIELD,
	orderWebhook,
	orderWorkflow,
} from '../orderWorkflow.mts';
import type { Scenarios } from '../scenarios.mts';
import { assertChargedOnce, NODE_NAME } from '../workflowAroundNode.mts';
import { executionCounts, type QueueMode, sharesSince } from './queueMode.mts';

const EXECUTIONS = 8;
const EXECUTIONS_PER_NODE = 4;
const items = backlinkItems(15);
const LONGEST_MS = 180_000;
const options = { idempotencyKey: '={{ $json.url }}' };

/** Branches of the workflow. Each has its own Webhook node and its own Backlink Panel node. */
const branches = ['new posts', 'old posts'].map((what) => ({
	webhook: `Webhook of ${what}`,
	split: `Split ${what}`,
	node: `Order for ${what}`,
}));

/** Uses the keys of one workflow in two workers at once. The order store can lock a node, but not a workflow. */
export async function keysScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	const newCredential = async () =>
		await queue.freshCredential({ rateLimit: { window: 'unlimited' } }, 100_000);

	await scenarios.run(
		`Idempotency Key: ${EXECUTIONS} × ${items.length} different keys on two workers at once, then again: no key gets lost`,
		async () => {
			const workflow = await orderWorkflow(queue, await newCredential(), options);
			const all = backlinkItems(EXECUTIONS * items.length);
			const batches = batchesOf(all, items.length);
			await Promise.all(batches.map(workflow.order));
			await workflow.ended(EXECUTIONS, LONGEST_MS);
			await Promise.all(batches.map(workflow.order));
			const executions = await workflow.ended(2 * EXECUTIONS, LONGEST_MS);
			await workflow.deactivate();

			const again = executions.slice(EXECUTIONS).flatMap((each) => nodeOutput(each, NODE_NAME));
			assert.deepEqual(
				again.map(({ skippedBecause }) => skippedBecause),
				all.map(() => 'keyUsed'),
			);
			await assertChargedOnce(queue.panel, all.length);
		},
	);

	await scenarios.run(
		`Idempotency Key: two nodes of one workflow, ${EXECUTIONS_PER_NODE} executions of each on two workers at once, ` +
			`the same ${items.length} keys: each is ordered once`,
		async () => {
			const before = await executionCounts(queue);
			const workflow = await activeOrderWorkflow(queue, twoBranches(await newCredential()));
			await Promise.all(
				Array.from({ length: EXECUTIONS_PER_NODE }, () => branches)
					.flat()
					.map(async ({ webhook }) => await workflow.orderAt(webhook, items)),
			);
			const count = branches.length * EXECUTIONS_PER_NODE;
			const executions = await workflow.ended(count, LONGEST_MS);
			await workflow.deactivate();

			// Both workers must have run executions, because the scenario is about two nodes in two workers.
			const shares = await sharesSince(queue, before);
			assert.ok(!shares.includes(0), `executions of the workers: ${shares.join(' and ')}`);
			await assertChargedOnce(queue.panel, items.length);
			assert.equal((await queue.panel.requestsTo('/backlink')).length, items.length);

			const outputs = (output: number) =>
				branches.flatMap(({ node }) =>
					executions.flatMap((each) => nodeOutput(each, node, output)),
				);
			const [done, unknown] = [outputs(0), outputs(1)];
			const skipped = done.filter(({ skippedBecause }) => skippedBecause === 'keyUsed').length;
			assert.equal(done.length - skipped, items.length);
			assert.equal(done.length + unknown.length, count * items.length);
			scenarios.note(
				`of ${count * items.length} items ${items.length} were ordered, ${skipped} skipped, ` +
					`${unknown.length} unknown because the other worker was just ordering them; ` +
					`executions of the workers: ${shares.join(' and ')}`,
			);
		},
	);
}

function twoBranches({ id, name }: StoredCredential): Workflow {
	const nodes = branches.flatMap(({ webhook, split, node }, row) =>
		[
			orderWebhook(webhook),
			testNode(split, 'n8n-nodes-base.splitOut', {
				parameters: { fieldToSplitOut: ITEMS_FIELD, options: {} },
			}),
			testNode(node, 'n8n-nodes-backlink-panel.backlinkPanel', {
				credentials: { backlinkPanelApi: { id, name } },
				parameters: { ...backlinkForm, options },
				onError: 'continueErrorOutput',
			}),
		].map((each, column): typeof each => ({ ...each, position: [220 * column, 220 * row] })),
	);
	return {
		name: 'Two nodes with the same keys',
		nodes,
		connections: Object.fromEntries(
			branches.flatMap(({ webhook, split, node }) => [
				[webhook, { main: [to(split)] }],
				[split, { main: [to(node)] }],
			]),
		),
		settings: { executionOrder: 'v1' },
	};
}
