import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inDays, ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list } = useTrigger();
const order = (id: unknown, durum: unknown = 'aktif') => ({ id, durum }) as IDataObject;

describe('Order Created', () => {
	const createdTrigger = (parameters: INodeParameters = {}) =>
		triggerOf({ event: 'orderCreated', ...parameters });

	test('a new order is known by its ID as text alone: size, dates and other fields do not matter', async () => {
		const trigger = createdTrigger();
		await list([order('9'), order('10'), order('a7')]);
		await trigger.activate();
		await list([order(9, 'iptal'), order(10), { ...order('a7'), yeni: 1 }, order('8')]);
		expect(ids(await trigger.poll())).toEqual(['8']);
		await list([{ ...order(2), olusturulma: inDays(-365) }, order(9)]);
		expect(ids(await trigger.poll())).toEqual([2]);
	});

	test('a backlink and an article with the same ID are two orders', async () => {
		const trigger = createdTrigger();
		await list([order(1)]);
		await trigger.activate();
		await list([order(1)], [order(1)]);
		expect(await trigger.poll()).toEqual([{ ...order(1), orderType: 'article' }]);
	});

	test.each([
		['article', ['y']],
		['backlink', ['x']],
		['all', ['x', 'y']],
	])('type %s', async (orderType, news) => {
		const trigger = createdTrigger({ orderType });
		await trigger.activate();
		await list([order('x')], [order('y')]);
		expect(ids(await trigger.poll())).toEqual(news);
		expect(ids(await createdTrigger({ orderType, emitExisting: true }).activate())).toEqual(news);
		expect(ids(await trigger.test())).toEqual(news.slice(0, 1));
	});

	test('“Emit Existing Orders”, once', async () => {
		const trigger = createdTrigger({ emitExisting: true });
		await panel.client.addOrders({ type: 'backlink', count: 2 });
		expect(await trigger.activate()).toHaveLength(2);
		expect(await trigger.activate()).toEqual([]);
	});

	test('an order listed twice is one order, whatever else is in it', async () => {
		const trigger = createdTrigger();
		await trigger.activate();
		await list([order('a'), order('a', 'yeni')]);
		expect(ids(await trigger.poll())).toEqual(['a']);
		await list([order('a', 'yeni'), order('b')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});
});

describe('Order Status Changed', () => {
	const statusTrigger = (parameters: INodeParameters = {}) =>
		triggerOf({ event: 'orderStatusChanged', ...parameters });

	/** Polls once for each status. @returns the previous and the new status of each emitted item */
	async function changesOf(statuses: unknown[], parameters: INodeParameters = {}) {
		const trigger = statusTrigger(parameters);
		const changes = [];
		for (const [index, status] of statuses.entries()) {
			await list([order('a', status)]);
			const emitted = await (index === 0 ? trigger.activate() : trigger.poll());
			changes.push(...emitted.map((item) => [item.previousStatus, item.status]));
		}
		return changes;
	}

	test('an order seen for the first time is the baseline', async () => {
		const trigger = statusTrigger();
		await list([order('a', 'bekliyor')]);
		await trigger.activate();
		await list([order('a', 'bekliyor'), order('b', 'bekliyor')]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('b', 'aktif'), order('a', 'bekliyor')]);
		expect(await trigger.poll()).toEqual([
			{
				id: 'b',
				durum: 'aktif',
				orderType: 'backlink',
				previousStatus: 'bekliyor',
				status: 'aktif',
			},
		]);
	});

	const there = [
		['x', 'y'],
		['y', 'x'],
	];

	test.each<[unknown[], unknown[]]>([
		[['x', 'y', 'x', 'x'], there],
		[
			['iptal', 'IPTAL', 'İPTAL'],
			[
				['iptal', 'IPTAL'],
				['IPTAL', 'İPTAL'],
			],
		],
		[[1, '1', 2], [['1', 2]]],
		[[true, false], [[true, false]]],
		[['x', null, '', '\u200b', 'x', 'y'], [['x', 'y']]],
	])('of %j, the changes are %j', async (statuses, changes) => {
		expect(await changesOf(statuses)).toEqual(changes);
	});

	test('only chosen statuses are emitted, with the true previous status', async () => {
		expect(
			await changesOf(['yeni', 'aktif', 'bitti', 'BİTTİ', 7], { statuses: ['bitti', '7'] }),
		).toEqual([
			['aktif', 'bitti'],
			['BİTTİ', 7],
		]);
	});

	test('a test shows the first order that is watched and has a status, without a previous status', async () => {
		await list([order('a')], [order('t', ''), order('u', 'yayinda')]);
		expect(await statusTrigger({ orderType: 'article' }).test()).toEqual([
			{ ...order('u', 'yayinda'), orderType: 'article', status: 'yayinda' },
		]);
	});
});
