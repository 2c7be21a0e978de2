import type { INode } from 'n8n-workflow';

import { waitUntil } from '../../tooling/waitUntil.mts';
import { NODE_NAME, type NodeRun, panelNode, retryExecution, runWorkflow } from './engine.mts';
import { lostAnswerOf, noSiteFor, chargesOfItems, requestsOfItem } from './ordersOfItems.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { inOrder, loopOf, oneAtATime, runBacklinks, runLoop } from './runBacklinks.mts';
import { inARow, testNode } from './testNode.mts';
import { HOUR, useClock } from './useClock.mts';
import { usePanel } from './usePanel.mts';

/* People who build a workflow execute its steps again and again, and n8n repeats steps for a later node. */

const panel = usePanel();
const clock = useClock();

const executeStep = async (count: number, more: Partial<NodeRun> = {}) =>
	await runBacklinks(panel, count, { mode: 'manual', workflowId: panel.workflowId, ...more });
const alreadyOrdered = expect.objectContaining({ alreadyOrdered: true });
const newOrder = expect.not.objectContaining({ alreadyOrdered: true });

describe('a step that is executed again', () => {
	test('is answered with the orders of the first time, and a hint says which', async () => {
		const first = await executeStep(3);
		const second = await executeStep(3);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
		expect(second.output.map(({ json }) => json)).toEqual(
			first.output.map(({ json }) => ({ ...json, alreadyOrdered: true })),
		);
		expect(second.output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(second.hints).toContainEqual(expect.stringMatching(/editor.* \(items 0–2\)$/));
		expect(first.hints.join()).not.toContain('editor');
	});

	test('an article on two sites is answered as it came out', async () => {
		const publish = async () =>
			await executeStep(1, {
				parameters: { ...articleForm, output: 'site' },
				items: articleItems(1),
			});
		const first = await publish();
		const second = await publish();
		expect(second.output.map(({ json }) => json)).toEqual(
			first.output.map(({ json }) => ({ ...json, alreadyOrdered: true })),
		);
		expect((await panel.client.books()).charges).toHaveLength(1);
	});

	test('two equal rows are two orders the first time, and two answers the second time', async () => {
		const items = [...backlinkItems(1), ...backlinkItems(1)];
		const first = await executeStep(2, { items });
		const second = await executeStep(2, { items });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
		const idsOf = ({ output }: typeof first) => output.map(({ json }) => json.placementId);
		expect(idsOf(second).sort()).toEqual(idsOf(first).sort());
	});

	test('with one more equal row, only this row is ordered', async () => {
		const [item = {}] = backlinkItems(1);
		await executeStep(2, { items: [item, item] });
		const { output } = await executeStep(3, { items: [item, item, item] });
		expect(output.filter(({ json }) => json.alreadyOrdered)).toHaveLength(2);
		expect(await chargesOfItems(panel, 1)).toEqual([3]);
	});

	test('orders an item that was changed', async () => {
		await executeStep(2);
		const [first = {}, second = {}] = backlinkItems(2);
		const { output } = await executeStep(2, { items: [first, { ...second, months: 2 }] });
		expect(output.map(({ json }) => json)).toEqual([alreadyOrdered, newOrder]);
		expect(await panel.client.creditsCharged()).toBe(4);
	});

	test('finds an order that was sent with a key which was removed since', async () => {
		const options = { ...inOrder, idempotencyKey: '={{ $json.url }}' };
		await executeStep(1, { parameters: { ...backlinkForm, options } });
		expect((await executeStep(1)).output[0]?.json).toEqual(alreadyOrdered);
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	});

	test('counts the hour from the answer, not from the sending', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 300, times: 1, path: '/backlink' });
		const first = executeStep(1);
		await waitUntil('request', async () => (await requestsOfItem(panel, 0)) === 1);
		clock.pass(HOUR + 60_000);
		await first;
		clock.pass(60_000);
		expect((await executeStep(1)).output[0]?.json).toEqual(alreadyOrdered);
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	});

	test.each([
		['is charged', undefined, [1]],
		['is refused', noSiteFor(0, 1), [1]],
	])('at the same moment, and the first order %s: one is charged', async (_, fault, charges) => {
		await panel.client.addFault({ answer: 'latency', delayMs: 200, path: '/krediler' });
		if (fault) await panel.client.addFault(fault);
		const parameters = { ...backlinkForm, options: { ...inOrder, minimumBalance: 1 } };
		const onError = 'continueRegularOutput';
		const steps = [0, 1].map(async () => await executeStep(1, { parameters, onError }));
		const outputs = (await Promise.all(steps)).flatMap(({ output }) => output);
		expect(outputs.map(({ json }) => 'placementId' in json)).toContain(true);
		expect(await chargesOfItems(panel, 1)).toEqual(charges);
	});

	test('an order answers one item, also over a Retry and in two executions at one moment', async () => {
		const [row = {}] = backlinkItems(1);
		await executeStep(1);
		await panel.client.addFault(noSiteFor(0, 1));
		const second = await executeStep(2, { items: [row, row] });
		await second.retry();
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
		await panel.client.addFault({ answer: 'latency', delayMs: 100 });
		const items = [row, row, row];
		await Promise.all([executeStep(3, { items }), executeStep(3, { items })]);
		expect(await chargesOfItems(panel, 1)).toEqual([3]);
	});

	test('an order answers one item, also over rounds of a loop and a Retry', async () => {
		const [row = {}] = backlinkItems(1);
		await executeStep(1);
		await panel.client.addFault(noSiteFor(0, 1));
		const { credential, workflowId } = panel;
		const loop = { ...loopOf('test.oneByOne', panelNode(oneAtATime)), credential, workflowId };
		const run = { ...loop, items: [row, row], mode: 'manual' as const };
		await retryExecution(await runWorkflow(run), run, 'original');
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});

	test('orders what the service refused the first time', async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		const first = await executeStep(3);
		expect(first.status).toBe('error');
		const second = await executeStep(3);
		expect(second.output.map(({ json }) => json)).toEqual([alreadyOrdered, newOrder, newOrder]);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});

	test('in two rounds of a loop over equal items, two orders and then two answers', async () => {
		const form = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };
		const rounds = async () => {
			const { credential, workflowId } = panel;
			const run = { credential, workflowId, mode: 'manual' } as const;
			const { data } = await runLoop(run, form, { onError: 'continueRegularOutput' });
			return data.resultData.runData[NODE_NAME]?.map((task) => task.data?.main?.[0]?.[0]?.json);
		};
		expect(await rounds()).toEqual([newOrder, newOrder]);
		expect(await rounds()).toEqual([alreadyOrdered, alreadyOrdered]);
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});

	test('Max Credits counts no credits for orders that are answered again', async () => {
		await executeStep(3);
		const parameters = { ...backlinkForm, options: { ...inOrder, maxCredits: 1 } };
		const second = await executeStep(5, { parameters, onError: 'continueErrorOutput' });
		expect(second.output).toHaveLength(4);
		expect(second.errorOutput[0]?.json.error).toMatchObject({ reason: 'maxCredits' });
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 0]);
	});
});

describe('the Retry button of a manual execution', () => {
	const refusedOnce = async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		return await executeStep(3);
	};

	test('the step does not repeat an order of the Retry', async () => {
		const first = await refusedOnce();
		await first.retry();
		const step = await executeStep(3);
		expect(step.output.map(({ json }) => json)).toEqual(Array(3).fill(alreadyOrdered));
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});

	test('the Retry does not repeat an order of the step, however often it is pressed', async () => {
		const first = await refusedOnce();
		await executeStep(3);
		for (const _click of [1, 2]) expect((await first.retry()).output).toHaveLength(3);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});

	test('of two equal rows it orders the one that was refused', async () => {
		const items = [...backlinkItems(1), ...backlinkItems(1)];
		await panel.client.addFault({ ...noSiteFor(0, 1), skip: 1 });
		const first = await executeStep(2, { items });
		await first.retry();
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});
});

describe('an order that is unknown after the first time', () => {
	const lost = async () => {
		await panel.client.addFault({ ...lostAnswerOf(0), times: 1 });
		return await executeStep(2, { onError: 'continueErrorOutput' });
	};

	test('is reported as unknown the second time, and not sent', async () => {
		await lost();
		const second = await executeStep(2, { onError: 'continueErrorOutput' });
		expect(second.errorOutput[0]?.json.error).toMatchObject({ charged: 'unknown' });
		expect(second.output.map(({ json }) => json)).toEqual([alreadyOrdered]);
		expect(await requestsOfItem(panel, 0)).toBe(1);
	});

	test('is sent again only with Send Unknown Orders Again, and answered from then on', async () => {
		await lost();
		const parameters = { ...backlinkForm, options: { ...inOrder, resendUnknown: true } };
		const second = await executeStep(2, { parameters });
		expect(second.output.map(({ json }) => json)).toEqual([newOrder, alreadyOrdered]);
		const third = await executeStep(2, { parameters });
		expect(third.output.map(({ json }) => json)).toEqual([alreadyOrdered, alreadyOrdered]);
		expect(await chargesOfItems(panel, 2)).toEqual([2, 1]);
	});
});

describe('equal orders are placed anew by', () => {
	test.each(['trigger', 'webhook'] as const)(
		'an execution in mode %s: a published workflow always orders',
		async (mode) => {
			await executeStep(2);
			for (const execution of [1, 2]) {
				const { output } = await executeStep(2, { mode });
				expect([execution, ...output.map(({ json }) => json)]).toEqual([
					execution,
					newOrder,
					newOrder,
				]);
			}
			expect(await chargesOfItems(panel, 2)).toEqual([3, 3]);
		},
	);

	test('a manual execution after one of the published workflow', async () => {
		await executeStep(1, { mode: 'trigger' });
		await executeStep(1);
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});

	test('the node in another workflow', async () => {
		await executeStep(1);
		await executeStep(1, { workflowId: `${panel.workflowId}-copy` });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});

	test('a node of another name', async () => {
		const execute = async (more: Partial<INode>) => {
			const node = panelNode(oneAtATime, more);
			await runWorkflow({
				...inARow(testNode('Items', 'test.items'), node),
				items: backlinkItems(1),
				credential: panel.credential,
				mode: 'manual',
				workflowId: panel.workflowId,
			});
		};
		await execute({});
		await execute({ name: 'Second' });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
		await execute({ id: 'added anew' });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});

	test('an item with an Idempotency Key that is new', async () => {
		await executeStep(1);
		const options = { ...inOrder, idempotencyKey: 'once more' };
		await executeStep(1, { parameters: { ...backlinkForm, options } });
		expect(await chargesOfItems(panel, 1)).toEqual([2]);
	});
});

test('items with an Idempotency Key are skipped by it, as everywhere', async () => {
	const options = { ...inOrder, idempotencyKey: '={{ $json.url }}' };
	const parameters = { ...backlinkForm, options };
	await executeStep(2, { parameters });
	const second = await executeStep(2, { parameters });
	expect(second.output.map(({ json }) => json)).toEqual(
		[0, 1].map((index) => ({
			skipped: true,
			skippedBecause: 'keyUsed',
			idempotencyKey: targetOf(index),
		})),
	);
	expect(await chargesOfItems(panel, 2)).toEqual([1, 1]);
});

test('a dry run shows the orders of a published workflow, before and after a manual execution', async () => {
	const dryRun = { ...backlinkForm, options: { ...inOrder, dryRun: true } };
	const plan = expect.objectContaining({ dryRun: true, credits: 1 });
	const before = await executeStep(1, { parameters: dryRun });
	await executeStep(1);
	const after = await executeStep(1, { parameters: dryRun });
	expect([...before.output, ...after.output].map(({ json }) => json)).toEqual([plan, plan]);
	expect(await chargesOfItems(panel, 1)).toEqual([1]);
});
