import assert from 'node:assert/strict';

import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { backlinkItems } from '../../engine/forms.mts';
import type { Scenarios } from '../scenarios.mts';
import { NODE_NAME } from '../workflowAroundNode.mts';
import { batchesOf, orderWorkflow } from '../orderWorkflow.mts';
import { executionCounts, type QueueMode, sharesSince } from './queueMode.mts';

const EXECUTIONS = 8;
const ITEMS_PER_EXECUTION = 15;
const ORDERS = EXECUTIONS * ITEMS_PER_EXECUTION;

const documentedLimit = { window: 'sliding', limit: 60, windowMs: 60_000 } as const;
/** Shortest possible time in ms: 60 orders leave at once, and the other 60 one window later. */
const IDEAL_MS = (ORDERS / documentedLimit.limit - 1) * documentedLimit.windowMs;
const LONGEST_MS = 4 * IDEAL_MS;

/** Values of the credential, and their meaning for two workers. */
const settings = [
	{ requestsPerMinute: 30, meaning: 'a half for each worker' },
	{ requestsPerMinute: 60, meaning: 'the default' },
];

/** Uses one API key in two workers at once, each of which has its own rate limiter. */
export async function sharedKeyScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	for (const { requestsPerMinute, meaning } of settings) {
		await scenarios.run(
			`Two workers, one API key, Requests per Minute ${requestsPerMinute} (${meaning}): ` +
				`${EXECUTIONS} × ${ITEMS_PER_EXECUTION} orders, each charged once`,
			async () => scenarios.note(await orderAtOnce(queue, requestsPerMinute)),
		);
	}
}

/** @returns times and counts, for people */
async function orderAtOnce(queue: QueueMode, requestsPerMinute: number): Promise<string> {
	const before = await executionCounts(queue);
	const credential = await queue.freshCredential({ rateLimit: documentedLimit }, requestsPerMinute);
	const workflow = await orderWorkflow(queue, credential, {});
	const items = backlinkItems(ORDERS);

	const start = Date.now();
	await Promise.all(batchesOf(items, ITEMS_PER_EXECUTION).map(workflow.order));
	const executions = await workflow.ended(EXECUTIONS, LONGEST_MS);
	const makespanMs = Date.now() - start;
	await workflow.deactivate();

	assert.deepEqual(
		executions.map((each) => [each.status, nodeOutput(each, NODE_NAME).length]),
		new Array(EXECUTIONS).fill(['success', ITEMS_PER_EXECUTION]),
	);
	const books = await queue.panel.books();
	const charged = books.charges.map(({ subject }) => subject);
	assert.deepEqual(charged.sort(), items.map(({ url }) => url).sort());
	const requests = books.requestsTo('/backlink');
	const refused = requests.filter(({ status }) => status === 429).length;
	assert.equal(requests.length, ORDERS + refused);
	const shares = await sharesSince(queue, before);
	assert.ok(!shares.includes(0), `executions of the workers: ${shares.join(' and ')}`);
	return (
		`${ORDERS} orders in ${(makespanMs / 1000).toFixed(1)} s, ` +
		`${(makespanMs / IDEAL_MS).toFixed(2)} × the ideal of ${IDEAL_MS / 1000} s, ` +
		`${refused} × 429; executions of the workers: ${shares.join(' and ')}`
	);
}
