import type { IDataObject } from 'n8n-workflow';

import { inDays } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list } = useTrigger();
const order = (id: unknown, durum = 'aktif') => ({ id, durum }) as IDataObject;

describe('Order Created', () => {
	test('order of the list, its length, and orders that vanish and return do not matter', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a'), order('b'), order('c')]);
		expect(await trigger.activate()).toEqual([]);
		await list([order('c'), order('a')]);
		expect(await trigger.poll()).toEqual([]);
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('b'), order('c'), order('a')]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('b'), order('d'), order('a')]);
		expect(ids(await trigger.poll())).toEqual(['d']);
	});

	test('neither dates nor the size of an ID matter, and 10 is “10”', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('9'), order('10'), order('099'), order('a7')]);
		await trigger.activate();
		await list([order(9), order(10), order('099'), order('a7'), order('8')]);
		expect(ids(await trigger.poll())).toEqual(['8']);
		await list([{ ...order(1), olusturulma: inDays(365) }, order(9)]);
		expect(ids(await trigger.poll())).toEqual([1]);
		await list([{ ...order(2), olusturulma: inDays(-365) }, order(9)]);
		expect(ids(await trigger.poll())).toEqual([2]);
	});

	test('an order that was listed twice at first, with two statuses, is not a new one', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a', 'yeni'), order('a', 'aktif'), order('b')]);
		await trigger.activate();
		await list([order('a'), order('b'), order('c')]);
		expect(ids(await trigger.poll())).toEqual(['c']);
	});

	test('an edited order is not a new one', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([{ ...order('a', 'iptal'), guncelleme: inDays(0), yeni: 1 }]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a backlink and an article with the same ID are two orders', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
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
		const trigger = triggerOf({ event: 'orderCreated', orderType });
		await list([], []);
		await trigger.activate();
		await list([order('x')], [order('y')]);
		expect(ids(await trigger.poll())).toEqual(news);
	});

	test('“Emit Existing Orders”, once', async () => {
		const trigger = triggerOf({ event: 'orderCreated', emitExisting: true });
		await panel.client.addOrders({ type: 'backlink', count: 2 });
		expect(await trigger.activate()).toHaveLength(2);
		expect(await trigger.activate()).toEqual([]);
	});

	test('several at once are one start with an item each', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await trigger.activate();
		await panel.client.addOrders({ type: 'backlink', count: 60 });
		expect(await trigger.poll()).toHaveLength(60);
	});

	test('a field “error” of the service does not make the item a failed one', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([]);
		await trigger.activate();
		await list([{ ...order('a'), error: 'yok' }]);
		expect(await trigger.poll()).toEqual([
			{ ...order('a'), orderError: 'yok', orderType: 'backlink' },
		]);
	});

	test('an order listed twice is one order', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([]);
		await trigger.activate();
		await list([order('a'), order('a')]);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('the detected field stays: another one that appears does not make all orders new', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([{ placementId: 'a' }, { placementId: 'b' }]);
		await trigger.activate();
		await list([
			{ id: 1, placementId: 'a' },
			{ id: 2, placementId: 'b' },
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('another account behind the node is a new baseline', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([order('b')]);
		trigger.change({ credentialId: '2' });
		expect(await trigger.activate()).toEqual([]);
	});

	test('more orders than are remembered: none of them is emitted twice', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await panel.client.addOrders({ type: 'backlink', count: 12_000 });
		await trigger.activate();
		await panel.client.addOrders({ type: 'backlink', count: 1 });
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.memory.length).toBeLessThan(1_000_000);
	});
});
