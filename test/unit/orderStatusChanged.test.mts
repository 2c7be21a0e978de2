import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ids, PolledTrigger } from './polledTrigger.mts';

const changed = (more: INodeParameters = {}) =>
	new PolledTrigger({ event: 'orderStatusChanged', simplify: false, ...more });

const order = (id: unknown, durum?: unknown, more: IDataObject = {}) => ({ id, durum, ...more });

/** What becomes of a status from poll to poll, as `before → now`. */
async function changesOf(trigger: PolledTrigger, statuses: unknown[]): Promise<string[]> {
	const changes = [];
	for (const status of statuses) {
		const items = await trigger.list([order('a', status)]).poll();
		for (const { previousStatus, status: now } of items ?? []) {
			changes.push(`${String(previousStatus)} → ${String(now)}`);
		}
	}
	return changes;
}

describe('a change', () => {
	test('is told with the status before and the status now', async () => {
		const trigger = changed().list([order('a', 'yeni'), order('b', 'yeni')]);
		expect(await trigger.poll()).toBeNull();
		trigger.list([order('b', 'aktif'), order('a', 'yeni'), order('c', 'aktif')]);
		expect(await trigger.poll()).toEqual([
			{
				id: 'b',
				durum: 'aktif',
				orderType: 'backlink',
				previousStatus: 'yeni',
				status: 'aktif',
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test.each([
		[
			['x', 'y', 'x', 'x'],
			['x → y', 'y → x'],
		],
		[
			['iptal', 'IPTAL', 'İPTAL'],
			['iptal → IPTAL', 'IPTAL → İPTAL'],
		],
		[[1, 2], ['1 → 2']],
		[[true, false], ['true → false']],
		[[1, '1'], []],
		[['x', null, '', undefined, 'x'], []],
		[['x', '  ', 'x', '\u200b', 'x'], []],
		[['x', ' ', 'y'], ['x → y']],
		[['x', null, 'y'], ['x → y']],
	])('of %j: %j', async (statuses, changes) => {
		expect(await changesOf(changed(), statuses)).toEqual(changes);
	});

	test('with Statuses chosen, only to those, and with the true one before', async () => {
		const trigger = changed({ statuses: ['bitti', '7'] });
		expect(await changesOf(trigger, ['yeni', 'aktif', 'bitti', 'BİTTİ', 7])).toEqual([
			'aktif → bitti',
			'BİTTİ → 7',
		]);
	});

	test('of an order that was absent meanwhile is found when it returns', async () => {
		const trigger = changed().list([order('a', 'x'), order('b', 'x')]);
		await trigger.poll();
		expect(await trigger.list([]).poll()).toBeNull();
		expect(ids(await trigger.list([order('b', 'y'), order('a', 'x')]).poll())).toEqual(['b']);
	});

	test('of an order of a type that is not watched is remembered without being emitted', async () => {
		const trigger = changed({ orderType: 'article' }).list([order('a', 'x')], [order('t', 'x')]);
		await trigger.poll();
		expect(ids(await trigger.list([order('a', 'y')], [order('t', 'y')]).poll())).toEqual(['t']);
		trigger.parameters = { ...trigger.parameters, orderType: 'all' };
		expect(await trigger.poll()).toBeNull();
	});
});

describe('the first time that there is nothing to compare with', () => {
	test('an order that is new is the baseline of its own', async () => {
		const trigger = changed().list([order('a', 'x')]);
		await trigger.poll();
		expect(await trigger.list([order('a', 'x'), order('b', 'x')]).poll()).toBeNull();
		expect(ids(await trigger.list([order('a', 'x'), order('b', 'y')]).poll())).toEqual(['b']);
	});

	test('another status field that the user chose', async () => {
		const both = (durum: string, asama: string) => [order('a', durum, { asama })];
		const trigger = changed().list(both('x', '1'));
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, statusField: 'asama' };
		expect(await trigger.list(both('y', '2')).poll()).toBeNull();
		expect(await trigger.list(both('y', '3')).poll()).toEqual([
			expect.objectContaining({ previousStatus: '2', status: '3' }),
		]);
	});

	test('not: orders of its type were absent meanwhile, so its field is known', async () => {
		const trigger = changed({ simplify: true }).list([{ id: 1, status: 'x' }]);
		await trigger.poll();
		await trigger.list([]).poll();
		expect(await trigger.list([{ id: 1, status: 'y', durum: 'z' }]).poll()).toEqual([
			expect.objectContaining({ previousStatus: 'x', status: 'y' }),
		]);
	});

	test('another account', async () => {
		const trigger = changed().list([order('a', 'x')]);
		await trigger.poll();
		trigger.credentialId = '2';
		expect(await trigger.list([order('b', 'y')]).poll()).toBeNull();
		expect(ids(await trigger.list([order('b', 'z')]).poll())).toEqual(['b']);
	});
});

describe('orders without a status', () => {
	test('are ignored beside others, and the log says so once', async () => {
		const trigger = changed().list([order('a', 'x')], [{ id: 't', baslik: 'x' }]);
		await trigger.poll();
		expect(ids(await trigger.list([order('a', 'y')], [{ id: 't' }]).poll())).toEqual(['a']);
		expect(trigger.log).toEqual([
			expect.stringMatching(/Orders without a status are ignored\. No field with the status/),
		]);
	});

	test('of a type that is not watched are not mentioned', async () => {
		const trigger = changed({ orderType: 'backlink' });
		await trigger.list([order('a', 'x')], [{ id: 't', baslik: 'x' }]).poll();
		expect(trigger.log).toEqual([]);
	});

	test.each<[string, IDataObject, string]>([
		['none has a status', { id: 'a', renk: 1 }, 'No field with the status of an order was found'],
		[
			'the status is an object',
			{ id: 'a', durum: { kod: 2 } },
			'“durum” does not contain a status but {"kod":2}',
		],
	])('where %s, the poll fails', async (_, listed, message) => {
		await expect(changed().list([listed]).poll()).rejects.toMatchObject({
			message,
			description: expect.stringContaining('“Status Field”'),
			context: { reason: 'invalidParameter' },
		});
	});

	test('a long object in the place of a status is cut', async () => {
		const trigger = changed().list([order('a', { metin: 'x'.repeat(500) })]);
		await expect(trigger.poll()).rejects.toThrow(/^“durum” does not contain a status but .{80}$/);
	});

	test('the field is gone from all orders, and another has come: the poll fails', async () => {
		const trigger = changed().list([order('a', 'x')]);
		await trigger.poll();
		await expect(trigger.list([{ id: 'a', hal: 'y' }]).poll()).rejects.toMatchObject({
			message: 'No order has the field “durum” chosen in “Status Field”',
			description: expect.stringContaining('“hal”'),
		});
	});

	test('backlinks and articles may name it differently', async () => {
		const trigger = changed().list([{ id: 1, durum: 'x' }], [{ id: 2, status: 'x' }]);
		await trigger.poll();
		trigger.list([{ id: 1, durum: 'y' }], [{ id: 2, status: 'y' }]);
		expect(ids(await trigger.poll())).toEqual([1, 2]);
	});
});

describe('an item', () => {
	test('keeps fields of the service that have the names of ours', async () => {
		const own = { status: 200, previousStatus: 'own' };
		const trigger = changed().list([order('a', 'x', own)]);
		await trigger.poll();
		expect(await trigger.list([order('a', 'y', own)]).poll()).toEqual([
			expect.objectContaining({ durum: 'y', ...own }),
		]);
	});

	test('has no second field for a status that the service calls so', async () => {
		const trigger = changed().list([{ id: 1, status: 'x' }]);
		await trigger.poll();
		expect(await trigger.list([{ id: 1, status: 'y' }]).poll()).toEqual([
			{ id: 1, orderType: 'backlink', previousStatus: 'x', status: 'y' },
		]);
	});

	test('simplified, has the status of the field that the user chose', async () => {
		const trigger = changed({ statusField: 'asama', simplify: true });
		await trigger.list([order('a', 'x', { asama: 1 })]).poll();
		expect(await trigger.list([order('a', 'x', { asama: 2 })]).poll()).toEqual([
			{
				orderType: 'backlink',
				id: 'a',
				status: 2,
				target: null,
				endsAt: null,
				previousStatus: 1,
			},
		]);
	});
});

test('each status is kept once in the state, whatever the number of orders', async () => {
	const many = Array.from({ length: 50 }, (_, index) => order(index, index % 2 ? 'x' : 'y'));
	const trigger = changed().list(many);
	await trigger.poll();
	expect(trigger.staticData.state).toMatchObject({ statuses: ['y', 'x'] });
	trigger.list([order(0, 'z'), order(1, 'z'), ...many.slice(2)]);
	expect(await trigger.poll()).toEqual([
		expect.objectContaining({ id: 0, previousStatus: 'y' }),
		expect.objectContaining({ id: 1, previousStatus: 'x' }),
	]);
});

describe('a test in the editor', () => {
	test('shows the first order that is watched and has a status', async () => {
		const trigger = changed({ orderType: 'article' }).list(
			[order('a', 'x')],
			[order('t', ''), order('u', 'y')],
		);
		expect(await trigger.test()).toEqual([
			{ id: 'u', durum: 'y', orderType: 'article', previousStatus: null, status: 'y' },
		]);
	});

	test('says what to do where there is no order', async () => {
		await expect(changed().test()).rejects.toThrow('There are no orders to show yet');
	});
});
