import { runNode } from './engine.mts';
import { lostAnswerOf, noSiteFor, chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { articleForm, backlinkForm, targetOf } from './forms.mts';
import { inOrder, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

/* n8n evaluates a node's fields anew in each try, so tries find an order by its item and not by its fields. */

const panel = usePanel();

const changingForm = { ...backlinkForm, anchorText: '={{ $json.anchor }} {{ Math.random() }}' };

describe('Retry On Fail', () => {
	test('the last item fails in every try: the others are charged once', async () => {
		await panel.client.addFault(noSiteFor(4));
		const run = await runBacklinks(panel, 5, { settings: { ...retryOnFail, maxTries: 5 } });
		expect(run.status).toBe('error');
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 0]);
		expect(await requestsOfItem(panel, 4)).toBe(5);
		expect(run.error?.description).toContain('4 of 5 items were ordered');
	});

	test('Continue, the first item fails once: all are charged once, and a hint names the earlier orders', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const run = await runBacklinks(panel, 3, {
			parameters: backlinkForm,
			onError: 'continueErrorOutput',
			settings: retryOnFail,
		});
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toEqual([]);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
		expect(run.hints).toContain(
			'2 already ordered in this execution, so not sent again (items 1, 2)',
		);
	});

	test('the connection breaks after the third order: it is unknown, never sent again, the others go on', async () => {
		await panel.client.addFault(lostAnswerOf(2));
		const run = await runBacklinks(panel, 5, { settings: retryOnFail });
		expect(run.error).toMatchObject({
			message: 'The outcome of this order is unknown',
			context: { itemIndex: 2, charged: 'unknown', retryable: false },
		});
		expect(run.error?.description).toContain('4 of 5 items were ordered');
		expect(run.error?.description).toMatch(
			new RegExp(`The order list has 1 entry for “${targetOf(2)}”.*the list may be late`),
		);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
		expect(await requestsOfItem(panel, 2)).toBe(1);
	});

	test('an article is not paid again, and the journal does not keep its text', async () => {
		const html = `<p>${'uzun metin '.repeat(20_000)}</p>`;
		await panel.client.addFault({ ...noSiteFor(0), bodyContains: 'Second' });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: inOrder },
			items: [
				{ title: 'First', html },
				{ title: 'Second', html },
			],
			settings: retryOnFail,
		});
		const books = await panel.client.books();
		expect(books.chargesOf('First')).toHaveLength(1);
		const kept = run.stored.executionData?.contextData.flow;
		expect(JSON.stringify(kept)).toContain('paid');
		expect(JSON.stringify(kept).length).toBeLessThan(2_000);
	});
});

describe('fields whose value changes in each try', () => {
	test('an article with {{ $now }} in its title and Max Credits: each article once', async () => {
		await panel.client.addFault({ ...noSiteFor(0, 1), bodyContains: 'Third' });
		const run = await runNode({
			credential: panel.credential,
			parameters: {
				...articleForm,
				title: '={{ $json.title }} {{ $now.toMillis() }} {{ Math.random() }}',
				options: { ...inOrder, maxCredits: 200 },
			},
			items: ['First', 'Second', 'Third'].map((title) => ({ title, html: '<p>Text</p>' })),
			settings: retryOnFail,
		});
		expect(run.status).toBe('success');
		const { charges } = await panel.client.books();
		expect(charges).toHaveLength(3);
		expect(await panel.client.creditsCharged()).toBeLessThanOrEqual(200);
	});

	test('an unknown order whose anchor changes is not sent again, and the others go on', async () => {
		await panel.client.addFault(lostAnswerOf(1));
		const run = await runBacklinks(panel, 4, {
			parameters: { ...changingForm, options: inOrder },
			settings: retryOnFail,
		});
		expect(run.error?.context).toMatchObject({ itemIndex: 1, charged: 'unknown' });
		expect(await chargesOfItems(panel, 4)).toEqual([1, 1, 1, 1]);
	});
});

test('a run without failures leaves no orders in the journal', async () => {
	const run = await runBacklinks(panel, 3, { parameters: backlinkForm, settings: retryOnFail });
	const journal = JSON.stringify(run.stored.executionData?.contextData);
	expect(journal).toContain('spent');
	expect(journal).not.toContain('https://');
});
