import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inDays } from './triggerLists.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { useTrigger } from './useTrigger.mts';

const { panel, list } = useTrigger();

const triggerOf = (parameters: INodeParameters) =>
	new TriggerInN8n({ parameters, credential: panel.credential });

describe('detection', () => {
	const statusOf = async (order: IDataObject, parameters: INodeParameters = {}) => {
		await list([order]);
		const trigger = triggerOf({ event: 'orderStatusChanged', ...parameters });
		await trigger.test();
		const [status] = await trigger.menu('getStatuses');
		return status?.value;
	};

	test.each([
		[{ id: 1, durum: 'a', status: 'b' }, 'a'],
		[{ id: 1, Durumu: 'x', status: 'b' }, 'b'],
		[{ siparis_no: 'S-1', DURUM: 'a' }, 'a'],
		[{ _id: 'x', 'Sipariş Durumu': 'a' }, 'a'],
		[{ id: 1, durum: null, state: 'c' }, 'c'],
	])('%j has the status %s', async (order, status) => {
		expect(await statusOf(order)).toBe(status);
	});

	test('a chosen field goes before what would be detected', async () => {
		const order = { id: 1, no: 'x', durum: 'a', asama: 'b' };
		expect(await statusOf(order, { statusField: 'asama', orderIdField: 'no' })).toBe('b');
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
			{ id: 1, _id: 2, durum: 'a' },
			'Several fields could be the ID of an order: “id”, “_id”',
			'The orders have these fields: “id”, “_id”, “durum”.',
		],
		[
			{ id: 1, durum: 'a', Durum: 'b' },
			'Several fields could be the status of an order: “durum”, “Durum”',
			'Choose the right one in “Status Field”.',
		],
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

	test('orders without a single value', async () => {
		await list([{}, { durum: null }]);
		await expect(triggerOf({ event: 'orderCreated' }).activate()).rejects.toMatchObject({
			description: expect.stringContaining('The orders have no fields with a value.'),
		});
	});

	test.each([
		[{ orderIdField: 5 }, '“Order ID Field” has to be text, not 5'],
		[{ statuses: 'aktif' }, '“Status Names or IDs” has to be a list, not aktif'],
		[{ orderType: 'both' }, '“Type” has to be one of all, article, backlink, not both'],
	])('%j is refused', async (parameters, message) => {
		await list([{ id: 1, durum: 'a' }]);
		const trigger = triggerOf({ event: 'orderStatusChanged', ...parameters });
		await expect(trigger.activate()).rejects.toMatchObject({
			message,
			description: expect.stringContaining('Nothing was charged.'),
		});
	});

	test('a chosen field that no order has', async () => {
		await list([{ id: 1 }]);
		const trigger = triggerOf({ event: 'orderCreated', orderIdField: 'kimlik' });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'No order has the field “kimlik” chosen in “Order ID Field”',
			description: expect.stringContaining('“id”'),
		});
	});

	test('the end of a placement', async () => {
		await list([{ id: 1, baslangic: inDays(-1), bitis_tarihi: inDays(3) }]);
		expect(await triggerOf({ event: 'placementExpiring' }).activate()).toHaveLength(1);
		await list([{ id: 1, baslangic: inDays(-1) }]);
		await expect(triggerOf({ event: 'placementExpiring' }).activate()).rejects.toMatchObject({
			message: 'No field with the end of a placement was found',
		});
	});
});

describe('IDs', () => {
	test.each([
		[
			'9007199254740993 and 9007199254740992',
			'9007199254740993,"durum":"a"},{"id":9007199254740992',
		],
		['a single one', '9007199254740993'],
	])('numbers above 2^53 never merge two orders: %s', async (_, numbers) => {
		await panel.client.addFault({
			answer: 'json',
			path: '/siparisler',
			body: `{"ok":true,"backlinkler":[{"id":${numbers},"durum":"a"}],"tanitimlar":[]}`,
		});
		await expect(triggerOf({ event: 'orderCreated' }).activate()).rejects.toMatchObject({
			message: '“id” contains numbers that n8n cannot read exactly, such as 9007199254740992',
			description: expect.stringContaining('Choose another field in “Order ID Field”'),
		});
	});

	test('the same numbers as text are fine', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([{ id: '9007199254740992' }]);
		await trigger.activate();
		await list([{ id: '9007199254740992' }, { id: '9007199254740993' }]);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('a field that two orders share is no ID', async () => {
		await list([
			{ id: 1, site: 'haber.example' },
			{ id: 2, site: 'haber.example' },
		]);
		const trigger = triggerOf({ event: 'orderCreated', orderIdField: 'site' });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: '“site” is not unique: two orders have haber.example',
		});
	});

	test('orders of which none has an ID are reported, and nothing is forgotten', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([{ id: 1 }]);
		await trigger.activate();
		const before = trigger.memory;
		await list([{ id: null, baslik: 'Kayıp' }, { id: '' }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'An order has no ID in “id”',
			description: expect.stringContaining('Kayıp'),
			failure: { cause: 'configuration-invalid' },
		});
		expect(trigger.memory).toBe(before);
	});

	test('names and IDs that JavaScript objects have of their own are plain text', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([
			{ id: 'toString', durum: 'a' },
			{ id: '__proto__', durum: 'constructor' },
		]);
		await trigger.activate();
		await list([
			{ id: 'toString', durum: 'b' },
			{ id: '__proto__', durum: 'constructor' },
		]);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('menus', () => {
	test('fields of the live list, each with an example', async () => {
		await list(
			[
				{ id: 'bl_1', durum: null },
				{ id: 'bl_2', durum: 'aktif', ek: { a: 1 } },
			],
			[{ id: 't', baslik: 'x'.repeat(50) }],
		);
		expect(await triggerOf({ event: 'orderCreated' }).menu('getOrderFields')).toEqual([
			{ name: 'Detect Automatically', value: '' },
			{ name: 'id (e.g. bl_1)', value: 'id' },
			{ name: 'durum (e.g. aktif)', value: 'durum' },
			{ name: 'ek (e.g. {"a":1})', value: 'ek' },
			{ name: `baslik (e.g. ${'x'.repeat(40)}…)`, value: 'baslik' },
		]);
	});

	test('fields for the end of a placement are those of backlinks', async () => {
		await list([{ id: 'bl_1', bitis: '2027-01-01' }], [{ id: 't', baslik: 'x' }]);
		const options = await triggerOf({ event: 'placementExpiring' }).menu('getPlacementFields');
		expect(options.map(({ value }) => value)).toEqual(['', 'id', 'bitis']);
	});

	test.each([
		[{}, ['aktif', 'bitti', 'yayinda']],
		[{ orderType: 'article' }, ['yayinda']],
		[{ orderType: 'backlink', statusField: 'renk' }, ['mavi']],
	])('statuses for %j', async (parameters, values) => {
		await list(
			[
				{ id: 1, durum: 'aktif', renk: 'mavi' },
				{ id: 2, durum: 'bitti', renk: 'mavi' },
				{ id: 3, durum: 'aktif', renk: 'mavi' },
			],
			[{ id: 1, durum: 'yayinda' }],
		);
		const options = await triggerOf({ event: 'orderStatusChanged', ...parameters }).menu(
			'getStatuses',
		);
		expect(options.map(({ value }) => value)).toEqual(values);
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

	test('a key that is not accepted fails the poll', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		trigger.change({ credential: { ...panel.credential, apiKey: 'demo_live_wrong' } });
		await expect(trigger.menu('getOrderFields')).rejects.toThrow('The API key was not accepted');
	});
});

test.each(['orderCreated', 'orderStatusChanged', 'placementExpiring'])(
	'%s: a test in an account without orders says what to do',
	async (event) => {
		await expect(triggerOf({ event }).test()).rejects.toMatchObject({
			message: expect.stringMatching(/^There are no (orders|placements) to show yet$/),
			description: expect.stringContaining('publish the workflow'),
		});
	},
);
