import assert from 'node:assert/strict';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Execution, StoredCredential } from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';
import { backlinkItems } from '../engine/forms.mts';
import type { Books } from '../sandbox/sandboxClient.mts';
import { orderWorkflow } from './orderWorkflow.mts';
import { credentialWithOwnKey, type PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';
import { NODE_NAME } from './workflowAroundNode.mts';

/** In seconds: n8n waits for executions when it is told to end, by default for 30 s. */
export const quickToShutDown = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };

const items = backlinkItems(40);
const CHARGES_BEFORE_END = 13;
/** The answer to this order never comes, so n8n ends while it is in flight. */
const HELD = 15;
/** So fast a key has ten of the orders claimed before they are sent, and sends all of them at once. */
const REQUESTS_PER_MINUTE = 60;
/** A lock of the order store that is left behind lasts for two minutes. */
const LONGEST_RETRY_MS = 180_000;

/** n8n is restarted in the middle of a batch; the Retry button of what has crashed runs it from its trigger. */
export async function restartScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel } = n8n;
	const title = `n8n is restarted in the middle of ${items.length} orders, then Retry, twice`;

	await scenarios.run(`${title}: nothing is sent, every item is unknown`, async () => {
		const crashed = await crashInTheMiddle(n8n.credential, {});
		const before = await panel.books();
		const retries = [await retry(crashed.id), await retry(crashed.id)];
		for (const execution of retries) {
			assert.deepEqual(outcomes(execution), new Array(items.length).fill('unknown'));
		}
		noteFigures(before, await panel.books(), retries);
		assert.equal((await orders()).length, before.requestsTo('/backlink').length);
		assertNothingPaidTwice(await panel.books());
	});

	await scenarios.run(
		`${title}, with Idempotency Keys: what was ordered is skipped, the rest is ordered or unknown`,
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
			// The first retry's own orders are skipped now.
			assert.deepEqual(
				outcomes(second),
				outcomes(first).map((outcome) => (outcome === 'ordered' ? 'keyUsed' : outcome)),
			);
			assert.equal((await orders()).length, after.requestsTo('/backlink').length);
			assertNothingPaidTwice(await panel.books());
		},
	);

	/** A published workflow orders until n8n ends. @returns its execution as n8n shows it after the restart */
	async function crashInTheMiddle(
		credential: StoredCredential,
		options: INodeParameters,
	): Promise<Execution> {
		await panel.addFault({ answer: 'timeout', bodyContains: `page-${HELD}"` });
		await panel.addFault({ answer: 'latency', delayMs: 200, method: 'POST' });
		const place = { client, url: n8n.n8n().url };
		const workflow = await orderWorkflow(place, credential, { parallelRequests: 1, ...options });
		await workflow.order(items);
		const { id } = await waitUntil('execution', async () => (await workflow.executions())[0]);
		await waitUntil('order in the middle', async () => {
			return (await panel.books()).charges.length >= CHARGES_BEFORE_END;
		});
		const sentBefore = (await orders()).length;
		const toldToEndAt = Date.now();
		const end = await n8n.endAndRestart('SIGTERM');
		await panel.clearFaults();
		const crashed = await client.waitForExecution(id);
		assert.equal(crashed.status, 'crashed');
		await workflow.deactivate();
		scenarios.note(
			`${end} after SIGTERM, it was back ${Date.now() - toldToEndAt} ms later; ` +
				`${sentBefore} orders were sent before and ${(await orders()).length - sentBefore} after it; ` +
				`the execution keeps ${Object.keys(crashed.data.resultData.runData).join(', ') || 'no node'}`,
		);
		return crashed;
	}

	async function retry(id: string): Promise<Execution> {
		const execution = await client.retry(id, false, LONGEST_RETRY_MS);
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

function assertNothingPaidTwice(books: Books): void {
	const subjects = books.charges.map(({ subject }) => subject);
	assert.equal(new Set(subjects).size, subjects.length);
}

/** What has become of each item, those of the error output last: ordered, skipped for which reason, or unknown. */
function outcomes(execution: Execution): string[] {
	const done = nodeOutput(execution, NODE_NAME).map(({ placementId, skippedBecause }) =>
		typeof placementId === 'string' ? 'ordered' : String(skippedBecause),
	);
	const failed = nodeOutput(execution, NODE_NAME, 1).map(({ error }) =>
		String((error as IDataObject).charged),
	);
	return [...done, ...failed];
}

function countOf(values: string[]): Record<string, number> {
	return Object.fromEntries(
		[...new Set(values)].map((value) => [value, values.filter((each) => each === value).length]),
	);
}
