import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, wholeOrdersForm } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { inDays, listOrders } from './useTrigger.mts';
import { usePanel } from './usePanel.mts';

/* Fields of the service keep their names, except “error”. The node numbers its own field of a taken name. */
const panel = usePanel();

async function orders(backlinkler: IDataObject[]): Promise<IDataObject[]> {
	await listOrders(panel.client, backlinkler);
	const run = await runNode({ credential: panel.credential, parameters: wholeOrdersForm });
	expect(run.error).toBeUndefined();
	return run.output.map(({ json }) => json);
}

describe('Order → Get Many', () => {
	test.each([
		['orderType', { id: 1, orderType: null }, { orderType2: 'backlink' }],
		[
			'orderType, and one called orderType2',
			{ id: 1, orderType: 'premium', orderType2: 'gold' },
			{ orderType3: 'backlink' },
		],
	])('a service field called %s stays', async (_, order, added) => {
		expect(await orders([order])).toEqual([{ ...order, ...added }]);
	});

	test('a service field called error becomes orderError, so that the item does not count as failed', async () => {
		expect(await orders([{ id: 1, error: 'late', orderError: 'known' }])).toEqual([
			{ id: 1, orderError: 'known', orderError2: 'late', orderType: 'backlink' },
		]);
	});
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

	test('Placement Expiring keeps endsAt and daysLeft of the service', async () => {
		const trigger = triggerFor({ event: 'placementExpiring', options: { endDateField: 'bitis' } });
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
