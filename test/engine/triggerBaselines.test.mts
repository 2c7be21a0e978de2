import type { IDataObject } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import { inDays, order, orders } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { triggerOf, list, answerWith } = useTrigger();

describe('the status field is empty in all orders of a poll', () => {
	test.each<[string, (id: string) => IDataObject]>([
		['null', (id) => ({ ...order(id), durum: null })],
		['empty text', (id) => order(id, '')],
		['missing', (id) => ({ id, bitis: inDays(30) })],
		['missing, as is everything else', (id) => ({ id })],
	])('%s: nothing has changed, and no change is lost', async (_, emptied) => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([order('a'), order('b')], [order('c')]);
		await trigger.activate();
		await list([emptied('a'), emptied('b')], [emptied('c')]);
		for (const _poll of [1, 2, 3, 4, 5]) expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		await list([order('a', 'bitti'), order('b')], [order('c', 'yayinda')]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ id: 'a', previousStatus: 'yeni', status: 'bitti' }),
			expect.objectContaining({ id: 'c', previousStatus: 'yeni', status: 'yayinda' }),
		]);
	});

	test('an order that comes meanwhile is the baseline of its own later', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([order('a')]);
		await trigger.activate();
		await list([{ id: 'a' }, { id: 'b' }]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a'), order('b', 'aktif')]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a'), order('b', 'bitti')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('articles that have no status do not hold up the backlinks', async () => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([order('a')], [{ id: 'y', baslik: 'x' }]);
		expect(await trigger.activate()).toEqual([]);
		await list([order('a', 'bitti')], [{ id: 'y', baslik: 'x' }]);
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(log.filter((line) => line.includes('Orders without a status are ignored'))).toHaveLength(
			1,
		);
	});

	test('the same with the end of placements', async () => {
		const trigger = triggerOf({ event: 'placementExpiring' });
		await list([order('a')]);
		await trigger.activate();
		for (const emptied of [{ bitis: null }, { bitis: '' }]) {
			await list([{ ...order('a'), ...emptied }]);
			expect(await trigger.poll()).toEqual([]);
		}
		await list([{ id: 'a', durum: 'yeni' }]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a', 'yeni', { bitis: inDays(2) })]);
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});

describe('an answer without lists is no baseline', () => {
	const nothing: Array<[string, unknown]> = [
		['both null', { ok: true, backlinkler: null, tanitimlar: null }],
		['one null, one missing', { ok: true, backlinkler: null }],
	];

	test.each(nothing)(
		'%s on the first poll: the next one takes it, and emits nothing',
		async (_, body) => {
			for (const event of ['orderCreated', 'orderStatusChanged', 'placementExpiring']) {
				const trigger = triggerOf({ event });
				await answerWith(body);
				expect(await trigger.activate()).toEqual([]);
				expect(await trigger.poll()).toEqual([]);
				await list(orders('a', 40), orders('y', 40));
				expect(await trigger.poll()).toEqual([]);
				expect(await trigger.activate()).toEqual([]);
				await list([...orders('a', 40), order('news')], orders('y', 40));
				expect(ids(await trigger.poll())).toEqual(event === 'orderCreated' ? ['news'] : []);
			}
		},
	);

	test('each list has a baseline of its own', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await answerWith({ ok: true, backlinkler: orders('a', 3), tanitimlar: null });
		await trigger.activate();
		await list([...orders('a', 3), order('news')], orders('y', 40));
		expect(ids(await trigger.poll())).toEqual(['news']);
		await list(orders('a', 3), orders('y', 41));
		expect(ids(await trigger.poll())).toEqual(['y40']);
	});

	test('with neither list the poll fails, and the next one takes the baseline', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await answerWith({ ok: true });
		await expect(trigger.activate()).rejects.toThrow('another format than documented');
		await list(orders('a', 40));
		expect(await trigger.activate()).toEqual([]);
	});

	test('empty lists are one: the first order is emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([], []);
		await trigger.activate();
		await list([order('a')], [order('y')]);
		expect(ids(await trigger.poll())).toEqual(['a', 'y']);
	});

	test('“Emit Existing Orders” means the first lists', async () => {
		const trigger = triggerOf({ event: 'orderCreated', emitExisting: true });
		await answerWith({ ok: true, backlinkler: null, tanitimlar: null });
		expect(await trigger.activate()).toEqual([]);
		await list(orders('a', 2));
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each<[string, unknown]>([
		...nothing,
		['empty', { ok: true, backlinkler: [], tanitimlar: [] }],
		['without lists', { ok: true }],
		['no object', [1, 2]],
		['of text', { ok: true, backlinkler: 'yok', tanitimlar: 'yok' }],
	])('later, an answer %s makes nothing forgotten', async (_, body) => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40), orders('y', 40));
		await trigger.activate();
		await answerWith(body);
		await trigger.poll().catch(() => []);
		await list([...orders('a', 40), order('news')], orders('y', 40));
		expect(ids(await trigger.poll())).toEqual(['news']);
	});
});
