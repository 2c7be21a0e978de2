import type { IDataObject } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import { inDays, order, orders } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list, answerWith } = useTrigger();

const nothing = { ok: true, backlinkler: null, tanitimlar: null };

describe('the status field is empty in all orders of a poll', () => {
	test.each<[string, (id: string) => IDataObject]>([
		['null', (id) => ({ ...order(id), durum: null })],
		['missing', (id) => ({ id })],
	])('%s: nothing has changed, and no change is lost', async (_, emptied) => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([order('a'), order('b')], [order('c')]);
		await trigger.activate();
		await list([emptied('a'), emptied('b'), emptied('later')], [emptied('c')]);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		await list([order('a', 'bitti'), order('b'), order('later')], [order('c', 'yayinda')]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ id: 'a', previousStatus: 'yeni', status: 'bitti' }),
			expect.objectContaining({ id: 'c', previousStatus: 'yeni', status: 'yayinda' }),
		]);
	});

	test('articles that have no status do not hold up the backlinks', async () => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([order('a')], [{ id: 'y', baslik: 'x' }]);
		expect(await trigger.activate()).toEqual([]);
		await list([order('a', 'bitti')], [{ id: 'y', baslik: 'x' }]);
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(log).toEqual([expect.stringContaining('Orders without a status are ignored')]);
	});

	test('the same with the end of placements', async () => {
		const trigger = triggerOf({ event: 'placementExpiring' });
		await list([order('a')]);
		await trigger.activate();
		for (const emptied of [{ id: 'a', bitis: null }, { id: 'a' }]) {
			await list([emptied]);
			expect(await trigger.poll()).toEqual([]);
		}
		await list([order('a', 'yeni', { bitis: inDays(2) })]);
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});

describe('an answer without lists is no baseline', () => {
	test.each(['orderCreated', 'orderStatusChanged', 'placementExpiring'])(
		'%s: the next one takes it, and emits nothing',
		async (event) => {
			const trigger = triggerOf({ event });
			await answerWith(nothing);
			expect(await trigger.activate()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			await list(orders('a', 4), orders('y', 4));
			expect(await trigger.poll()).toEqual([]);
			expect(await trigger.activate()).toEqual([]);
			await list([...orders('a', 4), order('news')], orders('y', 4));
			expect(ids(await trigger.poll())).toEqual(event === 'orderCreated' ? ['news'] : []);
		},
	);

	test('each list has a baseline of its own', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await answerWith({ ok: true, backlinkler: orders('a', 3), tanitimlar: null });
		await trigger.activate();
		await list([...orders('a', 3), order('news')], orders('y', 4));
		expect(ids(await trigger.poll())).toEqual(['news']);
		await list(orders('a', 3), orders('y', 5));
		expect(ids(await trigger.poll())).toEqual(['y4']);
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
		await answerWith(nothing);
		expect(await trigger.activate()).toEqual([]);
		await list(orders('a', 2));
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each<[string, unknown]>([
		['with null', nothing],
		['without lists', { ok: true }],
	])('later, an answer %s makes nothing forgotten', async (_, body) => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4), orders('y', 4));
		await trigger.activate();
		await answerWith(body);
		await trigger.poll().catch(() => []);
		await list([...orders('a', 4), order('news')], orders('y', 4));
		expect(ids(await trigger.poll())).toEqual(['news']);
	});
});

describe('an order without an ID of its own', () => {
	/** Lists orders as JSON text, since some IDs cannot be written as a value. */
	const listText = async (...backlinks: string[]) => {
		await answerWith(`{"ok":true,"backlinkler":[${backlinks.join(',')}],"tanitimlar":[]}`);
	};
	const orderText = (id: string, durum: string) =>
		`{"id":${id},"durum":"${durum}","bitis":"${inDays(durum === 'bitti' ? 1 : 30)}"}`;
	const ignored = (log: string[]) => log.filter((line) => line.includes('are ignored'));

	test.each([
		['orderCreated', 'c'],
		['orderStatusChanged', 'b'],
		['placementExpiring', 'b'],
	])(
		'%s follows the others, and a line a start says how many are left out',
		async (event, emitted) => {
			const log = watchLog();
			const left = orderText('null', 'a');
			const trigger = triggerOf({ event });
			await listText(orderText('"a"', 'yeni'), left, orderText('"b"', 'yeni'));
			expect(await trigger.activate()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			await listText(
				left,
				orderText('"b"', 'bitti'),
				orderText('"a"', 'yeni'),
				orderText('"c"', 'x'),
			);
			expect(ids(await trigger.poll())).toEqual([emitted]);
			expect(await trigger.test()).toHaveLength(1);
			expect(ignored(log)).toEqual([
				expect.stringMatching(/Trigger: .*are ignored: 1 of 3\. An order has no ID in “id”/),
			]);
			expect(await trigger.activate()).toEqual([]);
			expect(ignored(log)).toHaveLength(2);
		},
	);

	test.each<[string, string[]]>([
		['white space', ['{"id":"  "}']],
		['an object', ['{"id":{"no":1}}']],
		['a number above 2^53', ['{"id":9007199254740993}', '{"id":9007199254740992}']],
		['a number with digits after the point', ['{"id":1.5}']],
		['one that others have', ['{"id":"x"}', '{"id":"x","no":2}', '{"id":"x"}']],
		['none, as it is no order at all', ['null', '"siparis"']],
	])('as its ID is %s, is left out', async (_, left) => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await listText(orderText('"a"', 'yeni'), ...left);
		expect(await trigger.activate()).toEqual([]);
		await listText(...left, orderText('"c"', 'yeni'), orderText('"a"', 'yeni'));
		expect(ids(await trigger.poll())).toEqual(['c']);
		expect(ignored(log)).toEqual([
			expect.stringContaining(`are ignored: ${left.length} of ${left.length + 1}.`),
		]);
	});

	test.each([
		[[{ id: 2 ** 60 }], '', '“id” contains numbers that n8n cannot read exactly', 'Digits'],
		[[order('a'), order('b')], 'durum', '“durum” is not unique: two orders have yeni', ''],
	])('%j: where none has one, the poll fails', async (listed, orderIdField, message, advice) => {
		await list(listed);
		await expect(
			triggerOf({ event: 'orderCreated', orderIdField }).activate(),
		).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(`${advice}.*Choose another field in “Order ID Field”`),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('where none has one any more, the poll fails, and nothing is forgotten', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([{ id: null, baslik: 'Kayıp' }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'An order has no ID in “id”',
			description: expect.stringContaining('Kayıp'),
		});
		await list([order('a'), order('b')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('that gets its ID later is emitted then', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([order('a'), { id: null }]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('a'), order('b')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('does not hold up those of the other type, and is not mentioned where it is not watched', async () => {
		const log = watchLog();
		await list([order('a')], [{ baslik: 'x' }, { baslik: 'y' }]);
		await triggerOf({ event: 'orderCreated', orderType: 'backlink' }).activate();
		expect(ignored(log)).toEqual([]);
		const trigger = triggerOf({ event: 'orderCreated' });
		await trigger.activate();
		await list([order('a'), order('b')], [{ baslik: 'x' }]);
		expect(ids(await trigger.poll())).toEqual(['b']);
		expect(ignored(log)).toEqual([
			expect.stringContaining('2 of 3. No field with the ID of an order was found'),
		]);
		await expect(
			triggerOf({ event: 'orderCreated', orderType: 'article' }).activate(),
		).rejects.toThrow('No field with the ID of an order was found');
	});

	test('a key of an API in it does not get into the log', async () => {
		const log = watchLog();
		await list([order('a'), { id: null, not: panel.credential.apiKey as string }]);
		await triggerOf({ event: 'orderCreated' }).activate();
		expect(ignored(log)).toHaveLength(1);
		expect(log.join()).not.toContain(String(panel.credential.apiKey));
	});
});
