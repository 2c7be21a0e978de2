import { inDays, order, orders } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { triggerOf, list } = useTrigger();

describe('a change of the form', () => {
	test('the type: what was there before stays known, what came since is emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated', orderType: 'backlink' });
		await list(orders('a', 3), orders('y', 40));
		await trigger.activate();
		await list(orders('a', 4), orders('y', 41));
		trigger.change({ parameters: { event: 'orderCreated', orderType: 'all' } });
		expect(ids(await trigger.activate())).toEqual(['a3', 'y40']);
		trigger.change({ parameters: { event: 'orderCreated', orderType: 'article' } });
		await list(orders('a', 5), orders('y', 42));
		expect(ids(await trigger.activate())).toEqual(['y41']);
	});

	test('the type, where the other orders had no ID of their own before: a baseline for that part', async () => {
		const trigger = triggerOf({ event: 'orderCreated', orderType: 'backlink' });
		await list(orders('a', 3), [{ baslik: 'x' }]);
		await trigger.activate();
		await list(orders('a', 4), orders('y', 40));
		trigger.change({ parameters: { event: 'orderCreated', orderType: 'all' } });
		expect(ids(await trigger.activate())).toEqual(['a3']);
		await list(orders('a', 4), orders('y', 41));
		expect(ids(await trigger.poll())).toEqual(['y40']);
	});

	test('the statuses: with the true status before', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged', statuses: ['iptal'] });
		await list([order('a', 'yeni')]);
		await trigger.activate();
		await list([order('a', 'bitti')]);
		trigger.change({ parameters: { event: 'orderStatusChanged', statuses: ['bitti'] } });
		expect(await trigger.activate()).toEqual([
			expect.objectContaining({ previousStatus: 'yeni', status: 'bitti' }),
		]);
	});

	test('the status field: another field has nothing to compare with, then it goes on', async () => {
		const both = (durum: string, asama: string) => order('a', durum, { asama });
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([both('yeni', '1')]);
		await trigger.activate();
		await list([both('bitti', '2')]);
		trigger.change({ parameters: { event: 'orderStatusChanged', statusField: 'asama' } });
		expect(await trigger.activate()).toEqual([]);
		await list([both('bitti', '3')]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ previousStatus: '2', status: '3' }),
		]);
	});

	test.each([
		['', 'no'],
		['no', 'id'],
		['no', ''],
	])(
		'the ID field, from “%s” to “%s”: orders are known by the field of before',
		async (from, to) => {
			const numbered = (count: number) =>
				orders('a', count).map((each, index) => ({ ...each, no: `N-${index}` }));
			const parametersWith = (orderIdField: string) => ({
				event: 'orderCreated',
				orderIdField,
				simplify: false,
			});
			const trigger = triggerOf(parametersWith(from));
			await list(numbered(40));
			await trigger.activate();
			await list(numbered(41));
			trigger.change({ parameters: parametersWith(to) });
			expect(ids(await trigger.activate())).toEqual(['a40']);
			await list(numbered(42));
			expect(ids(await trigger.poll())).toEqual(['a41']);
		},
	);

	test('the ID field, where the former one is gone: a baseline', async () => {
		const trigger = triggerOf({ event: 'orderCreated', orderIdField: 'no' });
		await list(orders('a', 40).map((each, index) => ({ ...each, no: index })));
		await trigger.activate();
		await list(orders('a', 40));
		trigger.change({ parameters: { event: 'orderCreated', orderIdField: 'id' } });
		expect(await trigger.activate()).toEqual([]);
	});

	test('the ID field, for the sake of orders that were left out: they are not new', async () => {
		const trigger = triggerOf({ event: 'orderCreated', orderIdField: 'no' });
		await list([order('a', 'yeni', { no: 1 }), order('b', 'yeni', { no: null }), order('c')]);
		await trigger.activate();
		await list([
			order('a', 'yeni', { no: 1 }),
			order('b', 'yeni', { no: null }),
			order('c'),
			order('d', 'yeni', { no: 2 }),
		]);
		trigger.change({ parameters: { event: 'orderCreated', orderIdField: 'id' } });
		expect(ids(await trigger.activate())).toEqual(['d']);
	});

	test('the days: what was emitted is not emitted again, what ends within the new ones is', async () => {
		const trigger = triggerOf({ event: 'placementExpiring', withinDays: 3 });
		await list([
			order('a', 'yeni', { bitis: inDays(2) }),
			order('b', 'yeni', { bitis: inDays(9) }),
		]);
		expect(ids(await trigger.activate())).toEqual(['a']);
		trigger.change({ parameters: { event: 'placementExpiring', withinDays: 10 } });
		expect(ids(await trigger.activate())).toEqual(['b']);
		trigger.change({ parameters: { event: 'placementExpiring', withinDays: 3 } });
		expect(await trigger.activate()).toEqual([]);
	});

	test('another event is a new baseline', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([order('a', 'bitti'), order('b')]);
		trigger.change({ parameters: { event: 'orderStatusChanged' } });
		expect(await trigger.activate()).toEqual([]);
	});
});

describe('the name of the node', () => {
	test('n8n keeps the memory of a trigger under it: a renamed node takes a new baseline', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([order('a'), order('b')]);
		trigger.change({ name: 'New orders' });
		expect(await trigger.activate()).toEqual([]);
		await list([order('a'), order('b'), order('c')]);
		expect(ids(await trigger.poll())).toEqual(['c']);
		expect(Object.keys(JSON.parse(trigger.stored))).toEqual(['node:Trigger', 'node:New orders']);
	});
});
