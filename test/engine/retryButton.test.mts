import { NODE_NAME, type NodeRun, panelNode, retryExecution, runWorkflow } from './engine.mts';
import { lostAnswerOf, noSiteFor } from './faults.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { inOrder, oneAtATime, runBacklinks } from './runBacklinks.mts';
import { testNode, to } from './testNode.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const changingForm = { ...backlinkForm, anchorText: '={{ $json.anchor }} {{ Math.random() }}' };

describe('the Retry button of a failed execution', () => {
	const failAtThird = async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		return await runBacklinks(panel, 5);
	};

	test('with the original workflow: five charges, and all five answers', async () => {
		const failed = await failAtThird();
		expect(failed.status).toBe('error');
		const retried = await failed.retry();

		expect(retried.status).toBe('success');
		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('with the currently saved workflow: five charges, and all five answers', async () => {
		const failed = await failAtThird();
		const retried = await failed.retry({ parameters: backlinkForm });

		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('an item that was paid stays paid, also if it asks for something else now', async () => {
		const failed = await failAtThird();
		await failed.retry({ parameters: { ...oneAtATime, months: 2 } });
		const books = await panel.client.books();
		expect(books.charges.map(({ credits }) => credits)).toEqual([1, 1, 2, 2, 2]);
	});

	test('an unknown order is named again, not sent again, however often it is pressed', async () => {
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
			'Skipped, because an earlier retry of this execution ordered them: items 1–3',
		);
	});

	test('twice at the same moment, with an anchor that changes', async () => {
		const failed = await fails({ ...changingForm, options: inOrder });
		await Promise.all([failed.retry(), failed.retry()]);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('the first retry succeeded: nothing is ordered again', async () => {
		const failed = await fails();
		await failed.retry();
		await failed.retry({ parameters: { ...backlinkForm, anchorText: 'edited' } });
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('what a retry left unknown is not sent by another one, unless the user says so', async () => {
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

describe('an execution that failed at a node which could not begin, pressed twice', () => {
	test.each([
		['no usable credential', 'unusable-credential', { apiKey: 'short' }, {}],
		['an unknown operation', 'unknown-operation', {}, { operation: 'other' }],
		['an expression that fails', 'failing-expression', {}, { operation: '={{ $json.a.b.c() }}' }],
	])('%s: the orders after it are placed once', async (_, workflowId, credential, mistake) => {
		const workflow = (form: object) => ({
			nodes: [
				testNode('Items', 'test.items'),
				panelNode({ ...balanceForm, ...form }, { id: 'balance', name: 'Balance' }),
				panelNode({ ...oneAtATime, targetUrl: TARGET, anchorText: ANCHOR, months: 1 }),
			],
			connections: {
				Items: { main: [to('Balance')] },
				Balance: { main: [to(NODE_NAME)] },
			},
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
	});
});

const TARGET = "={{ $('Items').item.json.url }}";
const ANCHOR = 'anchor';
