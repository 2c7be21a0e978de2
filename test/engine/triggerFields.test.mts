import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import { inDays, order, ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list, answerWith } = useTrigger();
const leftOut = (log: string[]) => log.filter((line) => line.includes('are left out'));

describe('the field that plays a role', () => {
	test.each<[string, IDataObject, INodeParameters, string, string]>([
		[
			'orderStatusChanged',
			{ kod: 1, durum: 'a' },
			{},
			'No order has an ID',
			'The orders have these fields: “kod (e.g. 1)”, “durum (e.g. a)”. Choose the right one in Options → “Order ID Field”.',
		],
		[
			'orderCreated',
			{ id: 2 ** 60 },
			{},
			'or a whole number up to 9007199254740991',
			'“id (e.g. 11',
		],
		['orderStatusChanged', { id: 1, renk: 'a' }, {}, 'No order has a status', '“Status Field”'],
		[
			'orderStatusChanged',
			{ id: 1, durum: 'a' },
			{ statusField: 'hal' },
			'No order has a status',
			'“durum (e.g. a)”',
		],
		[
			'placementExpiring',
			{ id: 1, bitis: '31.12.2026' },
			{},
			'No order has an end date in a form that can be read',
			'“bitis (e.g. 31.12.2026)”. Choose the right one in Options → “End Date Field”.',
		],
	])('%s of %j with %j: no field can be used, so the poll fails', async (...given) => {
		const [event, listed, options, message, description] = given;
		await list([listed]);
		await expect(triggerOf({ event, options }).activate()).rejects.toMatchObject({
			message: expect.stringContaining(message),
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

	test.each([
		['status', 'orderStatusChanged', { durum: null }, order('a', 'bitti')],
		['end', 'placementExpiring', { bitis: ' ' }, order('a', 'yeni', { bitis: inDays(2) })],
	])(
		'the %s of all orders is empty for a while: no change is lost',
		async (_, event, empty, now) => {
			const log = watchLog();
			const trigger = triggerOf({ event });
			await list([order('a')]);
			await trigger.activate();
			await list([order('a', 'yeni', empty)]);
			expect(await trigger.poll()).toEqual([]);
			expect(await trigger.activate()).toEqual([]);
			await list([now]);
			expect(ids(await trigger.poll())).toEqual(['a']);
			expect(log).toEqual([]);
		},
	);

	test.each([
		['status', 'orderStatusChanged', { durum: { a: 1 } }, order('a', 'bitti')],
		['end', 'placementExpiring', { bitis: '1.1.27' }, order('a', 'yeni', { bitis: inDays(2) })],
	])('one %s that cannot be used does not hold up the others', async (_, event, broken, now) => {
		const log = watchLog();
		const trigger = triggerOf({ event });
		await list([order('a'), order('b', 'yeni', broken)]);
		expect(await trigger.activate()).toEqual([]);
		await list([now, order('b', 'yeni', broken)]);
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(leftOut(log)).toEqual([expect.stringContaining('1 of 2 orders')]);
	});
});

describe('an order without an ID', () => {
	/** Lists orders as JSON text, because JavaScript cannot hold some IDs. */
	const listText = async (...backlinks: string[]) => {
		await answerWith(`{"ok":true,"backlinkler":[${backlinks.join(',')}],"tanitimlar":[]}`);
	};

	test.each([
		['white space', '{"id":"  "}'],
		['an object', '{"id":{"no":1}}'],
		['a number above 2^53', '{"id":9007199254740993}'],
		['missing, because the entry is no object', '"siparis"'],
	])('is left out if its ID is %s, and the log says so once', async (_, left) => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await listText('{"id":"a"}', left);
		expect(await trigger.activate()).toEqual([]);
		await listText(left, '{"id":"c"}', '{"id":"a"}');
		expect(ids(await trigger.poll())).toEqual(['c']);
		expect(await trigger.test()).toHaveLength(1);
		expect(leftOut(log)).toEqual([
			expect.stringMatching(/Trigger: 1 of 2 orders are left out: they do not have an ID/),
		]);
	});

	test('fails the poll if no order has one, and nothing is forgotten', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([{ id: null, baslik: 'Kayıp' }]);
		await expect(trigger.poll()).rejects.toThrow('No order has an ID');
		await list([order('a'), order('b')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('is not logged if its type is not watched; the key is never logged', async () => {
		const log = watchLog();
		const key = String(panel.credential.apiKey);
		await list([order('a')], [{ baslik: key }]);
		await triggerOf({ event: 'orderCreated', orderType: 'backlink' }).activate();
		expect(leftOut(log)).toEqual([]);
		await triggerOf({ event: 'orderCreated' }).activate();
		expect(leftOut(log)).toHaveLength(1);
		expect(log.join()).not.toContain(key);
	});
});

test.each([
	['balanceLow', { threshold: 'çok' }, '“Threshold”'],
	['balanceLow', { threshold: '={{ $json.a.b.c }}' }, '“Threshold”'],
	['balanceLow', { repeatAfterHours: -1 }, '“Repeat After (Hours)”'],
	['placementExpiring', { withinDays: 0 }, '“Days Before End”'],
	['orderStatusChanged', { statuses: 'aktif' }, '“Status Names or IDs”'],
	['orderStatusChanged', { orderType: 'both' }, '“Order Type”'],
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

test('fields that may be empty may be an expression without a result', async () => {
	await list([{ id: 1, durum: 'a' }]);
	const empty = '={{ undefined }}';
	const options = { orderIdField: empty, statusField: empty };
	const trigger = triggerOf({ event: 'orderStatusChanged', statuses: empty, options });
	expect(ids(await trigger.test())).toEqual([1]);
});

test.each([' no', '#'])('a field whose name is %j can be chosen', async (name) => {
	await list([{ [name]: 1 }]);
	const trigger = triggerOf({ event: 'orderCreated', options: { orderIdField: name } });
	await trigger.activate();
	await list([{ [name]: 1 }, { [name]: 2 }]);
	expect(await trigger.poll()).toHaveLength(1);
});

test('a list that is not watched may have any form', async () => {
	const trigger = triggerOf({ event: 'orderCreated', orderType: 'article' });
	const body = { ok: true, backlinkler: 'yok', tanitimlar: [{ id: 1 }] };
	await panel.client.addFault({ answer: 'json', path: '/siparisler', body });
	expect(ids(await trigger.test())).toEqual([1]);
	expect(await trigger.menu('getOrderFields')).toHaveLength(2);
});

describe('menus', () => {
	const valuesOf = (options: Array<{ value: unknown }>) => options.map(({ value }) => value);

	test('fields of the live list, each with an example', async () => {
		const backlinks = [
			{ id: 'bl_1', durum: null, bos: ' \u200b' },
			{ id: 'bl_2', durum: 'aktif', ek: { a: 1 } },
		];
		await list(backlinks, [{ id: 't', baslik: 'x'.repeat(79) + '😀y' }]);
		expect(await triggerOf({ event: 'orderCreated' }).menu('getOrderFields')).toEqual([
			{ name: 'Detect Automatically', value: '' },
			{ name: 'id (e.g. bl_1)', value: 'id' },
			{ name: 'durum (e.g. aktif)', value: 'durum' },
			{ name: 'ek (e.g. {"a":1})', value: 'ek' },
			{ name: `baslik (e.g. ${'x'.repeat(79)}😀…)`, value: 'baslik' },
		]);
	});

	test.each([
		[{}, ['aktif', 'bitti', 'yayinda']],
		[{ orderType: 'article' }, ['yayinda']],
		[{ orderType: 'backlink', options: { statusField: 'adet' } }, ['0', '7']],
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

	test('an account without orders has “Detect Automatically” alone', async () => {
		expect(await triggerOf({ event: 'orderCreated' }).menu('getOrderFields')).toHaveLength(1);
		expect(await triggerOf({ event: 'orderStatusChanged' }).menu('getStatuses')).toEqual([]);
	});

	test('a key that is not accepted is an error', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		trigger.change({ credential: { ...panel.credential, apiKey: 'demo_live_wrong' } });
		await expect(trigger.menu('getStatuses')).rejects.toMatchObject({
			message: 'The API key was not accepted',
			context: { reason: 'yetkisiz' },
		});
	});
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
