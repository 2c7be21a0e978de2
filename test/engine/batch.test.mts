import type { INodeParameters } from 'n8n-workflow';

import { backlinkForm, backlinkItems, balanceForm, targetOf } from './forms.mts';
import { runNode } from './engine.mts';
import { lostAnswerOf } from './ordersOfItems.mts';
import { atOnce, oneAtATime, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const refuse = (index: number) =>
	panel.client.addFault({
		answer: 'status',
		status: 422,
		body: { ok: false, kod: 'yasak', hata: `Refused ${index}` },
		bodyContains: `page-${index}"`,
	});

test('the output is in the order of the input, whatever was answered first', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 200, bodyContains: 'page-0"' });
	await panel.client.addFault({ answer: 'latency', delayMs: 100, bodyContains: 'page-3"' });
	const items = backlinkItems(12).map((item, index) => ({ ...item, months: index + 1 }));
	const run = await runNode({ credential: panel.credential, parameters: backlinkForm, items });

	expect(run.output.map(({ json }) => json.harcananKredi)).toEqual(
		items.map(({ months }) => months),
	);
	expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
});

test('“Parallel Requests” 1 sends strictly one after another', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 30 });
	await runBacklinks(panel, 5);
	const { requests } = await panel.client.books();
	expect(requests.map(({ body }) => body)).toEqual(
		backlinkItems(5).map(({ url, anchor }) => ({ hedefUrl: url, anchor, sureAy: 1 })),
	);
	const gaps = requests.slice(1).map((request, index) => request.at - (requests[index]?.at ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(29);
});

describe('how many orders are in flight at once', () => {
	const mostInFlight = async () => {
		const requests = await panel.client.requestsTo('/backlink');
		return Math.max(...requests.map(({ inFlight }) => inFlight));
	};
	const order = async (count: number, options: INodeParameters = {}) =>
		await runBacklinks(panel, count, {
			parameters: { ...backlinkForm, options },
			onError: 'continueRegularOutput',
		});

	test.each([3, 15])('“Parallel Requests” %i: never more', async (parallelRequests) => {
		await panel.client.addFault({ answer: 'latency', delayMs: 200 });
		const run = await order(30, { parallelRequests });
		expect(run.output).toHaveLength(30);
		expect(await mostInFlight()).toBe(parallelRequests);
	});

	test('ten at first, more where the service answers all of them quickly', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 600, path: '/backlink' });
		// Reads the balance too, whose quick answer must not count as one about an order.
		const run = await order(40, { minimumBalance: 1 });
		expect(run.output).toHaveLength(40);
		const requests = await panel.client.requestsTo('/backlink');
		const first = requests.slice(0, 10).map(({ inFlight }) => inFlight);
		expect(Math.max(...first)).toBeLessThanOrEqual(10);
		expect(await mostInFlight()).toBeGreaterThan(10);
	});

	test.each([
		['an order', () => order(1)],
		['a read', () => runNode({ credential: panel.credential, parameters: balanceForm })],
	])('after a lost answer to %s not more than ten, in the next run too', async (_, lose) => {
		await panel.client.addFault({ answer: 'badGateway', times: 1 });
		await lose();
		await panel.client.addFault({ answer: 'latency', delayMs: 300 });
		expect((await order(30)).output).toHaveLength(30);
		expect(await mostInFlight()).toBe(10);
	});
});

describe('Stop Workflow', () => {
	test('nothing is sent after the first failure', async () => {
		await refuse(2);
		const run = await runBacklinks(panel, 10);
		expect(run.error?.context.itemIndex).toBe(2);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(3);
	});

	test('orders in flight are waited for, and the error names the failed item with the lowest index', async () => {
		await refuse(1);
		await refuse(3);
		await panel.client.addFault({ answer: 'latency', delayMs: 150, bodyContains: 'page-0"' });
		const run = await runBacklinks(panel, 10, { parameters: atOnce(4) });
		expect(run.error?.context.itemIndex).toBe(1);
		expect(run.error?.description).toMatch(
			/ [4-8] of 10 were sent; [2-6] were not\. 2 items failed\. /,
		);
		const books = await panel.client.books();
		expect(books.chargesOf(targetOf(0))).toHaveLength(1);
		expect(books.requestsTo('/backlink').every(({ outcome }) => outcome === 'answered')).toBe(true);
	});

	test('the error says what became of the others, and how to go on', async () => {
		await refuse(1);
		await refuse(3);
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-2"' });
		const run = await runBacklinks(panel, 4, { parameters: atOnce(4) });
		expect(run.error?.context.itemIndex).toBe(1);
		expect(run.error?.description).toMatch(
			/ 3 items failed\. 1 of 4 items was ordered\. The outcome of item 2 is unknown\. Executions → this execution → Retry \(the arrow\) continues/,
		);
	});

	test('for a key that is not accepted, the error says how many items were sent, and nothing about orders', async () => {
		const run = await runBacklinks(panel, 3, {
			credential: { ...panel.credential, apiKey: 'demo_live_wrong' },
		});
		expect(run.error?.description).toMatch(/ 1 of 3 was sent; 2 were not\.$/);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
	});

	test('an item that waits for the rate limit is not reported in place of the failed one', async () => {
		const answers = [
			{ status: 429, kod: 'limit', delayMs: 300 },
			{ status: 401, kod: 'yetkisiz', delayMs: 600 },
		];
		for (const [index, { kod, ...rest }] of answers.entries()) {
			await panel.client.addFault({
				answer: 'status',
				headers: { 'retry-after': '30' },
				body: { ok: false, kod, hata: kod },
				bodyContains: `page-${index}"`,
				...rest,
			});
		}
		const run = await runBacklinks(panel, 2, { parameters: atOnce(2) });
		expect(run.error?.context).toMatchObject({ itemIndex: 1, kod: 'yetkisiz' });
	});

	test('after a refused key nothing more leaves, not even the look at the order list', async () => {
		await panel.client.addFault({ ...lostAnswerOf(0), times: 1 });
		const body = { ok: false, kod: 'yetkisiz', hata: 'x' };
		await panel.client.addFault({ answer: 'status', status: 401, body, bodyContains: 'page-1"' });
		await runBacklinks(panel, 2, { parameters: oneAtATime, onError: 'continueRegularOutput' });
		expect(await panel.client.requestsTo('/siparisler')).toEqual([]);
	});

	test('the error says nothing about other items if none was sent', async () => {
		const run = await runBacklinks(panel, 3, {
			credential: { ...panel.credential, apiKey: 'short' },
			parameters: backlinkForm,
		});
		expect(run.error?.description).not.toMatch(/ of 3|ordered|Retry/);
	});
});

describe('Continue', () => {
	test('every other item is done, each failed one keeps its place', async () => {
		await refuse(0);
		await refuse(2);
		const run = await runBacklinks(panel, 4, {
			parameters: backlinkForm,
			onError: 'continueRegularOutput',
		});
		expect(run.output.map(({ json }) => 'error' in json)).toEqual([true, false, true, false]);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(4);
	});

	test('a key that is not accepted ends the run: the other items get the same error, unsent', async () => {
		const run = await runBacklinks(panel, 6, {
			credential: { ...panel.credential, apiKey: 'demo_live_wrong' },
			parameters: atOnce(2),
			onError: 'continueErrorOutput',
		});
		expect(run.errorOutput).toHaveLength(6);
		for (const [index, item] of run.errorOutput.entries()) {
			expect(item.json).toMatchObject({ url: targetOf(index), error: { kod: 'yetkisiz' } });
		}
		const requests = await panel.client.requestsTo('/backlink');
		expect(requests.length).toBeLessThanOrEqual(2);
	});
});
