import { watchLog } from './logLines.mts';
import { inDays, order, orders } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { triggerOf, list, answerWith, useAnotherKey } = useTrigger();

const nothing = { ok: true, backlinkler: null, tanitimlar: null };

describe('another account behind the node', () => {
	test.each(['orderCreated', 'orderStatusChanged'])(
		'%s: another account’s key is a new baseline, also over a restart, and the log says so',
		async (event) => {
			const log = watchLog();
			const trigger = triggerOf({ event, ...(event === 'orderCreated' && { emitExisting: true }) });
			await list(orders('a', 4));
			await trigger.activate();
			await useAnotherKey(trigger);
			await list([...orders('b', 4), order('b1', 'bitti')]);
			expect(await trigger.activate()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('another account'))).toHaveLength(1);
			await list([...orders('b', 3), order('b3', 'bitti'), order('news')]);
			expect(ids(await trigger.poll())).toEqual([event === 'orderCreated' ? 'news' : 'b3']);
		},
	);

	test('so is another credential: Placement Expiring emits what ends soon there, not what has ended', async () => {
		const trigger = triggerOf({ event: 'placementExpiring' });
		await list([order('a')]);
		await trigger.activate();
		trigger.change({ credentialId: '2' });
		await list([
			order('soon', 'yeni', { bitis: inDays(3) }),
			order('past', 'yeni', { bitis: inDays(0) }),
		]);
		expect(ids(await trigger.activate())).toEqual(['soon']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a renewed key of the same account loses nothing', async () => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4));
		await trigger.activate();
		await useAnotherKey(trigger);
		await list([order('news'), ...orders('a', 3)]);
		expect(ids(await trigger.activate())).toEqual(['news']);
		expect(log.join()).not.toContain('another account');
	});

	test('with the same key, orders that are all new are emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4));
		await trigger.activate();
		await list(orders('b', 2));
		expect(ids(await trigger.poll())).toEqual(['b0', 'b1']);
	});

	test('the account has no orders: its first one is emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4));
		await trigger.activate();
		await useAnotherKey(trigger);
		await list([], []);
		expect(await trigger.poll()).toEqual([]);
		await list([order('first')]);
		expect(ids(await trigger.poll())).toEqual(['first']);
	});

	test.each([
		['are null', nothing],
		['cannot be read', { ok: true }],
	])('its lists %s at first: whose they are is still asked when they come', async (_, body) => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4));
		await trigger.activate();
		await useAnotherKey(trigger);
		await answerWith(body);
		await trigger.poll().catch(() => []);
		await list(orders('b', 4));
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('a change of the form', () => {
	test('the type: a status that changed before it was watched is no news', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged', orderType: 'article' });
		await list([order('a')], [order('t')]);
		await trigger.activate();
		await list([order('a', 'bitti')], [order('t', 'bitti')]);
		expect(ids(await trigger.poll())).toEqual(['t']);
		trigger.change({ parameters: { event: 'orderStatusChanged', orderType: 'all' } });
		expect(await trigger.activate()).toEqual([]);
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

	test('the ID field: orders are known by the field of before, also those that had none in it', async () => {
		const numbered = (count: number) => [
			...orders('a', count).map((each, index) => ({ ...each, no: index })),
			order('without'),
		];
		const trigger = triggerOf({ event: 'orderCreated', orderIdField: 'no' });
		await list(numbered(4));
		await trigger.activate();
		await list(numbered(5));
		trigger.change({ parameters: { event: 'orderCreated', orderIdField: 'id', simplify: false } });
		expect(ids(await trigger.activate())).toEqual(['a4']);
		await list([...numbered(5), order('0')]);
		expect(ids(await trigger.poll())).toEqual(['0']);
	});
});

test('n8n keeps the memory of a trigger under its name: a renamed node takes a new baseline', async () => {
	const trigger = triggerOf({ event: 'orderCreated' });
	await list([order('a')]);
	await trigger.activate();
	await list([order('a'), order('b')]);
	trigger.change({ name: 'New orders' });
	expect(await trigger.activate()).toEqual([]);
	await list([order('a'), order('b'), order('c')]);
	expect(ids(await trigger.poll())).toEqual(['c']);
});

test.each([
	['is of another version', { version: 1 }],
	['cannot be read', { state: 'broken' }],
])('a state that %s: the poll is a new baseline', async (_, broken) => {
	const trigger = triggerOf({ event: 'orderCreated' });
	await list([order('a')]);
	await trigger.activate();
	const stored = JSON.parse(trigger.stored);
	trigger.stored = JSON.stringify({ 'node:Trigger': { ...stored['node:Trigger'], ...broken } });
	await list([order('a'), order('b')]);
	expect(await trigger.activate()).toEqual([]);
	await list([order('a'), order('b'), order('c')]);
	expect(ids(await trigger.poll())).toEqual(['c']);
});
