import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { callAsTool, runNode, searchOrders } from './engine.mts';
import { articleForm, backlinkForm, backlinkItems, orderForm, targetOf } from './forms.mts';
import { watchLog } from './logLines.mts';
import { listOrders } from './triggerLists.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

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

const whole = { simplify: false };

describe('the order of an ID', () => {
	test('comes out, simplified, from a list that was asked for without a limit', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 70 });
		const { error, orders, output } = await get('bl_000003');
		expect(error).toBeUndefined();
		expect(orders).toEqual([
			{
				orderType: 'backlink',
				id: 'bl_000003',
				status: 'aktif',
				target: expect.any(String),
				endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			},
		]);
		expect(output[0]?.pairedItem).toEqual({ item: 0 });
		const requests = await panel.client.requestsTo('/siparisler');
		expect(requests.map(({ query }) => query)).toEqual([{}]);
	});

	test('comes out whole without “Simplify”', async () => {
		await list([{ id: 'a' }, { id: 'b', durum: 'aktif', site: { ad: 'haber.example' }, error: 1 }]);
		expect((await get('b', whole)).orders).toEqual([
			{
				id: 'b',
				durum: 'aktif',
				site: { ad: 'haber.example' },
				orderError: 1,
				orderType: 'backlink',
			},
		]);
	});

	test('is found with what Create returned, and after a while its status is another one', async () => {
		const created = await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(2),
		});
		const placementId = created.output[1]?.json.placementId;
		expect((await get(placementId)).orders).toMatchObject([
			{ id: placementId, status: 'aktif', target: targetOf(1) },
		]);
		await panel.client.changeOrder(String(placementId), { durum: 'yayında' });
		expect((await get(placementId)).orders).toMatchObject([{ status: 'yayında' }]);
	});

	test('is found among articles', async () => {
		await runNode({
			credential: panel.credential,
			parameters: articleForm,
			items: [{ title: 'Halı bakımı', html: '<p>Metin</p>' }],
		});
		expect((await get('tn_000001')).orders).toMatchObject([
			{ orderType: 'article', target: 'Halı bakımı', endsAt: null },
		]);
	});

	test('may be that of a backlink and of an article: both come out', async () => {
		await list([{ id: 7 }, { id: 8 }], [{ tanitim_id: '7' }]);
		expect((await get(7, whole)).orders).toEqual([
			{ id: 7, orderType: 'backlink' },
			{ tanitim_id: '7', orderType: 'article' },
		]);
	});

	test.each([
		['a number in the list, text in the field', [{ id: 10 }, { id: 100 }], '10'],
		['text in the list, a number in the field', [{ id: '10' }, { id: '100' }], 10],
		['invisible characters at the ends', [{ id: '10' }, { id: '100' }], ' \u200b10\ufeff\n'],
		['white space in the list', [{ id: ' 10 ' }], '10'],
		['another spelling of the field', [{ 'Sipariş No': '10' }], '10'],
		['placementId beside another ID', [{ id: 1, placementId: '10' }, { id: 2 }], '10'],
		['tanitimId beside another ID', [{ id: 1, tanitimId: 10 }, { id: 2 }], '10'],
		['an order number beside another ID', [{ id: 1, siparisNo: '10' }, { id: 2 }], '10'],
		['two spellings of the field', [{ id: 10, ID: 11 }], '10'],
		['a list that PHP wrote as an object', { '3': { id: '10' } }, '10'],
	])('%s', async (_, backlinkler, id) => {
		await list(backlinkler);
		const { error, orders } = await get(id, whole);
		expect(error).toBeUndefined();
		expect(orders).toHaveLength(1);
		expect(JSON.stringify(orders)).toContain('10');
	});

	test.each([
		['not by its letters', '7a', { id: '7A' }],
		['not by its zeros', '7', { id: '007' }],
		['not by its number', '7', { id: '7.0' }],
		['not by a part of it', '7', { id: '77' }],
		['not by a field of another meaning', '7', { id: 1, sureAy: 7 }],
		['not in another object', '7', { id: 1, site: { id: '7' } }],
	])('is compared as text: %s', async (_, id, order) => {
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

	test('one of 10,000', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 5_000 });
		await panel.client.addOrders({ type: 'article', count: 5_000 });
		expect((await get('tn_009999')).orders).toMatchObject([{ id: 'tn_009999' }]);
		const { error } = await get('tn_010001');
		expect(error?.description).toContain('All 10000 orders that the service lists');
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

	test('with different timeouts ask once for each', async () => {
		await list([{ id: 'a' }]);
		const options = { timeout: '={{ $itemIndex % 2 ? 10 : 20 }}' };
		expect((await getMany(['a', 'a', 'a', 'a'], { options })).output).toHaveLength(4);
		expect(await requestCount()).toBe(2);
	});
});

describe('an ID that no order has is told, with how many orders were looked through', () => {
	test.each([
		[[], [], 'The service lists no orders.'],
		[null, undefined, 'The service lists no orders.'],
		[[{ id: 1 }], [], 'The one order that the service lists was looked through.'],
		[[{ id: 1 }], [{ id: 2 }], 'All 2 orders that the service lists were looked through.'],
		[
			[{ id: 1 }, { siparis: { id: 9 } }, { id: null }, { id: 12345678901234567890 }, 'yok'],
			[],
			'All 5 orders that the service lists were looked through; 4 had no ID that can be compared.',
		],
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

	test('a number whose digits were lost in the answer is nobody’s ID', async () => {
		await list([{ id: 12345678901234567890 }]);
		expect((await get('12345678901234567000')).error?.message).toContain('No order has the ID');
	});

	test('the text of an ID cannot bring markup into n8n', async () => {
		const { error } = await get('<img src=x>');
		expect(`${error?.message} ${error?.description}`).not.toMatch(/[<>]/);
	});
});

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

test.each([
	['a list in another form', { backlinkler: { data: [{ id: 'a' }] } }, 'another format'],
	['neither list', { orders: [] }, 'another format'],
])('%s is an unexpected answer, not an order that is not there', async (_, lists, words) => {
	const body = { ok: true, ...lists };
	await panel.client.addFault({ answer: 'json', path: '/siparisler', body });
	expect((await get('a')).error?.message).toContain(words);
});

describe('the list to choose from', () => {
	test('shows target, kind and status of each order that has an ID, from one read', async () => {
		await list(
			[
				{ id: 'a', hedefUrl: 'https://example.com/kilim', durum: 'aktif' },
				{ id: 5, durum: 'bitti' },
				{ durum: 'aktif' },
				{ id: 12345678901234567890 },
				{ id: { value: 1 } },
				'yok',
			],
			[{ tanitimId: 't', baslik: 'Halı bakımı' }],
		);
		expect(await searchOrders(panel.credential)).toEqual({
			results: [
				{ name: 'https://example.com/kilim (backlink, aktif)', value: 'a' },
				{ name: '5 (backlink, bitti)', value: '5' },
				{ name: 'Halı bakımı (article)', value: 't' },
			],
			paginationToken: undefined,
		});
		const requests = await panel.client.requestsTo('/siparisler');
		expect(requests.map(({ query }) => query)).toEqual([{}]);
	});

	test.each([
		['KILIM', ['a']],
		['hali', ['t']],
		['HALI bak', ['t']],
		['article', ['t']],
		['aktif', ['a']],
		['b-1', ['b-1']],
		['nothing like it', []],
		['', ['a', 'b-1', 't']],
	])('a search for “%s” finds %j', async (filter, values) => {
		await list(
			[
				{ id: 'a', hedefUrl: 'https://example.com/kilim', durum: 'aktif' },
				{ id: 'b-1', durum: 'bitti' },
			],
			[{ id: 't', baslik: 'Halı bakımı' }],
		);
		const { results } = await searchOrders(panel.credential, filter);
		expect(results.map(({ value }) => value)).toEqual(values);
	});

	test('an ID that both kinds have is one choice, which gives both', async () => {
		await list([{ id: 1, hedefUrl: 'https://example.com' }], [{ id: 1, baslik: 'Halı' }]);
		const { results } = await searchOrders(panel.credential);
		expect(results).toEqual([
			{ name: 'https://example.com (backlink) · Halı (article)', value: '1' },
		]);
	});

	test('10,000 orders come a page at a time, each once', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 10_000 });
		const values = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await searchOrders(panel.credential, '0099', page);
			values.push(...results.map(({ value }) => value));
			page = paginationToken;
		} while (page !== undefined);
		expect(new Set(values).size).toBe(values.length);
		expect(values).toHaveLength(111);
		expect((await searchOrders(panel.credential)).results).toHaveLength(100);
	});

	test('texts of the service are one line, and not longer than a line', async () => {
		await list([
			{ id: 'a', hedefUrl: `https://example.com/\n${'x'.repeat(300)}`, durum: 'a\u202eb' },
		]);
		const [choice] = (await searchOrders(panel.credential)).results;
		expect(choice?.name).toMatch(/^https:\/\/example\.com\/ x{59}… \(backlink, a b\)$/);
	});

	const obstacles: Array<
		[string, { apiKey?: string; baseUrl?: string }, Fault | undefined, string]
	> = [
		['another key', { apiKey: 'demo_live_wrong' }, undefined, 'The API key was not accepted'],
		['no Base URL', { baseUrl: '' }, undefined, 'The Base URL is empty'],
		['a full rate limit', {}, { answer: 'tooManyRequests' }, 'The rate limit of the service'],
		['no usable answer', {}, { answer: 'html' }, 'The service gave no usable answer'],
		['other lists', {}, { answer: 'json' }, 'another format than documented'],
	];

	test.each(obstacles)('cannot be shown with %s', async (_, credential, fault, message) => {
		if (fault) await panel.client.addFault(fault);
		const log = watchLog();
		const used = { ...panel.credential, ...credential };
		const told: unknown = await searchOrders(used).catch((error: unknown) => error);
		expect(told).toMatchObject({ message: expect.stringContaining(message) });
		expect(JSON.stringify([told, log])).not.toContain(used.apiKey);
		expect((await panel.client.requestsTo('/siparisler')).length).toBeLessThanOrEqual(1);
	});
});
