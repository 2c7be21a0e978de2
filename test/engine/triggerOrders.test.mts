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
const order = (id: unknown, durum = 'aktif') => ({ id, durum }) as IDataObject;
const ids = (items: IDataObject[]) => items.map(({ id }) => id);

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

	test('more orders than are remembered: none of them is told twice', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await panel.client.addOrders({ type: 'backlink', count: 12_000 });
		await trigger.activate();
		await panel.client.addOrders({ type: 'backlink', count: 1 });
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.memory.length).toBeLessThan(1_000_000);
	});
});

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

	test('an order that vanishes and returns: told if its status differs from the last one seen', async () => {
		const trigger = statusTrigger();
		await list([order('a'), order('b')]);
		await trigger.activate();
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('b', 'bitti'), order('a')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('there and back between two polls is no change; there and back over polls is two', async () => {
		const trigger = statusTrigger();
		await list([order('a', 'x')]);
		await trigger.activate();
		const told = [];
		for (const status of ['y', 'x', 'x']) {
			await list([order('a', status)]);
			told.push(...(await trigger.poll()));
		}
		expect(told.map(({ previousStatus, status }) => [previousStatus, status])).toEqual([
			['x', 'y'],
			['y', 'x'],
		]);
	});

	test('letters compare exactly, Turkish ones too', async () => {
		const trigger = statusTrigger();
		await list([order('a', 'iptal')]);
		await trigger.activate();
		const told = [];
		for (const status of ['IPTAL', 'İPTAL', 'ıptal', 'iptal']) {
			await list([order('a', status)]);
			told.push(...(await trigger.poll()));
		}
		expect(told).toHaveLength(4);
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

	test('an unwatched change on an empty poll, then a restart: nothing is told falsely', async () => {
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

	test('a status field that is gone from all orders is told, not taken for silence', async () => {
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
});

describe('Placement Expiring', () => {
	const expiring = (parameters: INodeParameters = {}) =>
		triggerOf({ event: 'placementExpiring', ...parameters });
	const placement = (id: string, bitis: unknown) => ({ id, bitis }) as IDataObject;

	test('the first poll tells what is about to end, not what has ended', async () => {
		await list([
			placement('past', inDays(-1)),
			placement('soon', inDays(6)),
			placement('later', inDays(8)),
			placement('open', null),
		]);
		const trigger = expiring();
		expect(ids(await trigger.activate())).toEqual(['soon']);
		expect(ids(await trigger.poll())).toEqual([]);
	});

	test('one that ended while n8n was down is told at its start', async () => {
		const trigger = expiring({ withinDays: 0 });
		await list([placement('a', new Date(Date.now() + 150).toISOString())]);
		expect(await trigger.activate()).toEqual([]);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(ids(await trigger.activate())).toEqual(['a']);
		expect(await trigger.activate()).toEqual([]);
	});

	test('a corrected end is not told again', async () => {
		const trigger = expiring();
		await list([placement('a', inDays(2))]);
		expect(await trigger.activate()).toHaveLength(1);
		for (const days of [5, 32, 3]) {
			await list([placement('a', inDays(days))]);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('an extended placement is told again when it is about to end, also over a restart', async () => {
		const trigger = expiring({ withinDays: 1 });
		await list([placement('a', inDays(1))]);
		expect(await trigger.activate()).toHaveLength(1);
		// As if it had been extended by a month, and that month were nearly over.
		const told = JSON.parse(trigger.stored);
		const node = told['node:Trigger'];
		node.state.endsAt = node.state.endsAt.map((time: number) => time - 30 * 86_400_000);
		trigger.stored = JSON.stringify(told);
		expect(await trigger.activate()).toHaveLength(1);
		expect(await trigger.activate()).toEqual([]);
	});

	test('an article has no end', async () => {
		await list([placement('a', inDays(30))], [placement('y', inDays(1))]);
		expect(await expiring().activate()).toEqual([]);
	});

	test('a date that cannot be read is reported, after those that can', async () => {
		const trigger = expiring();
		await list([placement('a', '31.12.2026'), placement('b', inDays(1))]);
		expect(ids(await trigger.activate())).toEqual(['b']);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: '“bitis” contains 31.12.2026, which is not a date that this node can read',
			description: expect.stringContaining('End Date Field'),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('a time without a zone is one of the workflow’s', async () => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'placementExpiring', withinDays: 3650 },
			credential: panel.credential,
			timezone: 'Europe/Istanbul',
		});
		await list([placement('a', '2030-01-01 03:00:00')]);
		expect(await trigger.activate()).toEqual([
			expect.objectContaining({ endsAt: '2030-01-01T00:00:00.000Z' }),
		]);
	});

	test.each(['Mars/Olympus', '', 'DEFAULT', 'GMT+25:00'])(
		'a time zone “%s”, which is none, is read as UTC, and a line in the log says so',
		async (timezone) => {
			const log = watchLog();
			const trigger = new TriggerInN8n({
				parameters: { event: 'placementExpiring', withinDays: 3650 },
				credential: panel.credential,
				timezone,
			});
			await list([placement('a', '2030-01-01 03:00:00')]);
			expect(await trigger.activate()).toEqual([
				expect.objectContaining({ endsAt: '2030-01-01T03:00:00.000Z' }),
			]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('time zone'))).toHaveLength(1);
		},
	);

	test('a clock that was a year ahead on the first poll does not hide what ends until then', async () => {
		const trigger = expiring({ withinDays: 1 });
		await list([placement('a', inDays(1 / 24))]);
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 31_536_000_000);
		expect(await trigger.activate()).toEqual([]);
		clock.mockRestore();
		expect(ids(await trigger.poll())).toEqual(['a']);
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

	test('endsAt and daysLeft', async () => {
		const own = { endsAt: inDays(2), daysLeft: 'az' };
		await list([{ id: 'a', ...own }]);
		const trigger = triggerOf({ event: 'placementExpiring' });
		expect(await trigger.activate()).toEqual([expect.objectContaining(own)]);
	});
});
