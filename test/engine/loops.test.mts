import { NODE_NAME, panelNode, runWorkflow, type NodeRun } from './engine.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { runLoop, inOrder, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { chargesOfItems } from './ordersOfItems.mts';
import { inARow, testNode } from './testNode.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('a loop', () => {
	const loop = (parameters: NodeRun['parameters']) =>
		runLoop(panel, parameters, { onError: 'continueRegularOutput' });
	const fixed = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };

	test('Max Credits holds for all rounds together, in a Dry Run too', async () => {
		const { data } = await loop({ ...fixed, options: { dryRun: true, maxCredits: 1 } });
		const rounds = data.resultData.runData[NODE_NAME]?.map(
			(task) => task.data?.main?.[0]?.[0]?.json,
		);
		expect(rounds).toEqual([
			expect.objectContaining({ dryRun: true }),
			{ error: expect.objectContaining({ reason: 'maxCredits' }) },
		]);
	});

	test('a request that one round left unknown is not sent by the next one', async () => {
		await panel.client.addFault({ answer: 'reset', times: 1, method: 'POST' });
		await loop(fixed);
		expect((await panel.client.requestsTo('/backlink')).length).toBe(1);
	});

	test('two items with the same fields in one run are two orders, also beside an unknown one', async () => {
		await panel.client.addFault({ answer: 'reset', times: 1, method: 'POST' });
		const same = backlinkItems(1);
		await runBacklinks(panel, 2, { items: [...same, ...same], settings: retryOnFail });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});
});

test('an unknown order is not sent again in the next round, although an equal item was paid', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const [item = {}] = backlinkItems(1);
	const form = {
		...backlinkForm,
		// Reads the URL from Items, because the second round's input is the output of the first.
		targetUrl: "={{ $('Items').all()[$itemIndex].json.url }}",
		anchorText: 'anchor',
		months: 1,
		options: inOrder,
	};
	const run = { credential: panel.credential, workflowId: 'like-it' };
	await runLoop(run, form, { onError: 'continueRegularOutput' }, [item, item]);
	expect(await chargesOfItems(panel, 1)).toEqual([2]);
});

describe('the same fields are another order', () => {
	const fixedForm = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };

	test('in a later iteration of a loop', async () => {
		await runLoop(panel, fixedForm, retryOnFail, [{}, {}]);
		expect(await chargesOfItems(panel, 1)).toEqual([4]);
	});

	test('in a second node of this type, which has a limit of its own', async () => {
		const limited = { ...fixedForm, options: { maxCredits: 1 } };
		const second = { ...panelNode(limited), id: 'second', name: 'Second' };
		await runWorkflow({
			...inARow(testNode('Items', 'test.items'), panelNode(limited), second),
			credential: panel.credential,
		});
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});
});
