import { deduplicationStore } from '../../engine/deduplicationStore.mts';
import { noSiteFor } from '../../engine/faults.mts';
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

/** What the nodes do in a workflow, in any engine. */
export function asNode(engine: () => N8nEngine, panel: PanelInUse): void {
	const charges = async () => (await panel.client.books()).charges.length;

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
			{ name: `${targetOf(0)} (backlink, aktif)`, value: placementId },
		]);
	});

	test('with Retry On Fail, what was paid is not paid again', async () => {
		await panel.client.addFault(noSiteFor(3, 1));
		const { credential } = panel;
		const { data, error } = await engine().run({
			parameters: backlinkForm,
			credential,
			items: backlinkItems(5),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(data?.main?.[0]).toHaveLength(5);
		expect(await charges()).toBe(5);
	});

	test('with Retry On Fail and fields that come to something else each time, too', async () => {
		await panel.client.addFault(noSiteFor(3, 1));
		const { credential } = panel;
		const { data } = await engine().run({
			parameters: { ...backlinkForm, anchorText: '={{ $json.anchor }} {{ Math.random() }}' },
			credential,
			items: backlinkItems(5),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(data?.main?.[0]).toHaveLength(5);
		expect(await charges()).toBe(5);
	});

	test('nor with Continue: older engines run a node again although the second try has ordered all', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const { credential } = panel;
		await engine().run({
			parameters: backlinkForm,
			credential,
			items: backlinkItems(3),
			settings: {
				onError: 'continueRegularOutput',
				retryOnFail: true,
				maxTries: 5,
				waitBetweenTries: 1,
			},
		});
		expect(await charges()).toBe(3);
	});

	test('a failed item goes to the error output, with its kod and the fields of its input', async () => {
		await panel.client.addFault(noSiteFor(1));
		const { credential } = panel;
		const { data } = await engine().run({
			parameters: backlinkForm,
			credential,
			items: backlinkItems(3),
			settings: { onError: 'continueErrorOutput' },
		});
		const [done, failed] = data?.main ?? [];
		expect(done?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(failed?.map(({ json }) => json)).toEqual([
			{
				...backlinkItems(3)[1],
				error: expect.objectContaining({ kod: 'uygunSiteYok', reason: 'uygunSiteYok' }),
			},
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

	test('an order with an Idempotency Key is sent once', async () => {
		const { credential } = panel;
		const run = async () =>
			await engine().run({
				parameters: { ...backlinkForm, options: { idempotencyKey: 'post-1' } },
				credential,
				items: backlinkItems(1),
				workflowId: `node ${credential.apiKey}`,
			});
		engine().loaded.setDeduplicationStore(deduplicationStore);
		await run();
		const { data } = await run();
		engine().loaded.setDeduplicationStore(undefined);
		expect(data?.main?.[0]?.map(({ json }) => json)).toEqual([
			{ skipped: true, skippedBecause: 'keyUsed', idempotencyKey: 'post-1' },
		]);
		expect(await charges()).toBe(1);
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
