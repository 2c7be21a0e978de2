import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TriggerInN8n } from './triggerEngine.mts';
import { watchLog } from './logLines.mts';
import { inDays, listOrders } from './triggerLists.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const triggerOf = (parameters: INodeParameters) =>
	new TriggerInN8n({ parameters, credential: panel.credential });
const list = (backlinkler: IDataObject[], tanitimlar: IDataObject[] = []) =>
	listOrders(panel.client, backlinkler, tanitimlar);
const answerWith = async (body: unknown) => {
	await panel.client.clearFaults();
	await panel.client.addFault({ answer: 'json', path: '/siparisler', body: body as IDataObject });
};
const ids = (items: IDataObject[]) => items.map(({ id }) => id);
const order = (id: string, durum = 'yeni', more: IDataObject = {}) => ({
	id,
	durum,
	bitis: inDays(30),
	...more,
});
const orders = (prefix: string, count: number, durum?: string) =>
	Array.from({ length: count }, (_, index) => order(`${prefix}${index}`, durum));

let keysSoFar = 0;

/** Another key in the same credential; the service knows both. */
async function changeKey(trigger: TriggerInN8n): Promise<void> {
	const apiKey = `demo_live_another_${process.pid}_${++keysSoFar}`;
	await panel.client.change({ apiKeys: [String(panel.credential.apiKey), apiKey] });
	trigger.change({ credential: { ...panel.credential, apiKey } });
}
const changeKeyBack = (trigger: TriggerInN8n) => trigger.change({ credential: panel.credential });

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
		'%s on the first poll: the next one takes it, and tells nothing',
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

	test('empty lists are one: the first order is told', async () => {
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

describe('another account behind the node', () => {
	test.each(['orderCreated', 'orderStatusChanged'])(
		'%s: another account’s key in the same credential is a new baseline, and the log says so',
		async (event) => {
			const log = watchLog();
			const trigger = triggerOf({ event, ...(event === 'orderCreated' && { emitExisting: true }) });
			await list(orders('a', 40));
			await trigger.activate();
			await changeKey(trigger);
			await list(orders('b', 40));
			expect(await trigger.poll()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('another account'))).toHaveLength(1);
			await list([...orders('b', 39), order('b39', 'bitti'), order('news')]);
			expect(ids(await trigger.poll())).toEqual([event === 'orderCreated' ? 'news' : 'b39']);
		},
	);

	test('also if n8n was restarted meanwhile', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list(orders('b', 40));
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
	});

	test('back again, what came to the first account meanwhile is told, and nothing else', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list(orders('b', 40));
		await trigger.poll();
		changeKeyBack(trigger);
		await list([...orders('a', 40), order('news')]);
		expect(ids(await trigger.poll())).toEqual(['news']);
	});

	test('a renewed key of the same account loses nothing', async () => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list([order('news'), ...orders('a', 3)]);
		expect(ids(await trigger.activate())).toEqual(['news']);
		expect(log.join()).not.toContain('another account');
	});

	test('a list that the service trims to orders that all came since, with the same key, is told', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await list(orders('b', 20));
		expect(await trigger.poll()).toHaveLength(20);
	});

	test('a list that is cleared and filled again', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([...orders('a', 40), order('news')]);
		expect(ids(await trigger.poll())).toEqual(['news']);
	});

	test('the account has no orders: its first one is told', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list([], []);
		expect(await trigger.poll()).toEqual([]);
		await list([order('first')]);
		expect(ids(await trigger.poll())).toEqual(['first']);
	});

	test('its lists are null at first: whose they are is still asked when they come', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await answerWith({ ok: true, backlinkler: null, tanitimlar: null });
		expect(await trigger.poll()).toEqual([]);
		await list(orders('b', 40));
		expect(await trigger.poll()).toEqual([]);
	});

	test('a poll that fails in between does not hide it', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await answerWith({ ok: true });
		await expect(trigger.poll()).rejects.toThrow();
		await list(orders('b', 40));
		expect(await trigger.poll()).toEqual([]);
	});

	test('Placement Expiring begins anew: it tells what ends soon there, not what has ended', async () => {
		const trigger = triggerOf({ event: 'placementExpiring', withinDays: 7 });
		await list([order('a')]);
		await trigger.activate();
		await changeKey(trigger);
		await list([
			order('soon', 'yeni', { bitis: inDays(3) }),
			order('past', 'yeni', { bitis: new Date(Date.now() - 1).toISOString() }),
		]);
		expect(ids(await trigger.poll())).toEqual(['soon']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('nothing of the key is kept', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 1));
		await trigger.activate();
		const { access } = JSON.parse(trigger.stored)['node:Trigger'];
		expect(access).toEqual({ credential: expect.any(String), key: expect.any(String) });
		expect(access.key).toHaveLength(6);
	});
});

describe('a change of the form', () => {
	test('the type: what was there before stays known, what came since is told', async () => {
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

	test('the type, where the other orders could not be told apart before: a baseline for that part', async () => {
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
			const parametersWith = (orderIdField: string) => ({ event: 'orderCreated', orderIdField });
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

	test('the days: what was told is not told again, what ends within the new ones is', async () => {
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
