import assert from 'node:assert/strict';

import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { backlinkItems, targetOf } from '../../engine/forms.mts';
import type { Scenarios } from '../scenarios.mts';
import { NODE_NAME } from '../workflowAroundNode.mts';
import { until } from '../until.mts';
import { orderWorkflow, type OrderWorkflow } from './orderWorkflow.mts';
import type { QueueMode, Worker } from './queueMode.mts';

const LONGEST_VERDICT_MS = 150_000;
const LONGEST_EXECUTION_MS = 60_000;

/** What has become of the items when the worker is killed; by index. */
const answered = [0, 1, 2, 3];
const charged = [4, 5];
const neverProcessed = [6, 7];
const notSent = [8, 9, 10, 11];
const open = [...charged, ...neverProcessed];
const sent = [...answered, ...open];
const items = backlinkItems(sent.length + notSent.length);

/** A worker ends in the middle of its orders, and the same items are run again. */
export async function killedWorkerScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	const { client, panel } = queue;

	await scenarios.run(
		'Idempotency Key: a worker is killed with orders under way; none is sent again, the open ones are unknown',
		async () => {
			const credential = await queue.freshCredential(
				{ rateLimit: { window: 'unlimited' } },
				100_000,
			);
			await Promise.all(charged.map(async (index) => await holdAnswer(index, 'after')));
			await Promise.all(neverProcessed.map(async (index) => await holdAnswer(index, 'before')));
			const workflow = await orderWorkflow(queue, credential, {
				idempotencyKey: '={{ $json.url }}',
				parallelRequests: open.length,
			});
			await workflow.order(items);
			await until('order of the last that is sent', async () => (await orders()) === sent.length);
			scenarios.note(await verdictAfterKill(workflow));
			await panel.clearFaults();
			assert.equal(await orders(), sent.length);

			await workflow.order(items);
			const [, again] = await workflow.ended(2, LONGEST_EXECUTION_MS);
			assert.ok(again);
			assertNothingSentAgain(again);
			const books = await panel.books();
			assert.equal(books.requestsTo('/backlink').length, items.length);
			assert.deepEqual(
				items.map((_, index) => books.chargesOf(targetOf(index)).length),
				items.map((_, index) => (neverProcessed.includes(index) ? 0 : 1)),
			);
			await workflow.deactivate();
		},
	);

	/** The order is charged before or never, and no answer comes. */
	async function holdAnswer(index: number, phase: 'after' | 'before'): Promise<void> {
		await panel.addFault({ answer: 'timeout', phase, bodyContains: `page-${index}"` });
	}

	async function orders(): Promise<number> {
		return (await panel.requestsTo('/backlink')).length;
	}

	/** Kills the worker of the only execution. @returns what n8n makes of the execution, for people */
	async function verdictAfterKill(workflow: OrderWorkflow): Promise<string> {
		const [running] = await workflow.executions();
		assert.ok(running);
		await (await workerOf(running.id)).kill();
		const killedAt = Date.now();
		const { status, data } = await client.waitForExecution(running.id, LONGEST_VERDICT_MS);
		const seconds = Math.round((Date.now() - killedAt) / 1000);
		const retry = await client.retry(running.id);
		assert.equal(retry.data.resultData.runData[NODE_NAME], undefined);
		return (
			`${seconds} s after the worker was killed, its execution has the status "${status}" ` +
			`(${data.resultData.error?.message.split('.')[0]}); the Retry button runs no node`
		);
	}

	async function workerOf(executionId: string): Promise<Worker> {
		for (const worker of queue.workers) {
			if ((await worker.executionIds()).includes(executionId)) return worker;
		}
		throw new Error(`No worker has started execution ${executionId}`);
	}
}

/** Placed before, unknown, or ordered now: each item comes out as what it is. */
function assertNothingSentAgain(again: Execution): void {
	assert.deepEqual(
		nodeOutput(again, NODE_NAME).map(({ skipped, placementId }) => skipped ?? typeof placementId),
		[...answered.map(() => true), ...notSent.map(() => 'string')],
	);
	assert.deepEqual(
		nodeOutput(again, NODE_NAME, 1).map(({ url, error }) => [url, chargedOf(error)]),
		open.map((index) => [targetOf(index), 'unknown']),
	);
}

function chargedOf(error: unknown): unknown {
	return typeof error === 'object' && error !== null && 'charged' in error
		? error.charged
		: undefined;
}
