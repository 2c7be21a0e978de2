import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	orderForm,
	ordersForm,
	targetOf,
} from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import type { N8nEngine } from './n8nEngine.mts';

export function asNode(engine: () => N8nEngine, panel: PanelInUse): void {
	test.each([
		['the balance', balanceForm, {}, 1],
		['a backlink', backlinkForm, { url: 'https://example.com', anchor: 'a', months: 1 }, 1],
		['an article', articleForm, { title: 'Title', html: '<p>Text</p>' }, 1],
		['an article, a site each', { ...articleForm, output: 'site' }, { title: 'T', html: 'T' }, 4],
		['the orders', ordersForm, {}, 0],
	])('%s', async (_, parameters, item, outputItems) => {
		const { credential } = panel;
		const { data, error } = await engine().run({ parameters, credential, items: [item] });
		expect(error).toBeUndefined();
		expect(data?.main?.[0]).toHaveLength(outputItems);
	});

	test('an order, by its ID, which can be chosen from a list', async () => {
		const { credential } = panel;
		const ordered = { parameters: backlinkForm, credential, items: backlinkItems(1) };
		const { placementId } = (await engine().run(ordered)).data?.main?.[0]?.[0]?.json ?? {};
		const wanted = { parameters: orderForm, credential, items: [{ id: placementId }] };
		const { data } = await engine().run(wanted);
		expect(data?.main?.[0]?.map(({ json }) => json)).toEqual([
			{
				orderType: 'backlink',
				id: placementId,
				status: 'aktif',
				target: targetOf(0),
				endsAt: expect.any(String),
			},
		]);
		expect((await engine().searchOrders(wanted, 'PAGE-0')).results).toEqual([
			{ name: expect.stringContaining(`${targetOf(0)} (backlink, aktif)`), value: placementId },
		]);
	});

	test('an error that ends the run says what to do', async () => {
		const { credential } = panel;
		const wrongKey = { ...credential, apiKey: 'demo_live_wrong' };
		const { error } = await engine().run({ parameters: balanceForm, credential: wrongKey });
		expect(error).toMatchObject({ message: 'The API key was not accepted', httpCode: '401' });
		expect(JSON.parse(JSON.stringify(error))).toMatchObject({
			context: { reason: 'yetkisiz', kod: 'yetkisiz', charged: 'no' },
		});
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});

	test('where n8n cannot remember keys, an order with an Idempotency Key is not sent', async () => {
		const { credential } = panel;
		const { error } = await engine().run({
			parameters: { ...backlinkForm, options: { idempotencyKey: 'post-1' } },
			credential,
			items: backlinkItems(1),
		});
		expect(error).toMatchObject({
			message: 'The node could not check whether this order was placed before',
			description: expect.stringContaining('n8n’s deduplication data could not be read'),
		});
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('the trigger polls, and fills its menus', async () => {
		const { credential } = panel;
		const parameters = { event: 'balanceLow', threshold: 2000 };
		expect(await engine().poll({ parameters, credential })).toEqual([
			expect.objectContaining({ bakiye: 1000, threshold: 2000 }),
		]);

		await engine().run({ parameters: backlinkForm, credential, items: backlinkItems(1) });
		const statuses = await engine().menu('getStatuses', {
			parameters: { event: 'orderStatusChanged', orderType: 'all' },
			credential,
		});
		expect(statuses).toEqual([expect.objectContaining({ value: expect.any(String) })]);
	});
}
