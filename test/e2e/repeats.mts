import assert from 'node:assert/strict';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Execution } from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { noSiteFor } from '../engine/ordersOfItems.mts';
import { backlinkForm, backlinkItems } from '../engine/forms.mts';
import { assertChargedOnce, NODE_NAME } from './workflowAroundNode.mts';
import { loopWorkflow } from './loopWorkflow.mts';
import {
	type PanelInN8n,
	panelWorkflow,
	startedByHand,
	TRIGGER_NAME,
	withItems,
} from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

const oneAtATime = { ...backlinkForm, options: { parallelRequests: 1 } };
/** Fields with an anchor text that differs each time that n8n evaluates it. */
const changing: INodeParameters = {
	...oneAtATime,
	anchorText: '={{ $json.anchor }} {{ $now.toMillis() }} {{ Math.random() }}',
};

/**
 * Runs the node several times, by Retry, by a loop and by the editor, and checks the sandbox's charges.
 * n8n evaluates the fields anew each time.
 */
export async function repeatsScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'A Retry fails, then Retry on the original execution again: each item is charged once',
		async () => {
			const original = await failsAtSecondOfFive(oneAtATime);
			await panel.addFault(noSiteFor(4, 1));
			const first = await client.retry(original.id);
			assert.equal(first.status, 'error');
			const second = await client.retry(original.id);
			const byFirst = 'orderedByEarlierRetry';
			assert.deepEqual(outcomes(second), ['ordered', byFirst, byFirst, byFirst, 'ordered']);
			assert.match(hints(second), /ordered by an earlier retry of this execution \(items 1–3\)/);
			await assertChargedOnce(panel, 5);
			// Five charged orders and two refused ones.
			assert.equal(await orders(), 7);
		},
	);

	await scenarios.run(
		'Two retries of one execution at the same moment, an anchor that changes: each item is charged once',
		async () => {
			const original = await failsAtSecondOfFive(changing);
			// Delays each order, so that the two retries overlap.
			await panel.addFault({ answer: 'latency', delayMs: 200, method: 'POST' });
			const both = await Promise.all([client.retry(original.id), client.retry(original.id, true)]);
			assert.deepEqual(
				both.map(({ status }) => status),
				['success', 'success'],
			);
			const sent = both.flatMap((retry) => outcomes(retry).slice(1));
			assert.deepEqual(sent.sort(), [
				...new Array<string>(4).fill('ordered'),
				...new Array<string>(4).fill('orderedByEarlierRetry'),
			]);
			await assertChargedOnce(panel, 5);
			assert.equal(await orders(), 6);
		},
	);

	await scenarios.run(
		'Loop Over Items, 5 rounds, Max Credits per Execution 1: one charge',
		async () => {
			const options = { maxCredits: 1 };
			const workflow = await client.createWorkflow(
				loopWorkflow(n8n.credential, startedByHand(backlinkItems(5)), { ...backlinkForm, options }),
			);
			const execution = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(execution.status, 'success');
			assert.equal(execution.data.resultData.runData[NODE_NAME]?.length, 5);
			const limit = '“Max Credits per Execution” does not allow this order';
			assert.deepEqual(outcomes(execution), ['ordered', limit, limit, limit, limit]);
			await assertChargedOnce(panel, 1);
			assert.equal(await orders(), 1);
		},
	);

	await scenarios.run(
		'Executed twice in the editor: the second execution returns the orders of the first',
		async () => {
			const workflow = await panelWorkflow(n8n, backlinkItems(3), backlinkForm);
			const first = nodeOutput(await client.runToEnd(workflow, TRIGGER_NAME), NODE_NAME);
			const again = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.deepEqual(
				nodeOutput(again, NODE_NAME),
				first.map((order) => ({ ...order, alreadyOrdered: true })),
			);
			assert.notEqual(hints(again), '');
			await assertChargedOnce(panel, 3);
			assert.equal(await orders(), 3);

			const changed = await client.saveWorkflow(withItems(workflow, backlinkItems(4)));
			const [, , , added] = nodeOutput(await client.runToEnd(changed, TRIGGER_NAME), NODE_NAME);
			assert.equal(added?.alreadyOrdered, undefined);
			await assertChargedOnce(panel, 4);
		},
	);

	async function failsAtSecondOfFive(parameters: INodeParameters): Promise<Execution> {
		await panel.addFault(noSiteFor(1, 1));
		const workflow = await panelWorkflow(n8n, backlinkItems(5), parameters);
		const failed = await client.runToEnd(workflow, TRIGGER_NAME);
		assert.equal(failed.status, 'error');
		return failed;
	}

	async function orders(): Promise<number> {
		return (await panel.requestsTo('/backlink')).length;
	}
}

/** Lists for each item: 'ordered', the reason for skipping it, or its error message. */
function outcomes(execution: Execution): string[] {
	return nodeOutput(execution, NODE_NAME).map(({ placementId, skippedBecause, error }) => {
		if (typeof placementId === 'string') return 'ordered';
		return String(skippedBecause ?? (error as IDataObject | undefined)?.message);
	});
}

function hints(execution: Execution): string {
	const runs = execution.data.resultData.runData[NODE_NAME] ?? [];
	return runs
		.flatMap((run) => run.hints ?? [])
		.map(({ message }) => message)
		.join('\n');
}
