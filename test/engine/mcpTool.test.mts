import { waitUntil } from '../../tooling/waitUntil.mts';
import { targetOf, toolForm } from './forms.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { callByMcpClient } from './callByMcpClient.mts';
import { useClock } from './useClock.mts';
import { usePanel } from './usePanel.mts';

/* The MCP Server Trigger calls tools without an execution: n8n gives no ID, and keeps no data between calls. */

const panel = usePanel();
const clock = useClock();

const charges = async () => (await panel.client.books()).charges.length;

const order = async (index: number, options = {}, workflowId = panel.workflowId) =>
	await callByMcpClient(
		{ credential: panel.credential, parameters: { ...toolForm, options }, workflowId },
		{ url: targetOf(index), anchor: 'anchor' },
	);

test('a backlink is ordered; the same call again is answered with it', async () => {
	const [first] = await order(0);
	expect(first).toHaveProperty('placementId');
	expect(await order(0)).toEqual([{ ...first, alreadyOrdered: true }]);
	expect(await order(1)).toEqual([expect.not.objectContaining({ alreadyOrdered: true })]);
	expect(await charges()).toBe(2);
});

test('eleven minutes later the same call is another order', async () => {
	await order(0);
	clock.pass(11 * 60_000);
	await order(0);
	expect(await charges()).toBe(2);
});

test('the time in which a call is remembered begins with its answer', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 300, times: 1, path: '/backlink' });
	const first = order(0);
	await waitUntil('request', async () => (await panel.client.requestsTo('/backlink')).length > 0);
	clock.pass(11 * 60_000);
	await first;
	expect(await order(0)).toEqual([expect.objectContaining({ alreadyOrdered: true })]);
	expect(await charges()).toBe(1);
});

test('calls find each other also over the end of ten minutes in which nothing was ordered', async () => {
	await panel.client.addFault(noSiteFor(5, 1));
	await order(5);
	clock.pass(599_000);
	await panel.client.addFault({ answer: 'latency', delayMs: 300, times: 1, path: '/krediler' });
	const options = { minimumBalance: 1 };
	const first = order(0, options);
	await waitUntil('request', async () => (await panel.client.requestsTo('/krediler')).length > 0);
	clock.pass(2_000);
	await Promise.all([first, order(0, options)]);
	expect(await charges()).toBe(1);
});

test('the same call of a tool in another workflow is another order', async () => {
	await order(0);
	expect(await order(0, {}, 'another')).toEqual([
		expect.not.objectContaining({ alreadyOrdered: true }),
	]);
	expect(await charges()).toBe(2);
});

test('a refused call may be tried again, one whose answer was lost may not', async () => {
	await panel.client.addFault(noSiteFor(0, 1));
	expect(await order(0)).toEqual([{ error: expect.objectContaining({ kod: 'uygunSiteYok' }) }]);
	expect(await order(0)).toEqual([expect.objectContaining({ placementId: expect.any(String) })]);

	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	await order(1);
	expect(await order(1)).toEqual([{ error: expect.objectContaining({ charged: 'unknown' }) }]);
	expect(await charges()).toBe(2);
});

test('Max Credits per Execution holds over calls', async () => {
	await order(0, { maxCredits: 1 });
	expect(await order(1, { maxCredits: 1 })).toEqual([
		{ error: expect.objectContaining({ message: expect.stringContaining('Max Credits') }) },
	]);
	expect(await charges()).toBe(1);
});

test('dry runs of earlier ten minutes do not count towards Max Credits', async () => {
	const options = { dryRun: true, maxCredits: 1 };
	for (const index of [0, 1, 2]) {
		expect(await order(index, options)).toEqual([expect.objectContaining({ dryRun: true })]);
		clock.pass(11 * 60_000);
	}
});

test('an Idempotency Key is remembered', async () => {
	await order(0, { idempotencyKey: 'post-1' });
	expect(await order(1, { idempotencyKey: 'post-1' })).toEqual([
		{ skipped: true, skippedBecause: 'keyUsed', idempotencyKey: 'post-1' },
	]);
	expect(await charges()).toBe(1);
});

test('an Idempotency Key whose order is unknown is not sent again by the next calls', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const options = { idempotencyKey: 'post-1', resendUnknown: true };
	const answers = [
		...(await Promise.all([order(0, options), order(1, options)])),
		await order(2, options),
	];
	const unknown = [{ error: expect.objectContaining({ charged: 'unknown' }) }];
	expect(answers).toEqual([unknown, unknown, unknown]);
	expect(await charges()).toBe(1);
});
