import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { ordersForm, wholeOrdersForm } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { inDays, listOrders } from './useTrigger.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const list = (backlinkler: unknown[], tanitimlar: unknown[] = []) =>
	listOrders(panel.client, backlinkler as IDataObject[], tanitimlar as IDataObject[]);

async function getMany(parameters: INodeParameters = ordersForm) {
	const run = await runNode({ credential: panel.credential, parameters });
	expect(run.error).toBeUndefined();
	return run.output.map(({ json }) => json);
}

const triggerOf = (parameters: INodeParameters) =>
	new TriggerInN8n({ parameters, credential: panel.credential });

/** Makes a row in which only these columns have a value. */
const row = (found: IDataObject, orderType = 'backlink') => ({
	orderType,
	id: null,
	status: null,
	target: null,
	endsAt: null,
	...found,
});

describe('each order is a row of the same columns', () => {
	test('of the sandbox, both kinds', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 1 });
		await panel.client.addOrders({ type: 'article', count: 1, baslik: 'Halı bakımı' });
		const [backlink, article] = await getMany();
		const [whole] = await getMany(wholeOrdersForm);
		expect(backlink).toEqual({
			orderType: 'backlink',
			id: 'bl_000001',
			status: 'aktif',
			target: whole?.hedefUrl,
			endsAt: whole?.bitis,
		});
		expect(article).toEqual({
			orderType: 'article',
			id: 'tn_000002',
			status: 'yayinda',
			target: 'Halı bakımı',
			endsAt: null,
		});
		expect(Object.keys(article ?? {})).toEqual(Object.keys(backlink ?? {}));
	});

	test.each([
		[
			{ id: 5, durum: 'aktif' },
			{ id: 5, status: 'aktif' },
		],
		[
			{ 'Sipariş No': 'S-1', 'Bitiş Tarihi': '2027-01-01T00:00:00Z' },
			{ id: 'S-1', endsAt: '2027-01-01T00:00:00Z' },
		],
		[
			{ placementId: 'p', expiresAt: 1798761600 },
			{ id: 'p', endsAt: 1798761600 },
		],
		[{ id: 12345678901234567890, siparisNo: 'S-1' }, { id: 'S-1' }],
		[
			{ id: 1, durum: null, state: 'c' },
			{ id: 1, status: 'c' },
		],
		[
			{ id: { a: 1 }, durum: ['x'], hedefUrl: 'https://example.com' },
			{ target: 'https://example.com' },
		],
		[
			{ id: 1, 'Bitiş Tarihi': '2031-01-01' },
			{ id: 1, endsAt: '2031-01-01' },
		],
		[{ _id: 'b1', id: 'b1' }, { id: 'b1' }],
		[{ durum: 'aktif', Durum: 'pasif', bitis: 7, BITIS: '7' }, { endsAt: 7 }],
		[
			{ id: 1, hedef_url: 'https://example.com', baslik: 'Title', error: 'late' },
			{ id: 1, target: 'https://example.com' },
		],
	])('%j', async (order, found) => {
		await list([order]);
		expect(await getMany()).toEqual([row(found)]);
	});

	test('the target of an article is its title rather than an address', async () => {
		await list([], [{ id: 1, url: 'https://haber.example/1', baslik: 'Title' }]);
		expect(await getMany()).toEqual([row({ id: 1, target: 'Title' }, 'article')]);
	});
});

test.each([
	['other names', { kod: 1, renk: 'mavi' }, { kod: 1, renk: 'mavi' }],
	['no object', 'bl_1', { value: 'bl_1' }],
])('an order without a known field comes out whole: %s', async (_, order, whole) => {
	await list([order, { id: 2 }]);
	expect(await getMany()).toEqual([{ ...whole, orderType: 'backlink' }, row({ id: 2 })]);
});

test('“Limit” returns the same orders with “Simplify” as without', async () => {
	await panel.client.addOrders({ type: 'backlink', count: 10 });
	await panel.client.addOrders({ type: 'article', count: 10 });
	const ids = async (form: INodeParameters) =>
		(await getMany({ ...form, limit: 5 })).map(({ id }) => id);
	expect(await ids(ordersForm)).toEqual(await ids(wholeOrdersForm));
});

test.each(['yes', ''])(
	'a value of “Simplify” that is neither true nor false is refused: %j',
	async (simplify) => {
		await list([{ id: 1 }]);
		const parameters = { ...ordersForm, simplify: `={{ ${JSON.stringify(simplify)} }}` };
		const run = await runNode({ credential: panel.credential, parameters });
		expect(run.error?.message).toContain('“Simplify” has to be true or false');
		const trigger = triggerOf({ event: 'orderCreated', simplify: parameters.simplify });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringContaining('“Simplify” has to be true or false'),
		});
	},
);

describe('the trigger', () => {
	test('Order Created: the row that Get Many shows', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([{ id: 'a' }], [{ id: 1 }]);
		await trigger.activate();
		await list(
			[{ id: 'b', durum: 'yeni', hedefUrl: 'https://example.com', bitis: inDays(30) }, { id: 'a' }],
			[{ id: 2, baslik: 'Halı' }, { id: 1 }],
		);
		const news = await trigger.poll();
		expect(news).toHaveLength(2);
		expect(await getMany()).toEqual(expect.arrayContaining(news));
	});

	test('Order Status Changed: the new status, and the previous one beside it', async () => {
		const trigger = triggerOf({ event: 'orderStatusChanged' });
		await list([{ id: 1, durum: 'yeni', baslik: 'x', previousStatus: 'kept whole only' }]);
		await trigger.activate();
		await list([{ id: 1, durum: 'bitti', baslik: 'x', previousStatus: 'kept whole only' }]);
		const [changed] = await trigger.poll();
		expect(changed).toEqual({
			...row({ id: 1, status: 'bitti', target: 'x' }),
			previousStatus: 'yeni',
		});
		expect(await trigger.test()).toEqual([row({ id: 1, status: 'bitti', target: 'x' })]);
	});

	test('Placement Expiring: its end, and the days left beside it', async () => {
		const bitis = inDays(3);
		await list([{ id: 1, durum: 'aktif', bitis, daysLeft: 'x' }]);
		const trigger = triggerOf({ event: 'placementExpiring' });
		const item = {
			...row({ id: 1, status: 'aktif', endsAt: bitis }),
			daysLeft: expect.closeTo(3, 1),
		};
		expect(await trigger.test()).toEqual([item]);
		expect(await trigger.activate()).toEqual([item]);
	});

	test('fields that the user chose go before those that the node would detect', async () => {
		const order = {
			id: 1,
			no: 'N-1',
			durum: 'a',
			asama: 'yeni',
			bitis: inDays(90),
			son: inDays(3),
		};
		await list([order]);
		const options = { orderIdField: 'no', statusField: 'asama', endDateField: 'son' };
		const status = triggerOf({ event: 'orderStatusChanged', options });
		await status.activate();
		const expiring = triggerOf({ event: 'placementExpiring', options });
		expect(await expiring.activate()).toMatchObject([
			{ id: 'N-1', status: 'a', endsAt: order.son },
		]);
		await list([{ ...order, asama: 'bitti' }]);
		expect(await status.poll()).toMatchObject([
			{ id: 'N-1', status: 'bitti', previousStatus: 'yeni', endsAt: order.bitis },
		]);
		expect(await triggerOf({ event: 'orderCreated', options }).test()).toMatchObject([
			{ id: 'N-1' },
		]);
	});

	test('an ID in a field that the user chose counts as a known field', async () => {
		await list([{ kod: 'K-1', renk: 'mavi' }]);
		const trigger = triggerOf({ event: 'orderCreated', options: { orderIdField: 'kod' } });
		expect(await trigger.test()).toEqual([row({ id: 'K-1' })]);
	});
});
