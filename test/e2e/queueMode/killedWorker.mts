import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { backlinkItems, targetOf } from '../../engine/forms.mts';
import type { Scenarios } from '../scenarios.mts';
import { NODE_NAME } from '../workflowAroundNode.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import { orderWorkflow, type OrderWorkflow } from '../orderWorkflow.mts';
import type { QueueMode, Worker } from './queueMode.mts';

const LONGEST_VERDICT_MS = 150_000;
const LONGEST_EXECUTION_MS = 60_000;

/** Rate at which one order leaves in ten seconds, so that the node claims only one order in advance. */
const REQUESTS_PER_MINUTE = 6;

/** Indexes of the items, by their state when the worker is killed. */
const answered = [0, 1];
const charged = [2];
const neverProcessed = [3];
const notSent = [4, 5];
const open = [...charged, ...neverProcessed];
const sent = [...answered, ...open];
const items = backlinkItems(sent.length + notSent.length);

/** Kills a worker in the middle of its orders, and orders the same items again. */
export async function killedWorkerScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	const { client, panel } = queue;

	await scenarios.run(
		'Idempotency Key: a worker is killed with orders in flight; these are unknown, and no order is sent again',
		async () => {
			const credential = await queue.freshCredential(
				{ rateLimit: { window: 'unlimited' } },
				REQUESTS_PER_MINUTE,
			);
			await Promise.all(charged.map(async (index) => await holdAnswer(index, 'after')));
			await Promise.all(neverProcessed.map(async (index) => await holdAnswer(index, 'before')));
			const workflow = await orderWorkflow(queue, credential, {
				idempotencyKey: '={{ $json.url }}',
				parallelRequests: open.length,
			});
			await workflow.order(items);
			await waitUntil(
				'order of the last that is sent',
				async () => (await orders()) === sent.length,
			);
			const [running] = await workflow.executions();
			assert.ok(running);
			await waitUntil('record of the answered orders', async () => {
				const probe = await endOf(workflow, items.slice(0, answered.length));
				return nodeOutput(probe, NODE_NAME).length === answered.length;
			});
			scenarios.note(await verdictAfterKill(running.id));
			await panel.clearFaults();
			assert.equal(await orders(), sent.length);

			assertNothingSentAgain(await endOf(workflow, items));
			const books = await panel.books();
			assert.equal(books.requestsTo('/backlink').length, items.length);
			assert.deepEqual(
				items.map((_, index) => books.chargesOf(targetOf(index)).length),
				items.map((_, index) => (neverProcessed.includes(index) ? 0 : 1)),
			);
			await workflow.deactivate();
		},
	);

	/** Withholds the answer to an order. With the phase 'before', the service does not charge the order either. */
	async function holdAnswer(index: number, phase: 'after' | 'before'): Promise<void> {
		await panel.addFault({ answer: 'timeout', phase, bodyContains: `page-${index}"` });
	}

	async function orders(): Promise<number> {
		return (await panel.requestsTo('/backlink')).length;
	}

	/** Orders the items, and waits until the execution has ended. */
	async function endOf(workflow: OrderWorkflow, ordered: IDataObject[]): Promise<Execution> {
		const { length: before } = await workflow.executions();
		await workflow.order(ordered);
		const started = await waitUntil('execution', async () => (await workflow.executions())[before]);
		return await client.waitForExecution(started.id, LONGEST_EXECUTION_MS);
	}

	/** Kills the worker of an execution. @returns the status that n8n gives the execution, for people */
	async function verdictAfterKill(runningId: string): Promise<string> {
		await (await workerOf(runningId)).kill();
		const killedAt = Date.now();
		const { status, data } = await client.waitForExecution(runningId, LONGEST_VERDICT_MS);
		const seconds = Math.round((Date.now() - killedAt) / 1000);
		const retry = await client.retry(runningId);
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

/** Asserts that answered orders are skipped, orders without an answer are unknown, and all others are sent. */
function assertNothingSentAgain(again: Execution): void {
	assert.deepEqual(
		nodeOutput(again, NODE_NAME).map(
			({ skippedBecause, placementId }) => skippedBecause ?? typeof placementId,
		),
		[...answered.map(() => 'keyUsed'), ...notSent.map(() => 'string')],
	);
	assert.deepEqual(
		nodeOutput(again, NODE_NAME, 1).map(({ url, error }) => {
			// Unchecked cast: the comparison below fails if the error item lacks a field.
			const { charged: mayHaveCost, message, description } = error as Record<string, string>;
			return [url, mayHaveCost, message, description?.split('.')[0]];
		}),
		open.map((index) => [
			targetOf(index),
			'unknown',
			'The outcome of this order is unknown',
			'Another execution is sending it, or was interrupted less than 20 minutes ago',
		]),
	);
}
