import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ids, useTrigger } from './useTrigger.mts';

const { triggerOf, list } = useTrigger();
const order = (id: unknown, durum = 'aktif') => ({ id, durum }) as IDataObject;

describe('Order Status Changed', () => {
	const statusTrigger = (parameters: INodeParameters = {}) =>
		triggerOf({ event: 'orderStatusChanged', ...parameters });

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

	test('an order that vanishes and returns: emitted if its status differs from the last one seen', async () => {
		const trigger = statusTrigger();
		await list([order('a'), order('b')]);
		await trigger.activate();
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('b', 'bitti'), order('a')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test.each(['  ', '\u200b'])(
		'a status that is blank (%j) for a poll is no change',
		async (blank) => {
			const trigger = statusTrigger();
			await list([order('a', 'yeni')]);
			await trigger.activate();
			await list([order('a', blank)]);
			expect(await trigger.poll()).toEqual([]);
			await list([order('a', 'yeni')]);
			expect(await trigger.poll()).toEqual([]);
			await list([order('a', 'bitti')]);
			expect(await trigger.poll()).toMatchObject([{ previousStatus: 'yeni', status: 'bitti' }]);
		},
	);

	test('there and back between two polls is no change; there and back over polls is two', async () => {
		const trigger = statusTrigger();
		await list([order('a', 'x')]);
		await trigger.activate();
		const emitted = [];
		for (const status of ['y', 'x', 'x']) {
			await list([order('a', status)]);
			emitted.push(...(await trigger.poll()));
		}
		expect(emitted.map(({ previousStatus, status }) => [previousStatus, status])).toEqual([
			['x', 'y'],
			['y', 'x'],
		]);
	});

	test('letters compare exactly, Turkish ones too', async () => {
		const trigger = statusTrigger();
		await list([order('a', 'iptal')]);
		await trigger.activate();
		const emitted = [];
		for (const status of ['IPTAL', 'İPTAL', 'ıptal', 'iptal']) {
			await list([order('a', status)]);
			emitted.push(...(await trigger.poll()));
		}
		expect(emitted).toHaveLength(4);
	});

	test('only chosen statuses, with the true previous one', async () => {
		const trigger = statusTrigger({ statuses: ['bitti'] });
		await list([order('a', 'yeni')]);
		await trigger.activate();
		await list([order('a', 'aktif')]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a', 'bitti')]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ previousStatus: 'aktif', status: 'bitti' }),
		]);
		await list([order('a', 'BİTTİ')]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an unwatched change on an empty poll, then a restart: nothing is emitted falsely', async () => {
		const trigger = statusTrigger({ statuses: ['bitti'] });
		await list([order('a', 'bitti'), order('b', 'yeni')]);
		await trigger.activate();
		await list([order('a', 'aktif'), order('b', 'yeni')]);
		await trigger.poll();
		expect(await trigger.activate()).toEqual([]);
		await list([order('a', 'bitti'), order('b', 'yeni')]);
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	test('a status that is missing for a while is no change', async () => {
		const trigger = statusTrigger();
		await list([order('a'), order('b')]);
		await trigger.activate();
		await list([{ id: 'a' }, order('b')]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a'), order('b')]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a status field that is gone from all orders fails the poll, and is not taken for silence', async () => {
		const trigger = statusTrigger();
		await list([order('a')]);
		await trigger.activate();
		await list([{ id: 'a', hal: 'bitti' }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'No order has the field “durum” chosen in “Status Field”',
			description: expect.stringContaining('“hal”'),
		});
	});

	test('numbers and switches are statuses too, an object is not', async () => {
		const trigger = statusTrigger();
		await list([{ id: 'a', durum: 1 }]);
		await trigger.activate();
		await list([{ id: 'a', durum: 2 }]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ previousStatus: 1, status: 2 }),
		]);
		await list([{ id: 'a', durum: { kod: 2 } }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: '“durum” does not contain a status but {"kod":2}',
		});
	});

	describe('fields of the service that have the names of ours', () => {
		test('status and previousStatus', async () => {
			const own = { status: 200, previousStatus: 'x' };
			const trigger = triggerOf({ event: 'orderStatusChanged' });
			await list([{ ...order('a', 'yeni'), ...own }]);
			expect(await trigger.activate()).toEqual([]);
			await list([{ ...order('a', 'bitti'), ...own }]);
			expect(await trigger.poll()).toEqual([expect.objectContaining({ durum: 'bitti', ...own })]);
			expect(await trigger.test()).toEqual([expect.objectContaining(own)]);
		});

		test('an empty one too', async () => {
			const trigger = triggerOf({ event: 'orderStatusChanged' });
			await list([{ ...order('a', 'yeni'), status: null }]);
			await trigger.activate();
			await list([{ ...order('a', 'bitti'), status: null }]);
			expect(await trigger.poll()).toEqual([
				expect.objectContaining({ status: null, previousStatus: 'yeni' }),
			]);
		});
	});
});
