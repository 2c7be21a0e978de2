import { getEventListeners } from 'node:events';

import { waitUntil } from '../../tooling/waitUntil.mts';
import { callAsTool } from './engine.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { watchLog } from './logLines.mts';
import { chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { oneAtATime, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const untilSent = async (count: number) =>
	await waitUntil(
		'request',
		async () => (await panel.client.requestsTo('/backlink')).length >= count,
	);

test('thirty orders in flight at Stop: each one is named, in the error and in n8n’s log', async () => {
	const log = watchLog();
	await panel.client.addFault({ answer: 'latency', delayMs: 3_000 });
	const stopButton = new AbortController();
	const running = runBacklinks(panel, 30, {
		parameters: { ...backlinkForm, options: { parallelRequests: 30 } },
		signal: stopButton.signal,
	});
	await untilSent(30);
	stopButton.abort();
	const canceled = await running;
	expect(canceled.stored.resultData.error?.description).toContain('items 0–29');
	const line = log.find((each) => each.includes('The execution was canceled')) ?? '';
	expect(line).toMatch(
		/workflow “Engine test” \(workflow-1\), execution \d+, node “Backlink Panel”/,
	);
	for (let index = 0; index < 30; index += 1) {
		expect(line).toContain(`item ${index} “${targetOf(index)}”`);
	}
});

test('after a Stop, a Retry reports the order in flight as unknown, and orders nothing twice', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 3_000, skip: 2, times: 1 });
	const stopButton = new AbortController();
	const running = runBacklinks(panel, 5, { signal: stopButton.signal });
	await untilSent(3);
	stopButton.abort();
	const canceled = await running;
	expect(canceled.status).toBe('canceled');
	expect(canceled.error?.description).toContain('2 of 5 items were ordered');
	expect((await panel.client.books()).requests).toHaveLength(3);

	const retried = await canceled.retry();
	expect(retried.error?.context).toMatchObject({ itemIndex: 2, charged: 'unknown' });
	expect(await requestsOfItem(panel, 2)).toBe(1);
	expect(Math.max(...(await chargesOfItems(panel, 5)))).toBe(1);
});

test('a stopped tool gives the agent the outcome of each item', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 5_000, skip: 1 });
	const stopButton = new AbortController();
	const running = callAsTool({
		credential: panel.credential,
		parameters: oneAtATime,
		items: backlinkItems(4),
		signal: stopButton.signal,
	});
	await untilSent(2);
	stopButton.abort();
	const { items } = await running;
	expect(items[0]?.json).toHaveProperty('placementId');
	expect(items.slice(1).map(({ json }) => json.error)).toMatchObject([
		{ reason: 'outcomeUnknown' },
		{ reason: 'notStarted' },
		{ reason: 'notStarted' },
	]);
	// Leaves no listener, because the signal lasts longer than the run.
	expect(getEventListeners(stopButton.signal, 'abort')).toEqual([]);
});
