import { lostAnswerOf, noSiteFor } from './faults.mts';
import { backlinkForm, targetOf } from './forms.mts';
import { chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { oneAtATime, inOrder, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('“Send Unknown Orders Again”', () => {
	const resending = { ...backlinkForm, options: { ...inOrder, resendUnknown: true } };

	test('Retry On Fail in the same execution never sends again', async () => {
		await panel.client.addFault({ answer: 'reset' });
		await runBacklinks(panel, 1, { parameters: resending, settings: retryOnFail });
		expect((await panel.client.requestsTo('/backlink')).length).toBe(1);
	});

	test('a retry sends what was unknown before it once, also with Retry On Fail', async () => {
		await panel.client.addFault({ answer: 'reset', phase: 'before', method: 'POST', times: 2 });
		const failed = await runBacklinks(panel, 1, { parameters: resending, settings: retryOnFail });
		await failed.retry({ settings: retryOnFail });
		expect((await panel.client.requestsTo('/backlink')).length).toBe(2);
	});

	test('a retry sends it, once the user says so', async () => {
		await panel.client.addFault({
			answer: 'reset',
			phase: 'before',
			bodyContains: 'page-1"',
			times: 1,
		});
		const failed = await runBacklinks(panel, 3);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, options: { resendUnknown: true } },
		});
		expect(retried.output).toHaveLength(3);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});

	test('an order whose fields cannot be read any more stays unknown', async () => {
		await panel.client.addFault(lostAnswerOf(0));
		const failed = await runBacklinks(panel, 1);
		const retried = await failed.retry({ parameters: { ...resending, months: 0 } });
		expect(retried.error?.context).toMatchObject({ charged: 'unknown' });
	});

	test('sent again and refused, an order is as unknown as it was', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-2"', times: 1 });
		const failed = await runBacklinks(panel, 3);
		await panel.client.addFault(noSiteFor(2));
		const refused = await failed.retry({ parameters: resending });
		expect(refused.error?.message).toBe('No eligible site is available');
		const again = await refused.retry({ parameters: oneAtATime });
		expect(again.error?.context).toMatchObject({ itemIndex: 2, charged: 'unknown' });
		expect(await requestsOfItem(panel, 2)).toBe(2);
	});
});

test('several entries of the same target in the order list are all told', async () => {
	await runBacklinks(panel, 1);
	await panel.client.addFault(lostAnswerOf(0));
	const run = await runBacklinks(panel, 1);
	expect(run.error?.description).toContain(
		`The order list has 2 entries, 2 for “${targetOf(0)}”, from this order or an earlier one`,
	);
});
