import { createRunExecutionData, type IDataObject, type IRunExecutionData } from 'n8n-workflow';

import { callAsTool } from './engine.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

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

test('two executions are two orders, and nothing is left in the data of the agent', async () => {
	const call = { credential: panel.credential, parameters: backlinkForm, items: backlinkItems(1) };
	const { agentData } = await callAsTool(call);
	await callAsTool(call);
	expect((await panel.client.books()).charges).toHaveLength(2);
	expect(agentData).not.toHaveProperty('metadata');
});

test('an order whose answer was lost is not sent again in its execution, another one is', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const execution = createRunExecutionData();
	const call = async (index: number, options = {}) =>
		await callAsTool(
			{
				credential: panel.credential,
				parameters: { ...backlinkForm, options },
				items: backlinkItems(2).slice(index, index + 1),
			},
			execution,
		);
	await call(0);
	expect((await call(0)).items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	const other = await call(1);
	expect(other.items[0]?.json).toHaveProperty('placementId');
	const again = await call(0, { resendUnknown: true });
	expect(again.items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	expect((await panel.client.books()).charges).toHaveLength(2);
});

test('calls at the same moment with one Idempotency Key: what one left unknown, the others do not send', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const execution = createRunExecutionData();
	const call = async (item: IDataObject) =>
		await callAsTool(
			{
				credential: panel.credential,
				parameters: {
					...backlinkForm,
					options: { idempotencyKey: 'post-1', resendUnknown: true },
				},
				items: [item],
			},
			execution,
		);
	const answers = await Promise.all(backlinkItems(3).map(call));
	for (const { items } of answers) {
		expect(items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	}
	expect((await panel.client.books()).charges).toHaveLength(1);
});

describe('an agent that repeats itself', () => {
	const callOf = (index: number) => ({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(3).slice(index, index + 1),
	});
	const call = (execution = createRunExecutionData(), index = 0) =>
		callAsTool(callOf(index), execution);

	test('the same call again is answered with the first order', async () => {
		const execution = createRunExecutionData();
		const first = await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toEqual({ ...first.items[0]?.json, alreadyOrdered: true });
		expect(again.hints).toEqual([
			'1 already ordered in this execution, so not sent again (item 0)',
		]);
		expect(await panel.client.creditsCharged()).toBe(1);
	});

	test('a field of the service that has the name of that mark stays', async () => {
		const body = { ok: true, placementId: 'p1', alreadyOrdered: 'no' };
		await panel.client.addFault({ answer: 'json', path: '/backlink', body });
		const execution = createRunExecutionData();
		await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toEqual({ placementId: 'p1', alreadyOrdered: 'no' });
	});

	test('in a second Retry of the execution, what the first one ordered is skipped, and nothing else', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const failed = createRunExecutionData();
		await call(failed);
		const retry = async (execution: IRunExecutionData, index: number) =>
			(await callAsTool({ ...callOf(index), mode: 'retry' }, execution)).items[0]?.json;
		await retry(structuredClone(failed), 0);
		const second = structuredClone(failed);
		expect(await retry(second, 1)).toHaveProperty('placementId');
		expect(await retry(second, 0)).toMatchObject({ skippedBecause: 'orderedByEarlierRetry' });
		expect(await panel.client.creditsCharged()).toBe(2);
	});

	test('a refused call may be tried again', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const execution = createRunExecutionData();
		await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toHaveProperty('placementId');
	});
});
