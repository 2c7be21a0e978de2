import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, backlinkForm, backlinkItems, wholeOrdersForm } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { inDays, listOrders } from './triggerLists.mts';
import { usePanel } from './usePanel.mts';

/** The service's fields come out as they are; a field of the node's that finds its name taken yields. */
const panel = usePanel();

async function orders(backlinkler: IDataObject[]): Promise<IDataObject[]> {
	await listOrders(panel.client, backlinkler);
	const run = await runNode({ credential: panel.credential, parameters: wholeOrdersForm });
	expect(run.error).toBeUndefined();
	return run.output.map(({ json }) => json);
}

describe('Order → Get Many', () => {
	test.each([
		['orderType', { id: 1, orderType: 'premium' }, { orderType2: 'backlink' }],
		['a null orderType', { id: 1, orderType: null }, { orderType2: 'backlink' }],
		[
			'orderType and orderType2',
			{ id: 1, orderType: 'premium', orderType2: 'gold' },
			{ orderType3: 'backlink' },
		],
	])('a service field called %s stays', async (_, order, added) => {
		expect(await orders([order])).toEqual([{ ...order, ...added }]);
	});

	test('a field called error makes room for itself, and for an orderError that is there already', async () => {
		expect(
			await orders([
				{ id: 1, error: 'late', orderError: 'known' },
				{ id: 2, error: 'late', orderError: null, orderError2: 'x' },
			]),
		).toEqual([
			{ id: 1, orderError: 'known', orderError2: 'late', orderType: 'backlink' },
			{ id: 2, orderError: null, orderError2: 'x', orderError3: 'late', orderType: 'backlink' },
		]);
	});
});

test('Backlink → Create: an answer with error and orderError is a success that keeps both', async () => {
	await panel.client.addFault({
		answer: 'json',
		phase: 'after',
		path: '/backlink',
		body: { ok: true, placementId: 'bl_1', error: 'e', orderError: 'o' },
	});
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
	});
	expect(run.output[0]?.json).toEqual({ placementId: 'bl_1', orderError: 'o', orderError2: 'e' });
});

test('Article → Publish, “One Item per Site”: neither the site’s nor the article’s fields are lost', async () => {
	await panel.client.addFault({
		answer: 'json',
		phase: 'after',
		path: '/tanitim',
		body: {
			ok: true,
			basariliSayisi: 1,
			kalanKredi: 960,
			url: 'https://panel.example/article/7',
			error: 'of the article',
			sonuclar: [
				{ site: 'haber.example', ok: true, url: 'https://haber.example/7', error: 'of the site' },
			],
		},
	});
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...articleForm, output: 'site' },
		items: [{ title: 'Halı', html: '<p>Metin</p>' }],
	});
	expect(run.output[0]?.json).toEqual({
		site: 'haber.example',
		ok: true,
		url: 'https://haber.example/7',
		orderError: 'of the site',
		basariliSayisi: 1,
		kalanKredi: 960,
		url2: 'https://panel.example/article/7',
		error2: 'of the article',
	});
});

describe('the trigger', () => {
	function triggerFor(parameters: IDataObject): TriggerInN8n {
		return new TriggerInN8n({
			credential: panel.credential,
			parameters: { simplify: false, ...(parameters as Record<string, string>) },
		});
	}

	test('Order Created tells orders that have an orderType of their own', async () => {
		const trigger = triggerFor({ event: 'orderCreated', orderType: 'backlink' });
		await listOrders(panel.client, [], []);
		await trigger.activate();
		await listOrders(panel.client, [{ id: 1, orderType: 'premium' }], [{ id: 2 }]);
		expect(await trigger.poll()).toEqual([{ id: 1, orderType: 'premium', orderType2: 'backlink' }]);
	});

	test('Placement Expiring keeps endsAt and daysLeft of the service', async () => {
		const trigger = triggerFor({ event: 'placementExpiring', endDateField: 'bitis' });
		const order = { id: 1, bitis: inDays(3), endsAt: 'soon', daysLeft: 'three' };
		await listOrders(panel.client, [order]);
		expect(await trigger.activate()).toEqual([
			{
				...order,
				orderType: 'backlink',
				endsAt2: order.bitis,
				daysLeft2: expect.closeTo(3, 1),
			},
		]);
	});

	test.each([
		['another field of the service', { durum: 'aktif', status: 'http 200' }, { status2: 'aktif' }],
		['the status itself', { status: 'aktif' }, {}],
	])('Order Status Changed where status is %s', async (_, fields, added) => {
		const trigger = triggerFor({ event: 'orderStatusChanged' });
		const before = Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [name, value === 'aktif' ? 'yeni' : value]),
		);
		await listOrders(panel.client, [{ id: 1, ...before }]);
		await trigger.activate();
		await listOrders(panel.client, [{ id: 1, ...fields }]);
		expect(await trigger.poll()).toEqual([
			{ id: 1, ...fields, orderType: 'backlink', previousStatus: 'yeni', ...added },
		]);
	});
});
