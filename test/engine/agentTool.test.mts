import {
	createRunExecutionData,
	type IDataObject,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';

import { callAsTool } from './engine.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const call = async (
	execution: IRunExecutionData,
	index: number,
	options: IDataObject = {},
	mode: 'trigger' | 'retry' = 'trigger',
	runIndex = 0,
) => {
	const parameters = { ...backlinkForm, options } as INodeParameters;
	const items = [backlinkItems(3)[index] ?? {}];
	const run = { credential: panel.credential, parameters, items, mode };
	return await callAsTool(run, execution, runIndex);
};

test('arguments that cannot be ordered are refused before anything is spent', async () => {
	const { items } = await callAsTool({
		credential: panel.credential,
		parameters: backlinkForm,
		items: [{ url: targetOf(0), anchor: 'anchor' }],
	});
	expect(items[0]?.json.error).toMatchObject({
		message: expect.stringContaining('“Duration (Months)”'),
	});
	expect((await panel.client.books()).requests).toEqual([]);
});

test('the same call in two executions places two orders, and leaves no metadata in the agent’s data', async () => {
	const { agentData } = await call(createRunExecutionData(), 0);
	await call(createRunExecutionData(), 0);
	expect((await panel.client.books()).charges).toHaveLength(2);
	expect(agentData).not.toHaveProperty('metadata');
});

test('an order whose answer was lost is not sent again in its execution; another order is sent', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const execution = createRunExecutionData();
	await call(execution, 0);
	const repeated = await call(execution, 0);
	expect(repeated.items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	const other = await call(execution, 1);
	expect(other.items[0]?.json).toHaveProperty('placementId');
	const again = await call(execution, 0, { resendUnknown: true });
	expect(again.items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	expect((await panel.client.books()).charges).toHaveLength(2);
});

test('of simultaneous calls with equal arguments, each is ordered if its expressions differ', async () => {
	const execution = createRunExecutionData();
	const calls = [0, 1].map(async (index) => {
		const parameters = { ...backlinkForm, targetUrl: targetOf(index), anchorText: 'a', months: 1 };
		const { credential, workflowId } = panel;
		return await callAsTool({ credential, parameters, items: [{}], workflowId }, execution);
	});
	const outputs = (await Promise.all(calls)).flatMap(({ items }) => items);
	expect(outputs.every(({ json }) => 'placementId' in json)).toBe(true);
});

test('of simultaneous calls with one Idempotency Key, one is sent and left unknown: the others are not sent', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const execution = createRunExecutionData();
	const options = { idempotencyKey: 'post-1', resendUnknown: true };
	const answers = await Promise.all([0, 1, 2].map((index) => call(execution, index, options)));
	for (const { items } of answers) {
		expect(items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	}
	expect((await panel.client.books()).charges).toHaveLength(1);
});

describe('an agent that repeats itself', () => {
	test('the same call again is answered with the first order', async () => {
		const execution = createRunExecutionData();
		const first = await call(execution, 0);
		const again = await call(execution, 0);
		expect(again.items[0]?.json).toEqual({ ...first.items[0]?.json, alreadyOrdered: true });
		expect(again.hints).toEqual([
			'1 already ordered in this execution, so not sent again (item 0)',
		]);
		expect(await panel.client.creditsCharged()).toBe(1);
	});

	test('a field of the service that is called “alreadyOrdered” keeps its value, and the node’s gets a number', async () => {
		const body = { ok: true, placementId: 'p1', alreadyOrdered: 'no' };
		await panel.client.addFault({ answer: 'json', path: '/backlink', body });
		const execution = createRunExecutionData();
		await call(execution, 0);
		const again = await call(execution, 0);
		const fields = { placementId: 'p1', alreadyOrdered: 'no', alreadyOrdered2: true };
		expect(again.items[0]?.json).toEqual(fields);
	});

	test('a second Retry of the execution skips only the orders that the first Retry placed', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const failed = createRunExecutionData();
		await call(failed, 0);
		// n8n counts the calls: in the second Retry, the agent calls in another sequence.
		const retry = async (execution: IRunExecutionData, index: number, runIndex: number) =>
			(await call(execution, index, {}, 'retry', runIndex)).items[0]?.json;
		await retry(structuredClone(failed), 0, 1);
		const second = structuredClone(failed);
		expect(await retry(second, 1, 1)).toHaveProperty('placementId');
		expect(await retry(second, 0, 2)).toMatchObject({ skippedBecause: 'orderedByEarlierRetry' });
		expect(await panel.client.creditsCharged()).toBe(2);
	});

	test('a refused call may be tried again', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const execution = createRunExecutionData();
		await call(execution, 0);
		const again = await call(execution, 0);
		expect(again.items[0]?.json).toHaveProperty('placementId');
	});
});
