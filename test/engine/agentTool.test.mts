import { backlinkForm, backlinkItems, balanceForm, targetOf } from './forms.mts';
import { callAsTool } from './engine.mts';
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
