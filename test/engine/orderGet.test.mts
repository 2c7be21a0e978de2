import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { callAsTool, runNode } from './engine.mts';
import { backlinkForm, orderForm, targetOf } from './forms.mts';
import { listOrders } from './useTrigger.mts';
import { runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const whole = { simplify: false };

const list = (backlinkler: unknown, tanitimlar: unknown = []) =>
	listOrders(panel.client, backlinkler as IDataObject[], tanitimlar as IDataObject[]);

async function get(id: unknown, parameters: INodeParameters = {}) {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...orderForm, ...parameters },
		items: [{ id } as IDataObject],
	});
	return { ...run, orders: run.output.map(({ json }) => json) };
}

describe('the order of an ID', () => {
	test('comes out, simplified, from a list that was asked for without a limit', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 70 });
		const { error, orders, output } = await get('bl_000003');
		expect(error).toBeUndefined();
		expect(orders.map(Object.keys)).toEqual([['orderType', 'id', 'status', 'target', 'endsAt']]);
		expect(orders[0]?.id).toBe('bl_000003');
		expect(output[0]?.pairedItem).toEqual({ item: 0 });
		const requests = await panel.client.requestsTo('/siparisler');
		expect(requests.map(({ query }) => query)).toEqual([{}]);
	});

	test('comes out whole without “Simplify”', async () => {
		const order = { id: 'b', durum: 'aktif', site: { ad: 'haber.example' } };
		await list([{ id: 'a' }, { ...order, error: 1 }]);
		expect((await get('b', whole)).orders).toEqual([
			{ ...order, orderError: 1, orderType: 'backlink' },
		]);
	});

	test('is found with what Create returned, and after a while its status is another one', async () => {
		const created = await runBacklinks(panel, 2, { parameters: backlinkForm });
		const placementId = created.output[1]?.json.placementId;
		expect((await get(placementId)).orders).toMatchObject([
			{ id: placementId, status: 'aktif', target: targetOf(1) },
		]);
		await panel.client.changeOrder(String(placementId), { durum: 'yayında' });
		expect((await get(placementId)).orders).toMatchObject([{ status: 'yayında' }]);
	});

	test('may be the ID of a backlink and of an article: both come out', async () => {
		await list([{ id: 7 }, { id: 8 }], [{ tanitim_id: '7' }]);
		expect((await get(7, whole)).orders).toEqual([
			{ id: 7, orderType: 'backlink' },
			{ tanitim_id: '7', orderType: 'article' },
		]);
	});

	test.each([
		['a number in the list, text in the field', [{ id: 10 }, { id: 100 }], '10'],
		['invisible characters at the ends', [{ id: '10' }, { id: '100' }], ' \u200b10\ufeff\n'],
		['another spelling of the field', [{ 'Sipariş No': '10' }], '10'],
		['placementId beside another ID', [{ id: 1, placementId: '10' }, { id: 2 }], '10'],
		['a list that PHP wrote as an object', { '3': { id: '10' } }, '10'],
	])('%s', async (_, backlinkler, id) => {
		await list(backlinkler);
		const { error, orders } = await get(id, whole);
		expect(error).toBeUndefined();
		expect(orders).toHaveLength(1);
		expect(JSON.stringify(orders)).toContain('10');
	});

	test.each([
		['upper and lower case differ', '7a', { id: '7A' }],
		['7 and 7.0 differ', '7', { id: '7.0' }],
		['other fields do not count', '7', { id: 1, sureAy: 7 }],
	])('is matched exactly: %s', async (_, id, order) => {
		await list([order]);
		expect((await get(id)).error?.message).toBe(`No order has the ID “${id}”`);
	});

	test('an order number that is another order’s ID too does not bring others along', async () => {
		await list([
			{ id: 40, siparisId: 31 },
			{ id: 55, siparisId: 40 },
		]);
		expect((await get(40, whole)).orders).toEqual([
			{ id: 40, siparisId: 31, orderType: 'backlink' },
		]);
	});

	test('a placementId that is another order’s ID too: both come out, since either may be meant', async () => {
		await list([
			{ id: 3, placementId: 7 },
			{ id: 7, placementId: 9 },
		]);
		expect((await get(7, whole)).orders.map(({ id }) => id)).toEqual([3, 7]);
	});

	test('an order that is listed twice is one; two of the same ID are two', async () => {
		await list([
			{ id: 1, durum: 'a' },
			{ id: 1, durum: 'a' },
			{ id: 1, durum: 'b' },
		]);
		expect((await get(1)).orders.map(({ status }) => status)).toEqual(['a', 'b']);
	});
});

describe('many items', () => {
	const getMany = async (ids: string[], parameters: INodeParameters = {}) =>
		await runNode({
			credential: panel.credential,
			parameters: { ...orderForm, ...parameters },
			items: ids.map((id) => ({ id })),
			onError: 'continueErrorOutput',
		});
	const requestCount = async () => (await panel.client.requestsTo('/siparisler')).length;

	test('take one request, and each item keeps its own result', async () => {
		await list(
			Array.from({ length: 19 }, (_, index) => ({ id: index, site: { ad: 'haber.example' } })),
		);
		const ids = Array.from({ length: 20 }, (_, index) => String(index));
		const { output, errorOutput } = await getMany(ids, whole);
		expect(output.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			Array.from({ length: 19 }, (_, index) => [index, { item: index }]),
		);
		expect(errorOutput).toMatchObject([
			{ json: { error: { message: 'No order has the ID “19”' } }, pairedItem: { item: 19 } },
		]);
		expect(await requestCount()).toBe(1);
	});

	test('that get the same order do not share it: a later node may change one', async () => {
		await list([{ id: 'a', site: { ad: 'haber.example' } }]);
		const { output } = await getMany(['a', 'a'], whole);
		expect(output).toHaveLength(2);
		expect(output[0]?.json.site).toEqual(output[1]?.json.site);
		expect(output[0]?.json.site).not.toBe(output[1]?.json.site);
	});

	test('share an answer that cannot be used, too', async () => {
		await panel.client.addFault({ answer: 'json', path: '/siparisler', body: { ok: true } });
		const { output, errorOutput } = await getMany(['a', 'b', 'c']);
		expect(output).toEqual([]);
		expect(errorOutput.map(({ json }) => json.error)).toMatchObject(
			['a', 'b', 'c'].map(() => ({ reason: 'unexpectedAnswer' })),
		);
		expect(await requestCount()).toBe(1);
	});
});

describe('an ID that no order has is an error, which says how many orders the service lists', () => {
	test.each([
		[[], [], 'The service lists 0 orders; '],
		[[{ id: 1 }], [], 'The service lists 1 order; '],
		[[{ id: 1 }, { siparis: { id: 9 } }, 'yok'], [{ id: null }], 'The service lists 4 orders; '],
	])('%j and %j: %s', async (backlinkler, tanitimlar, words) => {
		await list(backlinkler, tanitimlar);
		const { error, output } = await get('9');
		expect(output).toEqual([]);
		expect(error?.message).toBe('No order has the ID “9”');
		expect(error?.description).toContain(words);
	});

	test('in the error output, beside the orders that were found', async () => {
		await list([{ id: 'a' }]);
		const run = await runNode({
			credential: panel.credential,
			parameters: orderForm,
			items: [{ id: 'x', row: 1 }, { id: 'a' }],
			onError: 'continueErrorOutput',
		});
		expect(run.output).toMatchObject([{ json: { id: 'a' }, pairedItem: { item: 1 } }]);
		expect(run.errorOutput[0]?.json).toMatchObject({
			row: 1,
			error: { message: 'No order has the ID “x”', charged: 'no', retryable: false },
		});
	});

	test('the text of an ID cannot bring markup into n8n', async () => {
		const { error } = await get('<img src=x>');
		expect(`${error?.message} ${error?.description}`).not.toMatch(/[<>]/);
	});
});

describe('a value that is no ID is refused with the name of the field, and nothing is sent', () => {
	test.each([
		['nothing', undefined, 'is empty'],
		['invisible text', ' \u200b', 'is empty'],
		['an object', { id: 'a' }, 'has to be text'],
		['undefined as text', 'undefined', 'is a missing value'],
		['a number that has lost digits', 2 ** 53, 'up to 9007199254740991'],
	])('%s', async (_, id, words) => {
		const { error } = await get(id);
		expect(error?.message).toContain('“Order”');
		expect(error?.message).toContain(words);
		expect((await panel.client.books()).requests).toEqual([]);
	});

	test('a form without a chosen order, which n8n lets an agent call', async () => {
		const { items } = await callAsTool({
			credential: panel.credential,
			parameters: { resource: 'order', operation: 'get' },
		});
		expect(items[0]?.json.error).toMatchObject({ message: '“Order” is empty' });
	});
});

test.each([
	['a choice from the list', { __rl: true, mode: 'list', value: 'a', cachedResultName: 'x' }],
	['typing', { __rl: true, mode: 'id', value: 'a' }],
	['an expression in the field', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
	['an expression in place of the field', '={{ $json.id }}'],
	['an expression that gives the field', '={{ ({ __rl: true, mode: "id", value: "a" }) }}'],
])('the ID is given by %s', async (_, orderId) => {
	await list([{ id: 'a' }, { id: 'b' }]);
	expect((await get('a', { orderId } as INodeParameters)).orders).toMatchObject([{ id: 'a' }]);
});
