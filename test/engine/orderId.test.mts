import type { INodeParameters } from 'n8n-workflow';

import { callAsTool } from './engine.mts';
import { orderForm } from './forms.mts';
import { useOrderGet } from './useOrderGet.mts';

const { panel, list, get } = useOrderGet();

describe('what is no ID is refused by the name of the field, and nothing is asked for', () => {
	test.each([
		['nothing', undefined, 'is empty'],
		['empty text', '', 'is empty'],
		['invisible text', ' \u200b', 'is empty'],
		['an object', { id: 'a' }, 'has to be text'],
		['a list', ['a'], 'has to be text'],
		['true', true, 'has to be text'],
		['an object as text', '[object Object]', 'contains “[object Object]”'],
		['undefined as text', 'undefined', 'which an expression returns when it finds no value'],
		['a number that has lost digits', 2 ** 53, 'up to 9007199254740991'],
		['a fraction', 1.5, 'has to be text, or a whole number'],
	])('%s', async (_, id, words) => {
		const { error } = await get(id);
		expect(error?.message).toContain('“Order”');
		expect(error?.message).toContain(words);
		expect((await panel.client.books()).requests).toEqual([]);
	});

	test('the form in which nothing was chosen, which n8n lets an agent call', async () => {
		const { items } = await callAsTool({
			credential: panel.credential,
			parameters: { resource: 'order', operation: 'get' },
		});
		expect(items[0]?.json.error).toMatchObject({ message: '“Order” is empty' });
	});
});

describe('the ways to give the ID', () => {
	test.each([
		['chosen from the list', { __rl: true, mode: 'list', value: 'a', cachedResultName: 'x' }],
		['typed', { __rl: true, mode: 'id', value: 'a' }],
		['an expression in the field', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
		['an expression in place of the field', '={{ $json.id }}'],
		['an expression that gives the field', '={{ ({ __rl: true, mode: "id", value: "a" }) }}'],
	])('%s', async (_, orderId) => {
		await list([{ id: 'a' }, { id: 'b' }]);
		expect((await get('a', { orderId } as INodeParameters)).orders).toMatchObject([{ id: 'a' }]);
	});

	test('filled in by the model of an agent', async () => {
		await list([{ id: 'a', durum: 'aktif' }]);
		const call = async (id: string) =>
			await callAsTool({
				credential: panel.credential,
				parameters: {
					...orderForm,
					orderId: { __rl: true, mode: 'id', value: "={{ $fromAI('order') }}" },
				},
				items: [{ order: id }],
			});
		expect((await call('a')).items[0]?.json).toMatchObject({ id: 'a', status: 'aktif' });
		expect((await call('b')).items[0]?.json.error).toMatchObject({
			message: 'No order has the ID “b”',
		});
	});
});
