import { createRunExecutionData, type IDataObject } from 'n8n-workflow';

import { callAsTool } from './engine.mts';
import { noSiteFor } from './faults.mts';
import { backlinkForm, backlinkItems, balanceForm, targetOf } from './forms.mts';
import { spentCredits } from './ordersOfItems.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

test('Get Balance needs no arguments', async () => {
	const { items } = await callAsTool({ credential: panel.credential, parameters: balanceForm });
	expect(items[0]?.json).toEqual({ bakiye: 1000 });
});

test('the model sees the kod of a refusal: the node returns it instead of throwing', async () => {
	await panel.client.change({ balance: 0 });
	const { items } = await callAsTool({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
	});
	expect(items[0]?.json.error).toMatchObject({ kod: 'krediYetersiz', charged: 'no' });
});

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

test('two calls are two orders, and nothing is left in the data of the agent', async () => {
	const call = { credential: panel.credential, parameters: backlinkForm, items: backlinkItems(1) };
	const { agentData } = await callAsTool(call);
	await callAsTool(call);
	expect((await panel.client.books()).charges).toHaveLength(2);
	expect(agentData).not.toHaveProperty('metadata');
});

test.each(['the same execution', 'another execution'])(
	'an order whose answer was lost, asked for again in %s',
	async (which) => {
		await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
		const call = {
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(1),
		};
		const execution = createRunExecutionData();
		const lost = await callAsTool(call, execution);
		expect(lost.items[0]?.json.error).toMatchObject({ charged: 'unknown' });

		const isSame = which === 'the same execution';
		const again = await callAsTool(call, isSame ? execution : createRunExecutionData());
		expect((await panel.client.books()).charges).toHaveLength(isSame ? 1 : 2);
		if (isSame) expect(again.items[0]?.json.error).toMatchObject({ charged: 'unknown' });
	},
);

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
	const call = (execution = createRunExecutionData(), index = 0) =>
		callAsTool(
			{
				credential: panel.credential,
				parameters: backlinkForm,
				items: backlinkItems(3).slice(index, index + 1),
			},
			execution,
		);

	test('the same call again is answered with the first order', async () => {
		const execution = createRunExecutionData();
		const first = await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toEqual({ ...first.items[0]?.json, alreadyOrdered: true });
		expect(again.hints).toEqual(['Already ordered in this execution, so not sent again: item 0']);
		expect(await spentCredits(panel)).toBe(1);
	});

	test('three calls at the same moment order once', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const execution = createRunExecutionData();
		const answers = await Promise.all([call(execution), call(execution), call(execution)]);
		expect(await spentCredits(panel)).toBe(1);
		const ids = answers.map(({ items }) => items[0]?.json.placementId);
		expect(new Set(ids).size).toBe(1);
	});

	test('another request is another order, and so is another execution', async () => {
		const execution = createRunExecutionData();
		await call(execution);
		await call(execution, 1);
		await call();
		expect(await spentCredits(panel)).toBe(3);
	});

	test('a refused call may be tried again', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const execution = createRunExecutionData();
		await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toHaveProperty('placementId');
	});
});
