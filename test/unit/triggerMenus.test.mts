import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { findEvent, triggerProperties } from '../../nodes/BacklinkPanel/trigger/index.ts';
import { PolledTrigger } from './polledTrigger.mts';

const triggerOf = (parameters: INodeParameters = { event: 'orderStatusChanged' }) =>
	new PolledTrigger(parameters);

const valuesOf = (options: Array<{ value: unknown }>) => options.map(({ value }) => value);

describe('the fields of orders', () => {
	test('are those with a value, each with the first one as an example', async () => {
		const trigger = triggerOf().list(
			[
				{ id: 'bl_1', durum: null, bos: '', gizli: ' \u200b' },
				{ id: 'bl_2', durum: 'aktif', ek: { a: 1 } },
			],
			[{ id: 't', baslik: 'x'.repeat(41) }],
		);
		expect(await trigger.menu('getOrderFields')).toEqual([
			{ name: 'Detect Automatically', value: '' },
			{ name: 'id (e.g. bl_1)', value: 'id' },
			{ name: 'durum (e.g. aktif)', value: 'durum' },
			{ name: 'ek (e.g. {"a":1})', value: 'ek' },
			{ name: `baslik (e.g. ${'x'.repeat(40)}…)`, value: 'baslik' },
		]);
	});

	test('an example of forty characters is shown whole, and none is cut within a character', async () => {
		const [, field] = await triggerOf()
			.list([{ baslik: 'ş'.repeat(39) + '😀' }])
			.menu('getOrderFields');
		expect(field?.name).toBe(`baslik (e.g. ${'ş'.repeat(39)}😀)`);
	});

	test('for the end of a placement they are those of backlinks', async () => {
		const trigger = triggerOf().list([{ id: 1, bitis: '2027-01-01' }], [{ baslik: 'x' }]);
		expect(valuesOf(await trigger.menu('getPlacementFields'))).toEqual(['', 'id', 'bitis']);
	});

	test('an account without orders has the detection alone, also where a list is missing', async () => {
		expect(valuesOf(await triggerOf().menu('getOrderFields'))).toEqual(['']);
		expect(valuesOf(await triggerOf().list(null, []).menu('getOrderFields'))).toEqual(['']);
	});
});

describe('the statuses of orders', () => {
	test.each<[INodeParameters, unknown[]]>([
		[{}, ['aktif', 'bitti', 'yayinda']],
		[{ orderType: 'all' }, ['aktif', 'bitti', 'yayinda']],
		[{ orderType: 'article' }, ['yayinda']],
		[{ orderType: 'backlink', statusField: 'renk' }, ['mavi']],
		[{ orderType: 'backlink', statusField: 'adet' }, ['0', '7']],
	])('for %j are each of them once: %j', async (parameters, statuses) => {
		const trigger = triggerOf({ event: 'orderStatusChanged', ...parameters }).list(
			[
				{ id: 1, durum: 'aktif', renk: 'mavi', adet: 0 },
				{ id: 2, durum: 'bitti', renk: 'mavi', adet: 7 },
				{ id: 3, durum: 'aktif', renk: { ad: 'mavi' }, adet: null },
				{ id: 4, durum: '' },
				{ id: 5, durum: ' ' },
			],
			[{ id: 1, durum: 'yayinda' }],
		);
		const options = await trigger.menu('getStatuses');
		expect(valuesOf(options)).toEqual(statuses);
		expect(options.map(({ name }) => name)).toEqual(statuses);
	});

	test('there are none without orders', async () => {
		expect(await triggerOf().menu('getStatuses')).toEqual([]);
	});

	test('orders without a status: the menu says which fields there are', async () => {
		await expect(
			triggerOf()
				.list([{ id: 1, renk: 'a' }])
				.menu('getStatuses'),
		).rejects.toMatchObject({
			message: 'No field with the status of an order was found',
			context: { reason: 'invalidParameter' },
		});
	});
});

test.each(['getOrderFields', 'getPlacementFields', 'getStatuses'] as const)(
	'%s fails with the reason if the list cannot be read',
	async (menu) => {
		const trigger = triggerOf();
		trigger.status = 401;
		await expect(trigger.menu(menu)).rejects.toMatchObject({ context: { reason: 'yetkisiz' } });
	},
);

test('the form has the menu of all events, then the fields of each, shown for it alone', () => {
	const [menu, ...fields] = triggerProperties();
	expect(menu).toMatchObject({
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'orderCreated',
		description: expect.stringMatching(/./),
	});
	// This menu is no collection.
	const options = menu?.options as INodePropertyOptions[];
	const events = options.map(({ value }) => findEvent(value));
	expect(options).toEqual(
		events.map((event) => ({
			name: event?.name,
			value: event?.value,
			description: event?.description,
		})),
	);
	expect(fields.map(({ name, displayOptions }) => [displayOptions?.show?.event, name])).toEqual(
		events.flatMap((event) => event?.fields.map(({ name }) => [[event.value], name])),
	);
});
