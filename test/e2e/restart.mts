import assert from 'node:assert/strict';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Execution, StoredCredential, Workflow } from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';
import { backlinkForm, backlinkItems } from '../engine/forms.mts';
import type { Books } from '../sandbox/sandboxClient.mts';
import { loopWorkflow } from './loopWorkflow.mts';
import { n8nLog, credentialWithOwnKey, type PanelInN8n } from './panelInN8n.mts';
import { activeOrderWorkflow, ITEMS_FIELD, orderWebhook } from './orderWorkflow.mts';
import type { Scenarios } from './scenarios.mts';
import { NODE_NAME, workflowAroundNode } from './workflowAroundNode.mts';

/**
 * Time in s that n8n waits for executions before it ends; n8n's own default is 30. Within 5 s the order store
 * ends its writes: a lock that stays behind would delay the next execution by two minutes.
 */
export const quickToShutDown = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

const items = backlinkItems(40);
const CHARGES_BEFORE_END = 13;
/** Index of the order whose answer never comes, so that n8n ends while this order is in flight. */
const HELD = 15;
/** Rate of the credential: the node claims ten orders in advance, and 40 orders leave without a wait. */
const REQUESTS_PER_MINUTE = 60;

const few = backlinkItems(5);
const HELD_ROUND = 2;
/** Outcomes of the rounds in the first and in the second Retry, after n8n ended in `HELD_ROUND`. */
const loops = [
	{
		saved: false,
		first: ['unknown', 'unknown', 'unknown', 'ordered', 'ordered'],
		second: few.map(() => 'unknown'),
	},
	{
		saved: true,
		first: ['ordered', 'ordered', 'unknown', 'ordered', 'ordered'],
		second: ['ordered', 'ordered', 'unknown', 'orderedByEarlierRetry', 'orderedByEarlierRetry'],
	},
];

/** Restarts n8n in the middle of an execution, then retries it. Without saved progress, n8n repeats all items. */
export async function restartScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;
	const inTheMiddle = `n8n is restarted in the middle of ${items.length} orders, then Retry, twice`;

	await scenarios.run(`${inTheMiddle}: nothing is sent, every item is unknown`, async () => {
		const crashed = await crashInTheMiddle(n8n.credential, {});
		await assertRetriesSendNothing(crashed, items.length);
	});

	await scenarios.run(
		`${inTheMiddle}, with Idempotency Keys: what was ordered is skipped, the rest is ordered or unknown`,
		async () => {
			const credential = await credentialWithOwnKey(n8n, 'demo_live_keyed', REQUESTS_PER_MINUTE);
			const crashed = await crashInTheMiddle(credential, { idempotencyKey: '={{ $json.url }}' });
			const before = await panel.books();
			const first = await retry(crashed.id);
			const after = await panel.books();
			const second = await retry(crashed.id);
			noteFigures(before, after, [first, second]);

			const ordered = outcomes(first).filter((outcome) => outcome === 'ordered');
			assert.ok(outcomes(first).includes('keyUsed'));
			assert.ok(outcomes(first).includes('unknown'));
			assert.ok(ordered.length > 0);
			assert.equal(after.charges.length, before.charges.length + ordered.length);
			// The second Retry skips the orders of the first one.
			assert.deepEqual(
				outcomes(second),
				outcomes(first).map((outcome) => (outcome === 'ordered' ? 'keyUsed' : outcome)),
			);
			assert.equal((await orders()).length, after.requestsTo('/backlink').length);
			assertNothingPaidTwice(await panel.books());
		},
	);

	await scenarios.run(
		'n8n is restarted in a node after the orders, then Retry, twice: nothing is sent, every item is unknown',
		async () => {
			const webhook = orderWebhook('Order');
			const workflow = workflowAroundNode({
				name: 'Wait after the orders',
				...{ before: [webhook], itemsField: ITEMS_FIELD, credential: n8n.credential },
				settings: { parameters: backlinkForm, onError: 'continueErrorOutput' },
			});
			const nodes = workflow.nodes.map((node) => (node.name === 'Done' ? waiting(node) : node));
			const before = await runsOfDone();
			const crashed = await crash({ ...workflow, nodes }, few, async () => {
				return (await runsOfDone()) > before;
			});
			await assertRetriesSendNothing(crashed, few.length);
		},
	);

	for (const { saved, first, second } of loops) {
		await scenarios.run(
			`n8n is restarted in a later round of a loop${saved ? ', with its progress saved' : ''}, then Retry, twice: nothing is paid twice`,
			async () => {
				await panel.addFault({ answer: 'timeout', bodyContains: `page-${HELD_ROUND}"` });
				const start = { before: [orderWebhook('Order')], itemsField: ITEMS_FIELD };
				const workflow = loopWorkflow(n8n.credential, start, backlinkForm);
				const settings = { ...workflow.settings, saveExecutionProgress: saved };
				const crashed = await crash({ ...workflow, settings }, few, async () => {
					return (await orders()).length > HELD_ROUND;
				});
				const before = await panel.books();
				const retries = [await retry(crashed.id), await retry(crashed.id)];
				noteFigures(before, await panel.books(), retries);
				assert.deepEqual(retries.map(outcomes), [first, second]);
				assert.equal((await orders()).length, few.length);
				assertNothingPaidTwice(await panel.books());
			},
		);
	}

	/** Orders `items` with an active workflow, and restarts n8n after `CHARGES_BEFORE_END` charges. */
	async function crashInTheMiddle(
		credential: StoredCredential,
		options: INodeParameters,
	): Promise<Execution> {
		await panel.addFault({ answer: 'timeout', bodyContains: `page-${HELD}"` });
		await panel.addFault({ answer: 'latency', delayMs: 200, method: 'POST' });
		const workflow = workflowAroundNode({
			name: 'Many orders',
			...{ before: [orderWebhook('Order')], itemsField: ITEMS_FIELD, credential },
			settings: {
				parameters: { ...backlinkForm, options: { parallelRequests: 1, ...options } },
				onError: 'continueErrorOutput',
			},
		});
		return await crash(workflow, items, async () => {
			return (await panel.books()).charges.length >= CHARGES_BEFORE_END;
		});
	}

	/**
	 * Restarts n8n while an execution of the workflow is under way.
	 * @param isTime returns true when n8n is to end
	 * @returns the execution as n8n shows it after the restart
	 */
	async function crash(
		workflow: Workflow,
		ordered: IDataObject[],
		isTime: () => Promise<boolean>,
	): Promise<Execution> {
		const active = await activeOrderWorkflow({ client, url: n8n.n8n().url }, workflow);
		await active.order(ordered);
		const { id } = await waitUntil('execution', async () => (await active.executions())[0]);
		await waitUntil('time to end', isTime);
		const { length: sentBefore } = await orders();
		const end = await n8n.endAndRestart('SIGTERM');
		await panel.clearFaults();
		const crashed = await client.waitForExecution(id);
		assert.equal(crashed.status, 'crashed');
		await active.deactivate();
		scenarios.note(
			`${end} after SIGTERM; ${sentBefore} orders were sent before and ` +
				`${(await orders()).length - sentBefore} after it; n8n keeps of the execution: ` +
				Object.keys(crashed.data.resultData.runData).join(', '),
		);
		return crashed;
	}

	async function assertRetriesSendNothing({ id }: Execution, itemCount: number): Promise<void> {
		const before = await panel.books();
		const retries = [await retry(id), await retry(id)];
		noteFigures(before, await panel.books(), retries);
		for (const execution of retries) {
			assert.deepEqual(outcomes(execution), new Array(itemCount).fill('unknown'));
		}
		assert.equal((await orders()).length, before.requestsTo('/backlink').length);
		assertNothingPaidTwice(await panel.books());
	}

	/** Counts the starts of the node “Done” in n8n's log, over all executions. */
	async function runsOfDone(): Promise<number> {
		const lines = await n8nLog(n8n.n8n().logFile);
		return lines.filter(({ text }) => text.includes('Running node \\"Done\\" started')).length;
	}

	async function retry(id: string): Promise<Execution> {
		const execution = await client.retry(id);
		assert.equal(execution.status, 'success');
		return execution;
	}

	async function orders(): Promise<unknown[]> {
		return await panel.requestsTo('/backlink');
	}

	function noteFigures(before: Books, after: Books, retries: Execution[]): void {
		const figures = (books: Books) =>
			`${books.requestsTo('/backlink').length} sent, ${books.charges.length} charged`;
		const told = retries.map((execution) => JSON.stringify(countOf(outcomes(execution))));
		scenarios.note(
			`before: ${figures(before)}; the retries: ${told.join(', then ')}; after: ${figures(after)}`,
		);
	}
}

/** Turns a node into a Wait node of 20 s. For so short a wait, n8n keeps the execution in memory. */
function waiting(node: INode): INode {
	const parameters = { resume: 'timeInterval', amount: 20, unit: 'seconds' };
	return { ...node, type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters };
}

function assertNothingPaidTwice(books: Books): void {
	const subjects = books.charges.map(({ subject }) => subject);
	assert.equal(new Set(subjects).size, subjects.length);
}

/** Lists for each item: 'ordered', the reason for skipping it, or `charged` of its error. Errors come last. */
function outcomes(execution: Execution): string[] {
	return [...nodeOutput(execution, NODE_NAME), ...nodeOutput(execution, NODE_NAME, 1)]
		.filter(({ isArtificialRecoveredEventItem: isOfN8n }) => isOfN8n !== true)
		.map(({ placementId, skippedBecause, error }) => {
			if (typeof placementId === 'string') return 'ordered';
			return String(skippedBecause ?? (error as IDataObject | undefined)?.charged);
		});
}

function countOf(values: string[]): Record<string, number> {
	return Object.fromEntries(
		[...new Set(values)].map((value) => [value, values.filter((each) => each === value).length]),
	);
}
