import assert from 'node:assert/strict';

import type { StoredWorkflow } from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { backlinkForm, backlinkItems } from '../engine/forms.mts';
import { NODE_NAME } from './workflowAroundNode.mts';
import {
	n8nLog,
	credentialWithOwnKey,
	type PanelInN8n,
	panelWorkflow,
	TRIGGER_NAME,
	withItems,
} from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';

const keyed = {
	...backlinkForm,
	options: { parallelRequests: 1, idempotencyKey: '={{ $json.url }}' },
};

/** Stops or kills n8n during orders, runs the workflow again, and checks the sandbox's charges. */
export async function moneyScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Stop button, then executed again: with Idempotency Keys, nothing is paid twice',
		async () => {
			await panel.addFault({ answer: 'latency', delayMs: 3_000, skip: 2, times: 1 });
			const workflow = await panelWorkflow(n8n, backlinkItems(5), keyed);
			const id = await client.run(workflow, TRIGGER_NAME);
			await untilOrders(3);
			const logged = await stopAndWaitForNode(id);
			assert.match(logged, /2 of 5 items were ordered. The outcome of item 2 is unknown/);
			assert.equal((await panel.requestsTo('/backlink')).length, 3);

			const again = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(again.data.resultData.error?.context.itemIndex, 2);
			assert.equal((await panel.requestsTo('/backlink')).length, 5);
			const books = await panel.books();
			for (const { subject } of books.charges) assert.equal(books.chargesOf(subject).length, 1);
		},
	);

	await scenarios.run(
		'Idempotency Key: n8n is killed; finished orders are skipped, the one in flight is not sent again',
		async () => {
			// Lets two requests leave in ten seconds, so the node claims at most two orders in advance.
			const slow = { ...n8n, credential: await credentialWithOwnKey(n8n, 'demo_live_slow', 12) };
			const finished = await panelWorkflow(slow, backlinkItems(3), keyed);
			await client.runToEnd(finished, TRIGGER_NAME);
			await panel.addFault({ answer: 'timeout', bodyContains: 'page-1"' });
			const underWay = await panelWorkflow(slow, backlinkItems(3), keyed);
			await client.run(underWay, TRIGGER_NAME);
			await untilOrders(5);
			await untilFirstItemIsRecorded(underWay);
			await n8n.endAndRestart('SIGKILL');
			await panel.clearFaults();

			const skipping = await client.runToEnd(finished, TRIGGER_NAME);
			assert.deepEqual(
				nodeOutput(skipping, NODE_NAME).map(({ skippedBecause }) => skippedBecause),
				['keyUsed', 'keyUsed', 'keyUsed'],
			);
			assert.equal((await panel.requestsTo('/backlink')).length, 5);
			const again = await client.runToEnd(underWay, TRIGGER_NAME);
			const { message, description } = again.data.resultData.error ?? {};
			assert.equal(message, 'The outcome of this order is unknown');
			assert.match(String(description), /^Another execution is sending it, or was interrupted/);
			// Only the third item is sent now, because it was not sent before the crash.
			assert.equal((await panel.requestsTo('/backlink')).length, 6);
			assert.equal((await panel.books()).charges.length, 6);
		},
	);

	/**
	 * Presses the Stop button, and waits for the line that the node then logs. n8n marks the execution as
	 * canceled earlier, while the node may still send.
	 * @returns the line
	 */
	async function stopAndWaitForNode(id: string): Promise<string> {
		const { length: before } = await canceledRunsInLog();
		await client.stopExecution(id);
		const logged = await waitUntil('canceled run in the log', async () => {
			return (await canceledRunsInLog())[before];
		});
		assert.equal((await client.waitForExecution(id)).status, 'canceled');
		return logged;
	}

	/** Reads the node's lines in n8n's log, one for each stopped run. */
	async function canceledRunsInLog(): Promise<string[]> {
		const texts = (await n8nLog(n8n.n8n().logFile)).map(({ text }) => text);
		return texts.filter((text) => text.includes('The execution was canceled: workflow'));
	}

	/**
	 * Waits until the first order is recorded: runs the workflow with this item alone, which is then skipped.
	 * A crash while an order is recorded would lock the order store for two minutes.
	 */
	async function untilFirstItemIsRecorded(workflow: StoredWorkflow): Promise<void> {
		const withFirstItem = await client.saveWorkflow(withItems(workflow, backlinkItems(1)));
		const execution = await client.runToEnd(withFirstItem, TRIGGER_NAME);
		assert.equal(nodeOutput(execution, NODE_NAME)[0]?.skippedBecause, 'keyUsed');
		const { versionId } = withFirstItem;
		await client.saveWorkflow({ ...workflow, versionId });
	}

	async function untilOrders(count: number): Promise<void> {
		await waitUntil(
			'next order',
			async () => (await panel.requestsTo('/backlink')).length >= count,
		);
	}
}
