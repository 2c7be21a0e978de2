import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { backlinkForm, backlinkItems, targetOf } from '../engine/forms.mts';
import { NODE_NAME, type PanelInN8n, panelWorkflow, TRIGGER_NAME } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

const oneAtATime = { ...backlinkForm, options: { parallelRequests: 1 } };
const keyed = {
	...backlinkForm,
	options: { parallelRequests: 1, idempotencyKey: '={{ $json.url }}' },
};

/** Everything that makes n8n run a paid node again, asserted on the sandbox's books. */
export async function moneyScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	const refuseOnce = (index: number) =>
		panel.addFault({
			answer: 'status',
			status: 409,
			body: { ok: false, kod: 'uygunSiteYok', hata: 'Uygun site yok' },
			bodyContains: `page-${index}"`,
			times: 1,
		});

	async function assertChargedOnce(count: number): Promise<void> {
		const books = await panel.books();
		const charges = Array.from(
			{ length: count },
			(_, index) => books.chargesOf(targetOf(index)).length,
		);
		assert.deepEqual(charges, new Array(count).fill(1));
	}

	await scenarios.run('Retry On Fail: 5 items, the third fails once, 5 charges', async () => {
		await refuseOnce(2);
		const workflow = await panelWorkflow(n8n, backlinkItems(5), oneAtATime, {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 10,
		});
		const execution = await client.runToEnd(workflow, TRIGGER_NAME);
		assert.equal(nodeOutput(execution, NODE_NAME).length, 5);
		await assertChargedOnce(5);
	});

	for (const withSavedWorkflow of [false, true]) {
		const which = withSavedWorkflow ? 'currently saved' : 'original';
		await scenarios.run(`Retry button with the ${which} workflow: 5 charges`, async () => {
			await refuseOnce(2);
			const workflow = await panelWorkflow(n8n, backlinkItems(5), oneAtATime);
			const failed = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(failed.status, 'error');
			const retried = await client.retry(failed.id, withSavedWorkflow);
			assert.equal(retried.status, 'success');
			assert.equal(nodeOutput(retried, NODE_NAME).length, 5);
			await assertChargedOnce(5);
		});
	}

	await scenarios.run(
		'Retry button after a broken connection: unknown, never sent again',
		async () => {
			await panel.addFault({ answer: 'reset', bodyContains: 'page-2"' });
			const workflow = await panelWorkflow(n8n, backlinkItems(5), oneAtATime);
			const failed = await client.runToEnd(workflow, TRIGGER_NAME);
			const retried = await client.retry(failed.id);
			const error = retried.data.resultData.error;
			assert.equal(error?.message, 'The outcome of this order is unknown');
			await assertChargedOnce(5);
			assert.equal((await panel.requestsTo('/backlink')).length, 5);
		},
	);

	await scenarios.run(
		'Stop button, then executed again: with keys, nothing is paid twice',
		async () => {
			await panel.addFault({ answer: 'latency', delayMs: 3_000, skip: 2, times: 1 });
			const workflow = await panelWorkflow(n8n, backlinkItems(5), keyed);
			const id = await client.run(workflow, TRIGGER_NAME);
			await untilOrders(3);
			await client.stopExecution(id);
			assert.equal((await client.waitForExecution(id)).status, 'canceled');
			await sleep(500);
			assert.equal((await panel.requestsTo('/backlink')).length, 3);

			const again = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(again.data.resultData.error?.context.itemIndex, 2);
			assert.equal((await panel.requestsTo('/backlink')).length, 5);
			const books = await panel.books();
			for (const { subject } of books.charges) assert.equal(books.chargesOf(subject).length, 1);
		},
	);

	await scenarios.run(
		'Idempotency Key: a second execution skips, also after a restart',
		async () => {
			const workflow = await panelWorkflow(n8n, backlinkItems(3), keyed);
			await client.runToEnd(workflow, TRIGGER_NAME);
			await n8n.crashAndRestart();
			const second = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.ok(nodeOutput(second, NODE_NAME).every(({ skipped }) => skipped === true));
			await assertChargedOnce(3);
		},
	);

	await scenarios.run(
		'Idempotency Key: n8n is killed after an order was charged; it is neither skipped nor sent again',
		async () => {
			await panel.addFault({ answer: 'timeout', bodyContains: 'page-1"' });
			const workflow = await panelWorkflow(n8n, backlinkItems(3), keyed);
			await client.run(workflow, TRIGGER_NAME);
			await untilOrders(2);
			await n8n.crashAndRestart();
			await panel.clearFaults();

			const again = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(
				again.data.resultData.error?.message,
				'The outcome of an earlier order with this idempotency key is unknown',
			);
			await assertChargedOnce(3);
			assert.equal((await panel.requestsTo('/backlink')).length, 3);
		},
	);

	await scenarios.run(
		'Stop button during a wait for the rate limit: the node ends within 250 ms',
		async () => {
			await panel.addFault({ answer: 'tooManyRequests', headers: { 'retry-after': '600' } });
			const workflow = await panelWorkflow(n8n, backlinkItems(3), oneAtATime);
			const linesBefore = await stoppedRunsInLog();
			const id = await client.run(workflow, TRIGGER_NAME);
			await untilOrders(1);
			const pressedAt = Date.now();
			await client.stopExecution(id);
			while ((await stoppedRunsInLog()) === linesBefore) await sleep(5);
			const tookMs = Date.now() - pressedAt;
			console.log(`  from the press of the button to the node's line in n8n's log: ${tookMs} ms`);
			assert.equal((await client.waitForExecution(id)).status, 'canceled');
			assert.equal((await panel.requestsTo('/backlink')).length, 1);
		},
	);

	/** The node's own last words; n8n itself calls an execution stopped before its nodes have ended. */
	async function stoppedRunsInLog(): Promise<number> {
		const log = await readFile(n8n.n8n().logFile, 'utf8');
		return log.split(`${NODE_NAME}: The execution was canceled`).length;
	}

	async function untilOrders(count: number): Promise<void> {
		while ((await panel.requestsTo('/backlink')).length < count) await sleep(20);
	}
}
