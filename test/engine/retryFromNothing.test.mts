import type { IDataObject, INode, INodeType, IRun, IRunExecutionData } from 'n8n-workflow';

import { waitUntil } from '../../tooling/waitUntil.mts';
import { failDeduplicationStore, releaseLocks } from './deduplicationStore.mts';
import {
	madeUpRun,
	NODE_NAME,
	type NodeRun,
	type NodeRunResult,
	panelNode,
	retryExecution,
	runWorkflow,
	type WorkflowRun,
} from './engine.mts';
import { noSiteFor, chargesOfItems } from './ordersOfItems.mts';
import { backlinkForm, backlinkItems, balanceForm, secondOrders, targetOf } from './forms.mts';
import { killedAt, killedAtOrder, nodeOfProcess } from './processOfN8n.mts';
import { inOrder, loopOf, oneAtATime, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { inARow, testNode } from './testNode.mts';
import { HOUR } from './useClock.mts';
import { retriedData } from './workflowInEngine.mts';
import { usePanel } from './usePanel.mts';

/* n8n keeps nothing of a lost execution: a Retry starts from the beginning, in another process. */

const panel = usePanel();
let first: INodeType;
let second: INodeType;
beforeAll(async () => {
	first = await nodeOfProcess();
	second = await nodeOfProcess();
});

const execute = async (more: Partial<NodeRun> = {}) =>
	await runBacklinks(panel, 5, { workflowId: panel.workflowId, nodeType: second, ...more });
/** Ends n8n while the answer to the third of five orders is on its way. */
const crash = async (more: Partial<NodeRun> = {}) => {
	await execute({ nodeType: killedAtOrder(first, 2), ...more });
	await untilCharged(3);
	releaseLocks(panel.workflowId);
};
const untilCharged = async (count: number) =>
	await waitUntil('charges', async () => (await panel.client.books()).charges.length === count);
const retryFromNothing = async (more: Partial<NodeRun> = {}) =>
	await execute({ mode: 'retry', onError: 'continueErrorOutput', ...more });
/** Returns `charged` of each item's error; undefined for an item that was ordered or skipped. */
const chargedOf = ({ output, errorOutput }: NodeRunResult) => [
	...output.map(() => undefined),
	...errorOutput.map(({ json }) => (json.error as IDataObject).charged),
];
const fiveUnknown = ['unknown', 'unknown', 'unknown', 'unknown', 'unknown'];
const keyedForm = {
	...backlinkForm,
	options: { ...inOrder, idempotencyKey: '={{ $json.url }}' },
};
const resendingForm = { ...backlinkForm, options: { ...inOrder, resendUnknown: true } };

describe('n8n ends in the middle of five orders, then the Retry button', () => {
	test('nothing is sent, and each of the five is unknown', async () => {
		await crash();
		const retried = await retryFromNothing();
		expect(chargedOf(retried)).toEqual(fiveUnknown);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('where On Error says to stop, the Retry fails and says why', async () => {
		await crash();
		const { error } = await retryFromNothing({ onError: 'stopWorkflow' });
		expect(error?.context).toMatchObject({ itemIndex: 0, charged: 'unknown' });
		expect(error?.description).toContain('n8n keeps nothing of it');
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('a Retry of this Retry reports all five as unknown too', async () => {
		await crash();
		const retried = await retryFromNothing({ onError: 'stopWorkflow' });
		const again = await retried.retry({ onError: 'continueErrorOutput' });
		expect(chargedOf(again)).toEqual(fiveUnknown);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('a Retry of a Retry that could not read the store reports all five as unknown', async () => {
		await crash();
		failDeduplicationStore(new Error('SQLITE_BUSY'));
		const failed = await retryFromNothing({ onError: 'stopWorkflow' });
		failDeduplicationStore(undefined);
		const again = await failed.retry({ onError: 'continueErrorOutput' });
		expect(chargedOf(again)).toEqual(fiveUnknown);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('a Retry of a Retry that had no usable credential reports all five as unknown', async () => {
		await crash();
		const credential = { ...panel.credential, apiKey: 'short' };
		const failed = await retryFromNothing({ credential, onError: 'stopWorkflow' });
		const { credential: usable } = panel;
		const again = await failed.retry({ credential: usable, onError: 'continueErrorOutput' });
		expect(chargedOf(again)).toEqual(fiveUnknown);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('each try of Retry On Fail and a second click report all five as unknown', async () => {
		await crash();
		for (const click of [1, 2]) {
			const retried = await retryFromNothing({ settings: retryOnFail });
			expect([click, ...chargedOf(retried)]).toEqual([click, ...fiveUnknown]);
		}
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
	});

	test('twelve hours later, all are unknown too', async () => {
		await crash();
		const later = await retryFromNothing({ nodeType: await nodeOfProcess(12 * HOUR) });
		expect(chargedOf(later)).toEqual(fiveUnknown);
	});

	test('Send Unknown Orders Again sends all five', async () => {
		await crash();
		const retried = await retryFromNothing({ parameters: resendingForm });
		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([2, 2, 2, 1, 1]);
	});

	test('Max Credits counts what is unknown', async () => {
		await crash();
		const options = { ...inOrder, maxCredits: 6 };
		const retried = await retryFromNothing({
			parameters: { ...backlinkForm, options },
			onError: 'stopWorkflow',
		});
		const resend = { ...backlinkForm, options: { ...options, resendUnknown: true } };
		const again = await retried.retry({ parameters: resend, onError: 'continueErrorOutput' });
		expect(again.output).toHaveLength(1);
	});

	test('after a crash in a later node, all are unknown, although n8n makes up a run of this node', async () => {
		await execute();
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
		const recovered = ['Items', NODE_NAME];
		const retried = await retryFromNothing({ recovered, onError: 'stopWorkflow' });
		expect(retried.error?.context).toMatchObject({ itemIndex: 0, charged: 'unknown' });
		const again = await retried.retry({ onError: 'continueErrorOutput' });
		expect(chargedOf(again)).toEqual(fiveUnknown);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});
});

describe('all five orders are placed as usual', () => {
	test('if the items have changed', async () => {
		await crash();
		const items = backlinkItems(5).map((item) => ({ ...item, anchor: 'other' }));
		const retried = await retryFromNothing({ items });
		expect(retried.output).toHaveLength(5);
	});

	test('in another workflow', async () => {
		await crash();
		const retried = await retryFromNothing({ workflowId: `${panel.workflowId}-copy` });
		expect(retried.output).toHaveLength(5);
	});

	test('if n8n had ended before this node stored or sent anything', async () => {
		await execute({ nodeType: killedAt(first, -1) });
		const retried = await retryFromNothing();
		expect(retried.output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});

	test.each(['trigger', 'webhook'] as const)(
		'in a new execution in mode %s with the same items',
		async (mode) => {
			await crash();
			const { output } = await execute({ mode });
			expect(output).toHaveLength(5);
			expect(await chargesOfItems(panel, 5)).toEqual([2, 2, 2, 1, 1]);
		},
	);

	test.each([
		['a manual execution', { mode: 'manual' as const }],
		['a dry run', { parameters: { ...backlinkForm, options: { ...inOrder, dryRun: true } } }],
	])('after %s, which leaves no mark', async (_, more) => {
		await execute(more);
		const retried = await retryFromNothing();
		expect(retried.output).toHaveLength(5);
	});
});

test('a dry run after a crash reports no order as unknown', async () => {
	await crash();
	const options = { ...inOrder, dryRun: true };
	const { output } = await retryFromNothing({ parameters: { ...backlinkForm, options } });
	expect(output.every(({ json }) => json.dryRun)).toBe(true);
});

test('the second Retry of an execution that failed before this node orders nothing again', async () => {
	const workflow = (type: string): WorkflowRun => ({
		...inARow(
			testNode('Items', 'test.items'),
			testNode('Before', type),
			panelNode(oneAtATime, { onError: 'continueRegularOutput' }),
		),
		items: backlinkItems(5),
		credential: panel.credential,
		workflowId: panel.workflowId,
	});
	const failed = await runWorkflow(workflow('test.failing'));
	expect(failed.status).toBe('error');
	await retryExecution(failed, workflow('test.after'), 'currentlySaved');
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	await retryExecution(failed, workflow('test.after'), 'currentlySaved');
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
});

test('after a crash in a Retry, of which n8n keeps the journal that it began with, nothing is ordered again', async () => {
	const targetUrl = "={{ $('Items').all()[$itemIndex].json.url }}";
	const form = { ...oneAtATime, targetUrl, anchorText: 'a', months: 1 };
	const workflow = (type: string, nodeType?: INodeType): WorkflowRun => ({
		...inARow(
			testNode('Items', 'test.items'),
			panelNode(balanceForm, { name: 'Balance', id: 'Balance' }),
			testNode('Before', type),
			panelNode(form, { onError: 'continueRegularOutput' }),
			testNode('After', 'test.after'),
		),
		items: backlinkItems(1),
		credential: panel.credential,
		workflowId: panel.workflowId,
		nodeType,
	});
	const failed = await runWorkflow(workflow('test.failing'));
	await retryExecution(failed, workflow('test.after', first), 'currentlySaved');
	const data = retriedData(failed);
	const { runData } = data.resultData;
	for (const name of ['Before', NODE_NAME, 'After']) runData[name] ??= [madeUpRun];
	data.resultData.lastNodeExecuted = 'After';
	const crashed = { ...failed, data };
	await retryExecution(crashed, workflow('test.after', second), 'currentlySaved');
	expect(await chargesOfItems(panel, 1)).toEqual([1]);
});

test('after a crash in the first of two nodes, its orders are unknown, and the second node orders', async () => {
	const workflow = async (more: Partial<WorkflowRun>) => {
		const nodeOf = (name: string, orders: object): INode =>
			panelNode({ ...oneAtATime, ...orders }, { id: name, name, onError: 'continueRegularOutput' });
		return await runWorkflow({
			...inARow(
				testNode('Items', 'test.items'),
				nodeOf('First', {}),
				nodeOf('Second', secondOrders),
			),
			items: backlinkItems(3),
			credential: panel.credential,
			workflowId: panel.workflowId,
			...more,
		});
	};
	// Ends the process in the first node, so that the second one never runs.
	await workflow({ nodeType: killedAtOrder(first, 1) });
	await untilCharged(2);
	await workflow({ mode: 'retry', nodeType: second });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 0]);
	for (const index of [0, 1, 2]) {
		expect(await panel.client.chargesOf(`${targetOf(index)}-second`)).toHaveLength(1);
	}
});

describe('n8n ends in the second of three rounds of a loop', () => {
	const loop = (more: Partial<WorkflowRun>): WorkflowRun => ({
		...loopOf('test.oneByOne', panelNode(oneAtATime, { onError: 'continueRegularOutput' })),
		items: backlinkItems(3),
		credential: panel.credential,
		workflowId: panel.workflowId,
		...more,
	});
	const unknown = { error: expect.objectContaining({ charged: 'unknown' }) };
	const ordered = expect.objectContaining({ placementId: expect.any(String) });
	const told = ({ data }: IRun) =>
		data.resultData.runData[NODE_NAME]?.map((task) => task.data?.main?.[0]?.[0]?.json);

	test('two rounds are unknown, the third one orders', async () => {
		await runWorkflow(loop({ nodeType: killedAtOrder(first, 1) }));
		await untilCharged(2);
		// Names the nodes that had ended at least once: n8n makes up a run for each.
		const recovered = ['Items', 'Loop', NODE_NAME];
		const retried = await runWorkflow(loop({ mode: 'retry', nodeType: second, recovered }));
		expect(told(retried)?.slice(1)).toEqual([unknown, unknown, ordered]);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});

	test.each([
		['', oneAtATime],
		[', and a key was added', keyedForm],
	])('if n8n has stored the first round%s, only the second is unknown', async (_, parameters) => {
		const stored: IRunExecutionData[] = [];
		const saveProgress = (data: IRunExecutionData) => stored.push(data);
		const killed = await runWorkflow(loop({ nodeType: killedAtOrder(first, 1), saveProgress }));
		await untilCharged(2);
		const data = stored
			.filter(({ resultData }) => resultData.runData[NODE_NAME]?.length === 1)
			.at(-1);
		if (!data) throw new Error('Nothing was stored');
		const now = loop({ nodeType: second });
		const nodes = now.nodes.map((node) =>
			node.name === NODE_NAME ? { ...node, parameters } : node,
		);
		const click = async () =>
			told(await retryExecution({ ...killed, data }, { ...now, nodes }, 'currentlySaved'));
		expect(await click()).toEqual([ordered, unknown, ordered]);
		const skipped = expect.objectContaining({ skipped: true });
		expect(await click()).toEqual([ordered, unknown, skipped]);
		expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	});
});

describe('with an Idempotency Key', () => {
	test('nothing is paid twice, and each item is ordered, skipped or unknown', async () => {
		await crash({ parameters: keyedForm });
		const retried = await retryFromNothing({ parameters: keyedForm });
		const charges = await chargesOfItems(panel, 5);
		expect(charges.slice(0, 3)).toEqual([1, 1, 1]);
		expect(Math.max(...charges)).toBe(1);
		expect(chargedOf(retried)).toHaveLength(5);
		expect(chargedOf(retried)).not.toContain('no');

		const options = { ...inOrder, idempotencyKey: '={{ $json.url }}-new' };
		const withNewKeys = await retryFromNothing({ parameters: { ...backlinkForm, options } });
		expect(withNewKeys.output).toHaveLength(5);
	});

	test('that was added before the Retry, orders without a key are not paid twice', async () => {
		await crash();
		await retryFromNothing({ parameters: keyedForm });
		expect((await chargesOfItems(panel, 5)).slice(0, 3)).toEqual([1, 1, 1]);
	});
});

describe('n8n cannot reach its store', () => {
	afterEach(() => failDeduplicationStore(undefined));

	test('in a Retry of a lost execution, nothing is sent', async () => {
		failDeduplicationStore(new Error('SQLITE_BUSY: database is locked'));
		const retried = await retryFromNothing();
		expect(retried.errorOutput.map(({ json }) => json.error)).toEqual(
			[0, 1, 2, 3, 4].map(() =>
				expect.objectContaining({ reason: 'orderStoreUnavailable', charged: 'no' }),
			),
		);
		expect(await chargesOfItems(panel, 5)).toEqual([0, 0, 0, 0, 0]);
	});

	test.each(['trigger', 'webhook', 'manual'] as const)('in mode %s orders go on', async (mode) => {
		failDeduplicationStore(new Error('SQLITE_BUSY: database is locked'));
		const { output } = await execute({ mode });
		expect(output).toHaveLength(5);
		expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
	});
});

test('if n8n gives a dead worker’s job to another one, under the same execution ID, all are unknown', async () => {
	const execution = { executionId: 'of the dead worker', onError: 'continueErrorOutput' } as const;
	await crash(execution);
	expect(chargedOf(await execute(execution))).toEqual(fiveUnknown);
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 0, 0]);
});

test('several tries under one execution ID are no crash, and order everything', async () => {
	const execution = { executionId: 'with Retry On Fail' };
	await panel.client.addFault(noSiteFor(4, 2));
	const { output } = await execute({ ...execution, settings: retryOnFail });
	expect(output).toHaveLength(5);
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
});
