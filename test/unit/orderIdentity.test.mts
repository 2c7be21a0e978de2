import type { IDataObject } from 'n8n-workflow';

import { identifyOrders } from '../../nodes/BacklinkPanel/trigger/orderFields.ts';
import { ids, PolledTrigger } from './polledTrigger.mts';

/** What becomes of orders: how many have a key, how many are ignored, and why the first of those is. */
function identified(orders: IDataObject[]) {
	const { byKey, ignored, failure } = identifyOrders(orders, 'backlink', 'id');
	return [byKey.size, ignored, failure?.failure.detail];
}

describe('an order has an ID of its own', () => {
	test.each<[string, IDataObject[], number]>([
		['a text or a number', [{ id: 'a' }, { id: 7 }, { id: 0 }, { id: -1 }], 4],
		['digits as text, however many', [{ id: '9007199254740993' }, { id: '9007199254740992' }], 2],
		[
			'listed twice, it is one order',
			[
				{ id: 'a', durum: 'x' },
				{ id: 'a', durum: 'x' },
			],
			1,
		],
		['names that objects have', [{ id: 'toString' }, { id: '__proto__' }], 2],
	])('%s', (_, orders, count) => {
		expect(identified(orders)).toEqual([count, 0, undefined]);
	});

	test('keys are short, and differ with the type', () => {
		const keyOf = (type: 'article' | 'backlink', id: unknown) =>
			[...identifyOrders([{ id } as IDataObject], type, 'id').byKey.keys()][0];
		expect(keyOf('backlink', 'x'.repeat(1000))).toHaveLength(16);
		expect(keyOf('backlink', 1)).toBe(keyOf('backlink', '1'));
		expect(keyOf('backlink', 1)).not.toBe(keyOf('article', 1));
	});
});

describe('it has none', () => {
	const noId = 'An order has no ID in “id”';
	const inexact = (id: number) =>
		`“id” contains numbers that n8n cannot read exactly, such as ${id}`;

	test.each<[string, unknown, string]>([
		['null', null, noId],
		['missing', undefined, noId],
		['white space', ' ', noId],
		['what cannot be seen', '\u200b', noId],
		['an object', { no: 1 }, noId],
		['a list', [1], noId],
		['true', true, noId],
		['a number above 2^53', 2 ** 53, inexact(2 ** 53)],
		['a number with digits after the point', 1.5, inexact(1.5)],
	])('%s', (_, id, detail) => {
		expect(identified([{ id: 'a' }, { id } as IDataObject])).toEqual([1, 1, detail]);
	});

	test.each([{ id: null }, { id: 1.5 }, { id: 'x' }])(
		'%j: the advice names the field to choose',
		(order) => {
			const { failure } = identifyOrders([order, { ...order, no: 2 }], 'backlink', 'id');
			expect(failure?.failure.advice).toContain('Choose another field in “Order ID Field”.');
		},
	);

	const shared = '“id” is not unique: two orders have x';

	test.each([2, 3, 4])('%i orders share it: none of them is known', (count) => {
		const sharing = Array.from({ length: count }, (_, no) => ({ id: 'x', no }));
		expect(identified([...sharing, { id: 'a' }])).toEqual([1, count, shared]);
	});

	test('two of three that share it are the same: still none is known', () => {
		const orders = [
			{ id: 'x', no: 1 },
			{ id: 'x', no: 2 },
			{ id: 'x', no: 1 },
		];
		expect(identified(orders)).toEqual([0, 3, shared]);
	});

	test('what is said is about the first one', () => {
		expect(identified([{ id: 1.5 }, { id: null }])).toEqual([0, 2, inexact(1.5)]);
	});
});

describe('orders without an ID in the list', () => {
	const created = (more = {}) =>
		new PolledTrigger({ event: 'orderCreated', simplify: false, ...more });

	test('do not hold up the others; the log says how many, why, and what to do', async () => {
		const trigger = created().list([{ id: 'a' }, { id: null }], [{ baslik: 'x' }, { baslik: 'y' }]);
		await trigger.poll();
		expect(trigger.log).toEqual([
			expect.stringMatching(
				/: 3 of 4\. An order has no ID in “id”\. The order is \{.*\. Choose another field in “Order ID Field”\.$/,
			),
		]);
		expect(ids(await trigger.list([{ id: 'a' }, { id: null }, { id: 'b' }]).poll())).toEqual(['b']);
	});

	test('fail the poll where none has one, and nothing is forgotten', async () => {
		const trigger = created().list([{ id: 'a' }]);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		await expect(trigger.list([{ id: null }]).poll()).rejects.toMatchObject({
			message: 'An order has no ID in “id”',
			context: { reason: 'invalidParameter' },
		});
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		expect(ids(await trigger.list([{ id: 'a' }, { id: 'b' }]).poll())).toEqual(['b']);
	});

	test('of one type do not hold up those of the other', async () => {
		const trigger = created().list([{ id: 'a' }], [{ baslik: 'x' }]);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([
			expect.stringContaining('1 of 2. No field with the ID of an order was found'),
		]);
	});

	test('are not mentioned where they are not watched', async () => {
		const trigger = created({ orderType: 'backlink' }).list([{ id: 'a' }], [{ baslik: 'x' }]);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	test('have no baseline: with an ID they are one at first', async () => {
		const trigger = created({ orderType: 'backlink' }).list([{ id: 'a' }], [{ baslik: 'x' }]);
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, orderType: 'all' };
		expect(await trigger.list([{ id: 'a' }], [{ id: 't' }]).poll()).toBeNull();
		expect(ids(await trigger.list([{ id: 'a' }], [{ id: 't' }, { id: 'u' }]).poll())).toEqual([
			'u',
		]);
	});
});

test('the fields that orders have had are remembered up to 200, for an order has no more', async () => {
	const fields = Array.from({ length: 250 }, (_, index) => [`alan${index}`, index]);
	const trigger = new PolledTrigger({ event: 'orderCreated' });
	await trigger.list([{ id: 'a', ...Object.fromEntries(fields) }]).poll();
	expect(trigger.staticData.state).toMatchObject({ fieldNames: { length: 200 } });
});

describe('the field of the ID', () => {
	const numbered = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `a${index}`, no: `N-${index}` }));
	const created = (orderIdField: string) =>
		new PolledTrigger({ event: 'orderCreated', simplify: false, orderIdField });

	test('stays as it was found: another that appears does not make all orders new', async () => {
		const trigger = created('').list([{ placementId: 'a' }]);
		await trigger.poll();
		expect(await trigger.list([{ placementId: 'a', id: 1 }]).poll()).toBeNull();
	});

	test('also over a poll without orders', async () => {
		const trigger = created('').list([{ placementId: 'a' }]);
		await trigger.poll();
		await trigger.list([]).poll();
		expect(await trigger.list([{ placementId: 'a', id: 1 }]).poll()).toBeNull();
	});

	test('is not kept where no order had an ID of its own in it', async () => {
		const trigger = created('').list(
			[{ id: 'a' }],
			[
				{ id: 'x', no: 1 },
				{ id: 'x', no: 2 },
			],
		);
		await trigger.poll();
		expect(await trigger.list([{ id: 'a' }], [{ uuid: 'u' }]).poll()).toBeNull();
		const more = [{ uuid: 'u' }, { uuid: 'v' }];
		expect(await trigger.list([{ id: 'a' }], more).poll()).toEqual([
			{ uuid: 'v', orderType: 'article' },
		]);
	});

	test.each([
		['', 'no'],
		['no', 'id'],
		['no', ''],
	])('is changed from “%s” to “%s”: orders are known by the former one', async (from, to) => {
		const trigger = created(from).list(numbered(3));
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, orderIdField: to };
		expect(ids(await trigger.list(numbered(4)).poll())).toEqual(['a3']);
		expect(ids(await trigger.list(numbered(5)).poll())).toEqual(['a4']);
	});

	test('is changed, and the former one is gone: a new baseline', async () => {
		const trigger = created('no').list(numbered(3));
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, orderIdField: 'id' };
		expect(await trigger.list([{ id: 'a0' }, { id: 'a7' }]).poll()).toBeNull();
		expect(ids(await trigger.list([{ id: 'a7' }, { id: 'a8' }]).poll())).toEqual(['a8']);
	});

	test('is changed for orders that had no ID by the former one: they are not new', async () => {
		const trigger = created('no').list([{ id: 'a', no: 1 }, { id: 'b' }]);
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, orderIdField: 'id' };
		trigger.list([{ id: 'a', no: 1 }, { id: 'b' }, { id: 'c', no: 2 }]);
		expect(ids(await trigger.poll())).toEqual(['c']);
	});

	test('is changed: what an order was known by is forgotten, so its old ID may be that of another', async () => {
		const trigger = created('no').list([{ id: 'a', no: 1 }]);
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, orderIdField: 'id' };
		await trigger.list([{ id: 'a', no: 1 }]).poll();
		expect(ids(await trigger.list([{ id: 'a', no: 1 }, { id: 1 }]).poll())).toEqual([1]);
	});
});
