import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inDays } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list } = useTrigger();

describe('the field that plays a role', () => {
	const statusOf = async (order: IDataObject, parameters: INodeParameters = {}) => {
		await list([order]);
		const [item] = await triggerOf({
			event: 'orderStatusChanged',
			simplify: true,
			...parameters,
		}).test();
		return item?.status;
	};

	test.each([
		[{ id: 1, status: 'b', durum: 'a' }, 'a'],
		[{ siparis_no: 'S-1', DURUM: 'a' }, 'a'],
		[{ _id: 'x', 'Sipariş Durumu': 'a' }, 'a'],
		[{ id: 1, durum: null, state: 'c' }, 'c'],
	])('of %j the status is %s', async (order, status) => {
		expect(await statusOf(order)).toBe(status);
	});

	test.each([
		[
			{ kod: 1, durum: 'a' },
			'No field with the ID of an order was found',
			'The orders have these fields: “kod”, “durum”. Choose the right one in “Order ID Field”.',
		],
		[
			{ id: 1, renk: 'a' },
			'No field with the status of an order was found',
			'The orders have these fields: “id”, “renk”. Choose the right one in “Status Field”.',
		],
		[
			{ id: 1, durum: 'a', Durum: 'b' },
			'Several fields could be the status of an order: “durum”, “Durum”',
			'Choose the right one in “Status Field”.',
		],
		[{}, 'No field with the ID of an order was found', 'The orders have no fields with a value.'],
	])('%j: %s', async (order, message, description) => {
		await list([order]);
		await expect(triggerOf({ event: 'orderStatusChanged' }).activate()).rejects.toMatchObject({
			message,
			description: expect.stringContaining(description),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('backlinks and articles may name their fields differently', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([{ placementId: 'p', durum: 'a' }], [{ tanitimId: 't', status: 'a' }]);
		await trigger.activate();
		await list([{ placementId: 'p', durum: 'b' }], [{ tanitimId: 't', status: 'b' }]);
		expect(await trigger.poll()).toHaveLength(2);
	});

	test('the end of a placement', async () => {
		await list([{ id: 1, baslangic: inDays(-1), bitis_tarihi: inDays(3) }]);
		expect(await triggerOf({ event: 'placementExpiring' }).activate()).toHaveLength(1);
		await list([{ id: 1, baslangic: inDays(-1) }]);
		await expect(triggerOf({ event: 'placementExpiring' }).activate()).rejects.toMatchObject({
			message: 'No field with the end of a placement was found',
		});
	});

	test('stays as it was found, also over a poll without orders, though another appears', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		const created = triggerOf({ event: 'orderCreated' });
		await list([{ placementId: 'a', status: 'x' }]);
		for (const each of [trigger, created]) await each.activate();
		await list([]);
		for (const each of [trigger, created]) await each.poll();
		await list([{ placementId: 'a', id: 1, status: 'y', durum: 'z' }]);
		expect(await created.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ placementId: 'a', previousStatus: 'x', durum: 'z', status: 'y' }),
		]);
	});
});

test.each([
	['balanceLow', { threshold: 'çok' }, '“Threshold” has to be a number from 0 to 1,000,000,000'],
	['balanceLow', { threshold: '={{ $json.a.b.c }}' }, '“Threshold”'],
	['balanceLow', { repeatAfterHours: -1 }, '“Repeat After” has to be a number from 0 to 8,760'],
	['orderStatusChanged', { orderIdField: true }, '“Order ID Field” has to be text'],
	['orderStatusChanged', { statuses: 'aktif' }, '“Status Names or IDs” has to be a list'],
	[
		'orderStatusChanged',
		{ orderType: 'both' },
		'“Order Type” has to be one of all, article, backlink',
	],
	['webhook', {}, 'This event is not supported'],
])('%s with %j is refused before anything is sent', async (event, parameters, message) => {
	const trigger = triggerOf({ event, ...parameters });
	await expect(trigger.activate()).rejects.toMatchObject({
		message: expect.stringContaining(message),
		context: { reason: 'invalidParameter' },
		failure: { cause: 'configuration-invalid' },
	});
	expect((await panel.client.books()).requests).toEqual([]);
});

test('fields without a choice may come from an expression that gives nothing', async () => {
	await list([{ id: 1, durum: 'a' }]);
	const empty = '={{ undefined }}';
	const parameters = { orderIdField: empty, statusField: empty, statuses: empty };
	expect(ids(await triggerOf({ event: 'orderStatusChanged', ...parameters }).test())).toEqual([1]);
});

describe('menus', () => {
	const valuesOf = (options: Array<{ value: unknown }>) => options.map(({ value }) => value);

	test('fields of the live list, each with an example', async () => {
		await list(
			[
				{ id: 'bl_1', durum: null, bos: ' \u200b' },
				{ id: 'bl_2', durum: 'aktif', ek: { a: 1 } },
			],
			[{ id: 't', baslik: 'x'.repeat(39) + '😀y' }],
		);
		expect(await triggerOf({ event: 'orderCreated' }).menu('getOrderFields')).toEqual([
			{ name: 'Detect Automatically', value: '' },
			{ name: 'id (e.g. bl_1)', value: 'id' },
			{ name: 'durum (e.g. aktif)', value: 'durum' },
			{ name: 'ek (e.g. {"a":1})', value: 'ek' },
			{ name: `baslik (e.g. ${'x'.repeat(39)}😀…)`, value: 'baslik' },
		]);
	});

	test('fields for the end of a placement are those of backlinks', async () => {
		await list([{ id: 'bl_1', bitis: '2027-01-01' }], [{ id: 't', baslik: 'x' }]);
		const options = await triggerOf({ event: 'placementExpiring' }).menu('getPlacementFields');
		expect(valuesOf(options)).toEqual(['', 'id', 'bitis']);
	});

	test.each([
		[{}, ['aktif', 'bitti', 'yayinda']],
		[{ orderType: 'article' }, ['yayinda']],
		[{ orderType: 'backlink', statusField: 'adet' }, ['0', '7']],
	])('statuses for %j', async (parameters, values) => {
		await list(
			[
				{ id: 1, durum: 'aktif', adet: 0 },
				{ id: 2, durum: 'bitti', adet: 7 },
				{ id: 3, durum: 'aktif', adet: { no: 7 } },
				{ id: 4, durum: ' ', adet: null },
			],
			[{ id: 1, durum: 'yayinda' }],
		);
		const trigger = triggerOf({ event: 'orderStatusChanged', ...parameters });
		expect(valuesOf(await trigger.menu('getStatuses'))).toEqual(values);
	});

	test('an account without orders has the detection alone', async () => {
		expect(await triggerOf({ event: 'orderCreated' }).menu('getOrderFields')).toHaveLength(1);
		expect(await triggerOf({ event: 'orderStatusChanged' }).menu('getStatuses')).toEqual([]);
	});

	test('statuses of orders that have none: the menu says which fields there are', async () => {
		await list([{ id: 1, renk: 'a' }]);
		await expect(triggerOf({ event: 'orderStatusChanged' }).menu('getStatuses')).rejects.toThrow(
			'No field with the status of an order was found',
		);
	});

	test.each(['getOrderFields', 'getPlacementFields', 'getStatuses'] as const)(
		'%s with a key that is not accepted',
		async (menu) => {
			const trigger = triggerOf({ event: 'orderStatusChanged' });
			trigger.change({ credential: { ...panel.credential, apiKey: 'demo_live_wrong' } });
			await expect(trigger.menu(menu)).rejects.toMatchObject({
				message: 'The API key was not accepted',
				context: { reason: 'yetkisiz' },
			});
		},
	);
});

test.each(['orderCreated', 'orderStatusChanged', 'placementExpiring'])(
	'%s: a test in an account without orders says what to do',
	async (event) => {
		await expect(triggerOf({ event }).test()).rejects.toMatchObject({
			message: expect.stringMatching(/^There are no (orders|placements) to show yet$/),
			description: expect.stringContaining('publish the workflow'),
			context: { reason: 'orderNotFound' },
		});
	},
);
