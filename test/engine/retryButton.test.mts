import { type NodeRun, panelNode, retryExecution, runWorkflow } from './engine.mts';
import { lostAnswerOf, noSiteFor, chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { backlinkForm, backlinkItems, balanceForm, targetOf } from './forms.mts';
import { inOrder, oneAtATime, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { inARow, testNode } from './testNode.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const TARGET = "={{ $('Items').item.json.url }}";
const changingForm = { ...backlinkForm, anchorText: '={{ $json.anchor }} {{ Math.random() }}' };

describe('the Retry button of a failed execution', () => {
	const failAtThird = async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		return await runBacklinks(panel, 5);
	};

	test.each([
		['the original', undefined],
		['the currently saved', { parameters: backlinkForm }],
	])('with %s workflow: five charges, and all five answers', async (_, current) => {
		const failed = await failAtThird();
		expect(failed.status).toBe('error');
		const retried = await failed.retry(current);
		expect(retried.status).toBe('success');
		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('a paid item is not ordered again, even if its fields have changed', async () => {
		const failed = await failAtThird();
		await failed.retry({ parameters: { ...oneAtATime, months: 2 } });
		const books = await panel.client.books();
		expect(books.charges.map(({ credits }) => credits)).toEqual([1, 1, 2, 2, 2]);
	});

	test('an unknown order is named again, and not sent again, however often the button is pressed', async () => {
		await panel.client.addFault(lostAnswerOf(1));
		const failed = await runBacklinks(panel, 4);
		const twice = await (await failed.retry()).retry();

		expect(twice.error?.context).toMatchObject({ itemIndex: 1, charged: 'unknown' });
		expect(await chargesOfItems(panel, 4)).toEqual([1, 1, 1, 1]);
		expect(await requestsOfItem(panel, 1)).toBe(1);
	});
});

describe('the Retry button of one failed execution, pressed more than once', () => {
	let workflowsSoFar = 0;
	const fails = async (parameters: NodeRun['parameters'] = oneAtATime, count = 5) => {
		await panel.client.addFault(noSiteFor(1, 1));
		workflowsSoFar += 1;
		return await runBacklinks(panel, count, {
			parameters,
			workflowId: `retried-${workflowsSoFar}`,
		});
	};

	test('an earlier retry failed too: the second one orders what is left', async () => {
		const failed = await fails();
		await panel.client.addFault(noSiteFor(4, 1));
		const first = await failed.retry();
		expect(first.status).toBe('error');
		const second = await failed.retry();
		expect(second.status).toBe('success');
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
		expect(second.output.map(({ json }) => json.skippedBecause)).toEqual([
			undefined,
			'orderedByEarlierRetry',
			'orderedByEarlierRetry',
			'orderedByEarlierRetry',
			undefined,
		]);
		expect(second.hints).toContain(
			'3 skipped, nothing charged: ordered by an earlier retry of this execution (items 1–3)',
		);
	});

	test('twice at the same moment, with an anchor that changes', async () => {
		const failed = await fails({ ...changingForm, options: inOrder });
		await Promise.all([failed.retry(), failed.retry()]);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('an order that a Retry left unknown is sent by another only with Send Unknown Orders Again', async () => {
		const failed = await fails();
		await panel.client.addFault({
			answer: 'reset',
			phase: 'before',
			bodyContains: 'page-3"',
			times: 1,
		});
		await failed.retry();
		const second = await failed.retry();
		expect(second.error?.context).toMatchObject({ itemIndex: 3, charged: 'unknown' });
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 1]);
		await failed.retry({ parameters: { ...backlinkForm, options: { resendUnknown: true } } });
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});
});

test.each([
	['no usable credential', 'unusable-credential', { apiKey: 'short' }, {}],
	['an unknown operation', 'unknown-operation', {}, { operation: 'other' }],
	['an expression that fails', 'failing-expression', {}, { operation: '={{ $json.a.b.c() }}' }],
])(
	'an earlier node could not begin, with %s: two Retries place the later orders once',
	async (_, workflowId, credential, mistake) => {
		const workflow = (form: object) => ({
			...inARow(
				testNode('Items', 'test.items'),
				panelNode({ ...balanceForm, ...form }, { id: 'balance', name: 'Balance' }),
				panelNode({ ...oneAtATime, targetUrl: TARGET, anchorText: 'anchor', months: 1 }),
			),
			items: backlinkItems(1),
			workflowId,
			credential: panel.credential,
		});
		const broken = workflow(mistake);
		const failed = await runWorkflow({
			...broken,
			credential: { ...panel.credential, ...credential },
		});
		expect(failed.status).toBe('error');
		for (const press of [1, 2]) {
			const retried = await retryExecution(failed, workflow({}), 'currentlySaved');
			expect([press, retried.status]).toEqual([press, 'success']);
		}
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	},
);

describe('fields that were edited before “Retry with currently saved workflow”', () => {
	test('paid orders are answered from the journal, with a hint; only the refused one is ordered', async () => {
		await panel.client.addFault(noSiteFor(5, 1));
		const failed = await runBacklinks(panel, 6);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'edited', options: inOrder },
		});
		expect(retried.output).toHaveLength(6);
		expect(await panel.client.creditsCharged()).toBe(6);
		expect(retried.hints).toContainEqual(
			expect.stringContaining('changed after being paid, and not ordered again (items 0–4)'),
		);
	});

	test('a paid item whose fields are empty now is still answered', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await runBacklinks(panel, 3);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: '={{ "" }}', options: inOrder },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
		expect(await panel.client.creditsCharged()).toBe(2);
	});

	test('a paid item is still answered where the credential cannot be used any more', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await runBacklinks(panel, 3);
		const retried = await failed.retry({
			credential: { ...panel.credential, apiKey: '' },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
	});

	test('edited, refused, and edited back: paid once', async () => {
		await panel.client.addFault(noSiteFor(1));
		const failed = await runBacklinks(panel, 2);
		await panel.client.addFault({
			answer: 'status',
			status: 422,
			body: { ok: false, kod: 'yasak', hata: 'Yasak' },
			bodyContains: 'other',
		});
		const edited = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'other', options: inOrder },
		});
		const back = await edited.retry({ parameters: { ...backlinkForm, options: inOrder } });
		expect(back.status).toBe('error');
		expect(await chargesOfItems(panel, 2)).toEqual([1, 0]);
	});
});

describe('“Send Unknown Orders Again”', () => {
	const resending = { ...backlinkForm, options: { ...inOrder, resendUnknown: true } };

	test('Retry On Fail in the same execution never sends again', async () => {
		await panel.client.addFault({ answer: 'reset' });
		await runBacklinks(panel, 1, { parameters: resending, settings: retryOnFail });
		expect((await panel.client.requestsTo('/backlink')).length).toBe(1);
	});

	test('a Retry sends an earlier unknown order once, even with Retry On Fail', async () => {
		await panel.client.addFault({ answer: 'reset', phase: 'before', method: 'POST', times: 2 });
		const failed = await runBacklinks(panel, 1, { parameters: resending, settings: retryOnFail });
		await failed.retry({ settings: retryOnFail });
		expect((await panel.client.requestsTo('/backlink')).length).toBe(2);
	});

	test('an order whose fields cannot be read any more stays unknown', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-0"', times: 1 });
		const failed = await runBacklinks(panel, 1);
		const retried = await failed.retry({ parameters: { ...resending, months: 0 } });
		expect(retried.error?.context).toMatchObject({ charged: 'unknown' });
	});

	test('an unknown order that is sent again and refused stays unknown', async () => {
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

test('the entries of the order list with this target are counted, ignoring case, white space and a final slash', async () => {
	const targets = [targetOf(0), ` ${targetOf(0).toUpperCase()}/`, `${targetOf(0)}0`];
	const body = { ok: true, backlinkler: targets.map((hedefUrl) => ({ hedefUrl })), tanitimlar: [] };
	await panel.client.addFault({ answer: 'json', path: '/siparisler', body });
	await panel.client.addFault(lostAnswerOf(0));
	const run = await runBacklinks(panel, 1);
	expect(run.error?.description).toContain(
		`The order list has 2 entries for “${targetOf(0)}”, from this order or an earlier one; the list may be late.`,
	);
});
