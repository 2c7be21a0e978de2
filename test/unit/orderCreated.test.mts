import type { INodeParameters } from 'n8n-workflow';

import { ids, PolledTrigger } from './polledTrigger.mts';

const created = (more: INodeParameters = {}) =>
	new PolledTrigger({ event: 'orderCreated', simplify: false, ...more });

const orders = (...names: unknown[]) => names.map((id) => ({ id, durum: 'aktif' }));

describe('what is new', () => {
	test('what was there at the first poll is the baseline; what comes later is emitted once', async () => {
		const trigger = created().list(orders('a', 'b'));
		expect(await trigger.poll()).toBeNull();
		expect(ids(await trigger.list(orders('c', 'a', 'b', 'd')).poll())).toEqual(['c', 'd']);
		expect(await trigger.poll()).toBeNull();
	});

	test('an order that vanishes and returns, or that was edited, is not', async () => {
		const trigger = created().list(orders('a', 'b'));
		await trigger.poll();
		expect(await trigger.list(orders('b')).poll()).toBeNull();
		expect(await trigger.list([]).poll()).toBeNull();
		expect(await trigger.list([{ id: 'a', durum: 'iptal' }, ...orders('b')]).poll()).toBeNull();
	});

	test('10 and “10” are the same order; a backlink and an article of the same ID are two', async () => {
		const trigger = created().list(orders('10'));
		await trigger.poll();
		expect(await trigger.list(orders(10)).poll()).toBeNull();
		expect(await trigger.list(orders(10), orders(10)).poll()).toEqual([
			{ id: 10, durum: 'aktif', orderType: 'article' },
		]);
	});

	test.each([
		['article', ['y']],
		['backlink', ['x']],
		['all', ['x', 'y']],
	])('of type %s', async (orderType, news) => {
		const trigger = created({ orderType });
		await trigger.poll();
		expect(ids(await trigger.list(orders('x'), orders('y')).poll())).toEqual(news);
	});

	test('a list that was missing has no baseline yet', async () => {
		const trigger = created().list(orders('a'), null);
		await trigger.poll();
		expect(ids(await trigger.list(orders('a', 'b'), orders('x')).poll())).toEqual(['b']);
		expect(ids(await trigger.list(orders('a', 'b'), orders('x', 'y')).poll())).toEqual(['y']);
	});

	test('an answer with neither list is no empty account', async () => {
		const trigger = created().list(orders('a'));
		await trigger.poll();
		trigger.answers['/siparisler'] = { ok: true };
		await expect(trigger.poll()).rejects.toMatchObject({ context: { reason: 'unexpectedAnswer' } });
		expect(ids(await trigger.list(orders('a', 'b')).poll())).toEqual(['b']);
	});
});

describe('an order that is listed twice, with two statuses', () => {
	const twice = [{ id: 'a', durum: 'yeni' }, ...orders('a')];

	test('at the first poll, is not new when it is listed once', async () => {
		const trigger = created().list([...twice, ...orders('b')]);
		expect(await trigger.poll()).toBeNull();
		expect(ids(await trigger.list(orders('a', 'b', 'c')).poll())).toEqual(['c']);
	});

	test('at a later poll, is new when it is listed once', async () => {
		const trigger = created().list(orders('b'));
		await trigger.poll();
		expect(await trigger.list([...twice, ...orders('b')]).poll()).toBeNull();
		expect(ids(await trigger.list(orders('a', 'b')).poll())).toEqual(['a']);
	});

	test('at the first poll, with Emit Existing Orders, is emitted when it is listed once', async () => {
		const trigger = created({ emitExisting: true }).list([...twice, ...orders('b')]);
		expect(ids(await trigger.poll())).toEqual(['b']);
		expect(ids(await trigger.list(orders('a', 'b')).poll())).toEqual(['a']);
	});

	test.each([false, true])(
		'at the first poll of another account, is part of its baseline: emitExisting %j',
		async (emitExisting) => {
			const trigger = created({ emitExisting }).list(orders('x'));
			await trigger.poll();
			trigger.credentialId = '2';
			expect(await trigger.list([...twice, ...orders('b')]).poll()).toBeNull();
			expect(await trigger.list(orders('a', 'b')).poll()).toBeNull();
		},
	);
});

describe('Emit Existing Orders', () => {
	test('emits those of the first poll, once', async () => {
		const trigger = created({ emitExisting: true }).list(orders('a'), orders('x'));
		expect(ids(await trigger.poll())).toEqual(['a', 'x']);
		expect(await trigger.poll()).toBeNull();
	});

	test('only those that are watched', async () => {
		const trigger = created({ emitExisting: true, orderType: 'article' });
		expect(ids(await trigger.list(orders('a'), orders('x')).poll())).toEqual(['x']);
	});

	test('not those of another account', async () => {
		const trigger = created({ emitExisting: true }).list(orders('a'));
		await trigger.poll();
		trigger.credentialId = '2';
		expect(await trigger.list(orders('b')).poll()).toBeNull();
	});
});

describe('another account behind the node', () => {
	test.each([{ credentialId: '2' }, { apiKey: 'demo_live_other_orders' }])(
		'%j, and none of the known orders is there: a new baseline, and the log says so',
		async (change) => {
			const trigger = created().list(orders('a', 'b'));
			await trigger.poll();
			Object.assign(trigger, change);
			expect(await trigger.list(orders('c')).poll()).toBeNull();
			expect(trigger.log).toEqual([expect.stringContaining('another account')]);
			expect(ids(await trigger.list(orders('c', 'd')).poll())).toEqual(['d']);
			expect(trigger.log).toHaveLength(1);
		},
	);

	test('a known order is there: the same account, nothing is lost', async () => {
		const trigger = created().list(orders('a', 'b'));
		await trigger.poll();
		trigger.credentialId = '2';
		expect(ids(await trigger.list(orders('c', 'b')).poll())).toEqual(['c']);
		expect(trigger.log).toEqual([]);
	});

	test('without a change of the credential, orders that are all new are new ones', async () => {
		const trigger = created().list(orders('a'));
		await trigger.poll();
		expect(ids(await trigger.list(orders('b')).poll())).toEqual(['b']);
	});

	test('its lists are empty: its first order is emitted', async () => {
		const trigger = created().list(orders('a'));
		await trigger.poll();
		trigger.credentialId = '2';
		expect(await trigger.list([]).poll()).toBeNull();
		expect(ids(await trigger.list(orders('b')).poll())).toEqual(['b']);
	});

	test('its lists are missing: whose they are is asked again when they come', async () => {
		const trigger = created().list(orders('a'));
		await trigger.poll();
		trigger.credentialId = '2';
		expect(await trigger.list(null, null).poll()).toBeNull();
		expect(await trigger.list(orders('b')).poll()).toBeNull();
		expect(trigger.log).toEqual([expect.stringContaining('another account')]);
	});

	test('is known as soon as one of its orders was seen', async () => {
		const trigger = created().list(orders('a'));
		await trigger.poll();
		trigger.credentialId = '2';
		await trigger.list(orders('b'), null).poll();
		expect(ids(await trigger.list(orders('c'), null).poll())).toEqual(['c']);
	});

	test('a list that was not known of the first account is a baseline there too', async () => {
		const trigger = created().list(orders('a'), orders('x'));
		await trigger.poll();
		trigger.credentialId = '2';
		await trigger.list(orders('b'), null).poll();
		expect(await trigger.list(orders('b'), orders('y')).poll()).toBeNull();
	});
});

describe('an item', () => {
	test('is simplified by default', async () => {
		const trigger = new PolledTrigger({ event: 'orderCreated' });
		await trigger.poll();
		trigger.list([
			{ id: 7, durum: 'aktif', hedefUrl: 'https://a.example', bitis: '2026-07-01 03:00' },
		]);
		expect(await trigger.poll()).toEqual([
			{
				orderType: 'backlink',
				id: 7,
				status: 'aktif',
				target: 'https://a.example',
				endsAt: '2026-07-01T03:00:00.000Z',
			},
		]);
	});

	test('has the ID of the field that the user chose', async () => {
		const trigger = new PolledTrigger({ event: 'orderCreated', orderIdField: 'no' });
		await trigger.poll();
		expect(await trigger.list([{ id: 7, no: 'N-1' }]).poll()).toEqual([
			expect.objectContaining({ id: 'N-1' }),
		]);
	});

	test('whole, it is as the service lists it', async () => {
		const trigger = created();
		await trigger.poll();
		expect(await trigger.list([{ id: 7, ek: { a: 1 } }]).poll()).toEqual([
			{ id: 7, ek: { a: 1 }, orderType: 'backlink' },
		]);
	});
});

describe('a test in the editor', () => {
	test('shows the first order of the types that are watched', async () => {
		const trigger = created({ orderType: 'article' }).list(orders('a'), orders('x', 'y'));
		expect(ids(await trigger.test())).toEqual(['x']);
	});

	test('says what to do where there is none', async () => {
		await expect(created().test()).rejects.toMatchObject({
			message: 'There are no orders to show yet',
			description: expect.stringContaining('publish the workflow'),
			context: { reason: 'orderNotFound' },
		});
	});
});
