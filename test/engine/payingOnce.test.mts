import { articleForm, backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { noSiteFor } from './faults.mts';
import { NODE_NAME, panelNode, runNode, runWorkflow } from './engine.mts';
import { runLoop } from './loop.mts';
import { testNode, to } from './testNode.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const oneAtATime = { ...backlinkForm, options: { parallelRequests: 1 } };

const refuse = (index: number, times?: number) => panel.client.addFault(noSiteFor(index, times));

/** The connection breaks after the service has placed the order of an item. */
const breakAfterOrdering = (index: number) =>
	panel.client.addFault({ answer: 'reset', bodyContains: `page-${index}"` });

/** How often each of the items was charged, by item index. */
async function chargesOfItems(count: number): Promise<number[]> {
	const books = await panel.client.books();
	return Array.from({ length: count }, (_, index) => books.chargesOf(targetOf(index)).length);
}

async function requestsOfItem(index: number): Promise<number> {
	const requests = await panel.client.requestsTo('/backlink');
	return requests.filter(({ body }) => JSON.stringify(body).includes(`page-${index}"`)).length;
}

describe('Retry On Fail', () => {
	test.each([[oneAtATime], [backlinkForm]])(
		'five items, the third fails once: three tries, five charges, all five answers',
		async (parameters) => {
			await refuse(2, 1);
			const run = await runNode({
				credential: panel.credential,
				parameters,
				items: backlinkItems(5),
				settings: retryOnFail,
			});
			expect(run.status).toBe('success');
			expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 2, 3, 4].map((item) => ({ item })),
			);
			expect(run.output.every(({ json }) => 'placementId' in json)).toBe(true);
			expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
		},
	);

	test('the last item fails in every try: the others are charged once', async () => {
		await refuse(4);
		const run = await runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(5),
			settings: { ...retryOnFail, maxTries: 5 },
		});
		expect(run.status).toBe('error');
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 0]);
		expect(await requestsOfItem(4)).toBe(5);
		expect(run.error?.description).toContain('4 items were ordered');
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s, the first item fails in every try: each good item is charged once',
		async (onError) => {
			await refuse(0);
			const run = await runNode({
				credential: panel.credential,
				parameters: backlinkForm,
				items: backlinkItems(4),
				onError,
				settings: retryOnFail,
			});
			expect(await chargesOfItems(4)).toEqual([0, 1, 1, 1]);
			expect(await requestsOfItem(0)).toBe(3);
			const done = [...run.output, ...run.errorOutput].filter(({ json }) => 'placementId' in json);
			expect(done).toHaveLength(3);
		},
	);

	test('Continue, the first item fails once: all are charged once, and a hint says what was kept', async () => {
		await refuse(0, 1);
		const run = await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(3),
			onError: 'continueErrorOutput',
			settings: retryOnFail,
		});
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toEqual([]);
		expect(await chargesOfItems(3)).toEqual([1, 1, 1]);
		expect(run.hints).toContain(
			'Already ordered in an earlier try of this run, so not sent again: items 1, 2',
		);
	});

	test('the connection breaks after the third order: it is unknown, never sent again, the others go on', async () => {
		await breakAfterOrdering(2);
		const run = await runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(5),
			settings: retryOnFail,
		});
		expect(run.error).toMatchObject({
			message: 'The outcome of this order is unknown',
			context: { itemIndex: 2, charged: 'unknown', retryable: false },
		});
		expect(run.error?.description).toContain('4 items were ordered');
		expect(run.error?.description).toMatch(
			new RegExp(`The order list has 5 entries, 1 for “${targetOf(2)}”.*: backlink bl_`),
		);
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
		expect(await requestsOfItem(2)).toBe(1);
	});

	test('a first unknown item in a Continue mode is not sent again either', async () => {
		await breakAfterOrdering(0);
		const run = await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(3),
			onError: 'continueRegularOutput',
			settings: retryOnFail,
		});
		expect(run.output[0]?.json.error).toMatchObject({ charged: 'unknown' });
		expect(run.hints).toContain('The outcome is unknown, look these orders up: item 0');
		expect(await chargesOfItems(3)).toEqual([1, 1, 1]);
	});

	test('an article is not paid again, and its text is not in what n8n keeps', async () => {
		const html = `<p>${'uzun metin '.repeat(20_000)}</p>`;
		await panel.client.addFault({
			answer: 'status',
			status: 409,
			body: { ok: false, kod: 'uygunSiteYok', hata: 'Yok' },
			bodyContains: 'Second',
		});
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { parallelRequests: 1 } },
			items: [
				{ title: 'First', html },
				{ title: 'Second', html },
			],
			settings: retryOnFail,
		});
		const books = await panel.client.books();
		expect(books.chargesOf('First')).toHaveLength(1);
		const kept = run.stored.executionData?.nodeExecutionStack[0]?.metadata;
		expect(JSON.stringify(kept)).toContain('paid');
		expect(JSON.stringify(kept).length).toBeLessThan(1_500);
	});
});

describe('the Retry button of a failed execution', () => {
	const failAtThird = async () => {
		await refuse(2, 1);
		return await runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(5),
		});
	};

	test('with the original workflow: five charges, and all five answers', async () => {
		const failed = await failAtThird();
		expect(failed.status).toBe('error');
		const retried = await failed.retry();

		expect(retried.status).toBe('success');
		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('with the currently saved workflow: five charges, and all five answers', async () => {
		const failed = await failAtThird();
		const retried = await failed.retry({ parameters: backlinkForm });

		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('an item that was paid stays paid, also if it asks for something else now', async () => {
		const failed = await failAtThird();
		await failed.retry({ parameters: { ...oneAtATime, months: 2 } });
		const books = await panel.client.books();
		expect(books.charges.map(({ credits }) => credits)).toEqual([1, 1, 2, 2, 2]);
	});

	test('an unknown order is named again, not sent again, however often it is pressed', async () => {
		await breakAfterOrdering(1);
		const failed = await runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(4),
		});
		const twice = await (await failed.retry()).retry();

		expect(twice.error?.context).toMatchObject({ itemIndex: 1, charged: 'unknown' });
		expect(await chargesOfItems(4)).toEqual([1, 1, 1, 1]);
		expect(await requestsOfItem(1)).toBe(1);
	});

	test('“Send Unknown Orders Again” sends it, once the user says so', async () => {
		await panel.client.addFault({
			answer: 'reset',
			phase: 'before',
			bodyContains: 'page-1"',
			times: 1,
		});
		const failed = await runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(3),
		});
		const retried = await failed.retry({
			parameters: { ...backlinkForm, options: { resendUnknown: true } },
		});
		expect(retried.output).toHaveLength(3);
		expect(await chargesOfItems(3)).toEqual([1, 1, 1]);
	});

	test('sent again and refused, an order is as unknown as it was', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-2"', times: 1 });
		const form = (resendUnknown: boolean) => ({
			...backlinkForm,
			options: { parallelRequests: 1, resendUnknown },
		});
		const failed = await runNode({
			credential: panel.credential,
			parameters: form(false),
			items: backlinkItems(3),
		});
		await refuse(2);
		const refused = await failed.retry({ parameters: form(true) });
		expect(refused.error?.message).toBe('No eligible site is available');
		const again = await refused.retry({ parameters: form(false) });
		expect(again.error?.context).toMatchObject({ itemIndex: 2, charged: 'unknown' });
		expect(await requestsOfItem(2)).toBe(2);
	});

	test('several entries of the same target in the order list are all told', async () => {
		const same = backlinkItems(1);
		await runNode({ credential: panel.credential, parameters: backlinkForm, items: same });
		await breakAfterOrdering(0);
		const run = await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: same,
		});
		expect(run.error?.description).toContain(
			`The order list has 2 entries, 2 for “${targetOf(0)}”, from this order or an earlier one`,
		);
	});

	test('after a cancel, what was under way is unknown and what was not is ordered', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 3_000, skip: 2, times: 1 });
		const stopButton = new AbortController();
		const running = runNode({
			credential: panel.credential,
			parameters: oneAtATime,
			items: backlinkItems(5),
			signal: stopButton.signal,
		});
		while ((await panel.client.requestsTo('/backlink')).length < 3) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		stopButton.abort();
		const canceled = await running;
		expect(canceled.status).toBe('canceled');

		const retried = await canceled.retry();
		expect(retried.error?.context).toMatchObject({ itemIndex: 2, charged: 'unknown' });
		expect(await requestsOfItem(2)).toBe(1);
		expect(Math.max(...(await chargesOfItems(5)))).toBe(1);
	});
});

describe('the same content, meant as another order', () => {
	const fixedForm = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };

	test('in a later iteration of a loop', async () => {
		await runLoop(panel, fixedForm, retryOnFail, [{}, {}]);
		expect(await chargesOfItems(1)).toEqual([4]);
	});

	test('in a second node of this type', async () => {
		const second = { ...panelNode(fixedForm), id: 'second', name: 'Second' };
		await runWorkflow({
			nodes: [testNode('Items', 'test.items'), panelNode(fixedForm), second],
			connections: { Items: { main: [to(NODE_NAME)] }, [NODE_NAME]: { main: [to('Second')] } },
			credential: panel.credential,
		});
		expect(await chargesOfItems(1)).toEqual([2]);
	});

	test('twice in one batch', async () => {
		const [item] = backlinkItems(1);
		await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: [{ ...item }, { ...item }],
		});
		expect(await chargesOfItems(1)).toEqual([2]);
	});
});

test('nothing is left of the ledger in a run that ended well', async () => {
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(3),
		settings: retryOnFail,
	});
	expect(JSON.stringify(run.stored)).not.toContain('Ledger');
});
