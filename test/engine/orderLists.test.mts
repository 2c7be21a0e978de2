import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { wholeOrdersForm } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

async function getMany(parameters: IDataObject = {}) {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...wholeOrdersForm, ...(parameters as typeof wholeOrdersForm) },
	});
	const queries = (await panel.client.requestsTo('/siparisler')).map(({ query }) => query);
	return { run, orders: run.output.map(({ json }) => json), queries };
}

async function answerWith(lists: Record<string, unknown>) {
	await panel.client.addFault({
		answer: 'json',
		path: '/siparisler',
		body: { ok: true, ...lists },
	});
}

describe('a list that PHP wrote as an object is a list', () => {
	test('of backlinks, by their places, and of articles, by their IDs', async () => {
		const backlinkler = { '0': { id: 'a' }, '7': { id: 'b' } };
		await answerWith({ backlinkler, tanitimlar: { tn_1: { id: 'c' } } });
		expect((await getMany()).orders).toEqual([
			{ id: 'a', orderType: 'backlink' },
			{ id: 'b', orderType: 'backlink' },
			{ id: 'c', orderType: 'article' },
		]);
	});

	test('also for the trigger', async () => {
		const trigger = new TriggerInN8n({
			credential: panel.credential,
			parameters: { event: 'orderCreated', simplify: false },
		});
		await answerWith({ backlinkler: { '1': { id: 'a' } }, tanitimlar: null });
		expect(await trigger.activate()).toEqual([]);
		await panel.client.clearFaults();
		await answerWith({ backlinkler: { '1': { id: 'a' }, '3': { id: 'b' } }, tanitimlar: null });
		expect(await trigger.poll()).toEqual([{ id: 'b', orderType: 'backlink' }]);
	});
});

describe('a list that is empty, null or missing is an empty list', () => {
	test.each([
		['one null, one missing', { backlinkler: null }],
		['an empty list and an empty object', { backlinkler: [], tanitimlar: {} }],
	])('%s', async (_, lists) => {
		await answerWith(lists);
		const { run, orders } = await getMany();
		expect(run.error).toBeUndefined();
		expect(orders).toEqual([]);
	});
});

describe('a list in any other form is an unexpected answer, never an empty list', () => {
	test.each([
		['text', 'yok', '“backlinkler” is no list but yok'],
		['an empty text', '', '“backlinkler” is no list'],
		['a page', { data: [{ id: 'a' }], total: 3 }, '“backlinkler” is no list but {"data":['],
		['an object of texts', { '0': 'a', '1': 'b' }, '“backlinkler” is no list but {"0":"a"'],
	])('%s', async (_, backlinkler, words) => {
		await answerWith({ backlinkler, tanitimlar: [{ id: 'b' }] });
		const { run, queries } = await getMany();
		expect(run.output).toEqual([]);
		expect(run.error?.message).toBe('The service answered in another format than documented');
		expect(run.error?.description).toContain(words);
		expect(queries).toHaveLength(1);
	});

	test('an answer with neither list', async () => {
		await answerWith({ data: { backlinkler: [] } });
		const { run } = await getMany();
		expect(run.error?.description).toContain('neither “backlinkler” nor “tanitimlar”');
	});

	test('but the form of a list that is not wanted does not matter', async () => {
		await answerWith({ backlinkler: 'yok', tanitimlar: [{ id: 'b' }] });
		const { orders } = await getMany({ orderType: 'article', limit: 5 });
		expect(orders).toEqual([{ id: 'b', orderType: 'article' }]);
	});

	test('a poll of the trigger fails, and the next one goes on where the last good one was', async () => {
		const trigger = new TriggerInN8n({
			credential: panel.credential,
			parameters: { event: 'orderCreated', simplify: false },
		});
		await answerWith({ backlinkler: [{ id: 'a' }] });
		await trigger.activate();
		await panel.client.clearFaults();
		await answerWith({ backlinkler: { data: [{ id: 'a' }], total: 1 } });
		await expect(trigger.poll()).rejects.toThrow('another format than documented');
		await panel.client.clearFaults();
		await answerWith({ backlinkler: [{ id: 'a' }, { id: 'b' }] });
		expect(await trigger.poll()).toEqual([{ id: 'b', orderType: 'backlink' }]);
	});
});

/** Rows of: [backlinks, articles] of the account, Order Type, Limit, [backlinks, articles] in the output. */
const limitedLists = [
	[[10, 10], 'article', 5, [0, 5]],
	[[10, 10], 'backlink', 5, [5, 0]],
	[[10, 3], 'article', 5, [0, 3]],
	[[0, 10], 'article', 5, [0, 5]],
	[[10, 10], 'all', 3, [2, 1]],
	[[10, 10], 'all', 1, [1, 0]],
	[[10, 1], 'all', 6, [5, 1]],
	[[1, 10], 'all', 6, [1, 5]],
	[[10, 0], 'all', 6, [6, 0]],
	[[3, 3], 'all', 6, [3, 3]],
	[[60, 60], 'all', 50, [25, 25]],
] as const;

describe.each(['perList', 'inTotal'] as const)(
	'“Limit” is the number of items that come out, where the service counts it %s',
	(listLimit) => {
		beforeEach(async () => {
			await panel.client.change({ listLimit });
		});

		async function ordersOfAccount([backlinks = 0, articles = 0]: readonly number[]) {
			if (backlinks > 0) await panel.client.addOrders({ type: 'backlink', count: backlinks });
			if (articles > 0) await panel.client.addOrders({ type: 'article', count: articles });
		}

		test.each(limitedLists)(
			'%j orders, Type %s, Limit %i: %j',
			async (account, orderType, limit, expected) => {
				await ordersOfAccount(account);
				const { run, orders, queries } = await getMany({ orderType, limit });
				expect(run.error).toBeUndefined();
				const types = orders.map((order) => order.orderType);
				expect([
					types.filter((type) => type === 'backlink').length,
					types.filter((type) => type === 'article').length,
				]).toEqual(expected);
				expect(queries[0]).toEqual({ limit: String(limit) });
				expect(queries.length).toBeLessThanOrEqual(2);
			},
		);

		test('the newest of each kind come out', async () => {
			await ordersOfAccount([10, 10]);
			const newest = await getMany({ limit: 4 });
			const all = await getMany({ returnAll: true });
			const [first, second] = all.orders;
			expect(newest.orders.slice(0, 2)).toEqual([first, second]);
			expect(newest.orders.slice(2)).toEqual(all.orders.slice(10, 12));
		});
	},
);

test.each([
	['a full share of each', 10, 10, 'all', 6],
	['fewer orders than the limit in all', 3, 1, 'article', 6],
	['a list that is as long as the limit', 10, 3, 'article', 4],
])('%s: one request is enough', async (_, backlinks, articles, orderType, limit) => {
	await panel.client.addOrders({ type: 'backlink', count: backlinks });
	await panel.client.addOrders({ type: 'article', count: articles });
	expect((await getMany({ orderType, limit })).queries).toEqual([{ limit: String(limit) }]);
});

test('where the service lists less without a limit than with it, the longer list counts', async () => {
	const many = Array.from({ length: 5 }, (_, id) => ({ id }));
	await panel.client.addFault({
		answer: 'json',
		path: '/siparisler',
		times: 1,
		body: { ok: true, backlinkler: many, tanitimlar: [] },
	});
	await answerWith({ backlinkler: many.slice(0, 2), tanitimlar: [{ id: 9 }] });
	const { orders } = await getMany({ limit: 5 });
	expect(orders).toHaveLength(5);
});

test('if the second request is refused, the item fails instead of returning a part of the orders', async () => {
	await panel.client.change({ listLimit: 'inTotal' });
	await panel.client.addOrders({ type: 'backlink', count: 10 });
	await panel.client.addFault({ answer: 'refusal', path: '/siparisler', skip: 1, status: 403 });
	const { run } = await getMany({ orderType: 'article', limit: 5 });
	expect(run.output).toEqual([]);
	expect(run.error?.message).toContain('refused the request');
});
