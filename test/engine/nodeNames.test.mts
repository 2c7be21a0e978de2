import type { INode } from 'n8n-workflow';

import {
	NODE_NAME,
	type NodeRun,
	panelNode,
	retryExecution,
	runWorkflow,
	type WorkflowRun,
} from './engine.mts';
import { noSiteFor, chargesOfItems } from './ordersOfItems.mts';
import { backlinkForm, backlinkItems, secondOrders, targetOf } from './forms.mts';
import { inOrder, oneAtATime, runBacklinks } from './runBacklinks.mts';
import { inARow, testNode } from './testNode.mts';
import { usePanel } from './usePanel.mts';

/* n8n identifies a node by its name: a node that is added again has a new ID, and two nodes may share an ID. */

const panel = usePanel();

describe('a node that was deleted and added again under its name, then the Retry button', () => {
	const addedAnew: Partial<NodeRun> = { settings: { id: 'added anew' } };
	const failing = async (options: object = {}) => {
		await panel.client.addFault(noSiteFor(3, 1));
		const failed = await runBacklinks(panel, 6, {
			parameters: { ...backlinkForm, options: { ...inOrder, ...options } },
			workflowId: `added anew ${JSON.stringify(options)}`,
		});
		expect(await chargesOfItems(panel, 6)).toEqual([1, 1, 1, 0, 0, 0]);
		return failed;
	};

	test('paid orders are answered, and the rest is ordered', async () => {
		const failed = await failing();
		const retried = await failed.retry(addedAnew);
		expect(retried.output).toHaveLength(6);
		expect(await chargesOfItems(panel, 6)).toEqual([1, 1, 1, 1, 1, 1]);
	});

	test('with the old node first, then with the new one: nothing is paid twice', async () => {
		const failed = await failing({ timeout: 30 });
		await failed.retry();
		await failed.retry(addedAnew);
		expect(await chargesOfItems(panel, 6)).toEqual([1, 1, 1, 1, 1, 1]);
	});

	test('Max Credits goes on from what was spent', async () => {
		const failed = await failing({ maxCredits: 4 });
		const retried = await failed.retry(addedAnew);
		expect(retried.error?.context).toMatchObject({ reason: 'maxCredits' });
		expect(await panel.client.creditsCharged()).toBe(4);
	});
});

test('of two nodes with the same ID, each knows its own orders in each Retry', async () => {
	const nodeOf = (name: string, form: object): INode =>
		panelNode({ ...oneAtATime, ...form }, { id: 'the same', name });
	const workflow: WorkflowRun = {
		...inARow(
			testNode('Items', 'test.items'),
			nodeOf(NODE_NAME, {}),
			nodeOf('Second', secondOrders),
		),
		items: backlinkItems(3),
		credential: panel.credential,
		workflowId: 'two nodes with one ID',
	};
	await panel.client.addFault(noSiteFor(1, 1));
	const failed = await runWorkflow(workflow);
	expect(failed.status).toBe('error');
	for (const press of [1, 2]) {
		await retryExecution(failed, workflow, 'original');
		expect([press, ...(await chargesOfItems(panel, 3))]).toEqual([press, 1, 1, 1]);
		for (const index of [0, 1, 2]) {
			const charges = await panel.client.chargesOf(`${targetOf(index)}-second`);
			expect([press, index, charges.length]).toEqual([press, index, 1]);
		}
	}
});
