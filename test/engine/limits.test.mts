import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { type NodeRun, type NodeRunResult, runNode } from './engine.mts';
import { retryOnFail } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';

const panel = usePanel();

async function orderWith(
	form: INodeParameters,
	options: IDataObject,
	items: NodeRun['items'],
	more: Partial<NodeRun> = {},
): Promise<NodeRunResult> {
	return await runNode({
		credential: panel.credential,
		parameters: { ...form, options } as INodeParameters,
		items,
		onError: 'continueErrorOutput',
		...more,
	});
}
const backlinks = async (options: IDataObject, count: number, more: Partial<NodeRun> = {}) =>
	await orderWith(backlinkForm, options, backlinkItems(count), more);
const articles = async (options: IDataObject, count: number) =>
	await orderWith(articleForm, options, articleItems(count));

const stop = { onError: 'stopWorkflow' } as const;
const twoMonths = (count: number) => backlinkItems(count).map((item) => ({ ...item, months: 2 }));

const sitesOf = (count: number) =>
	Array.from({ length: count }, (_, site) => ({ site: `s${site}`, ok: true }));
const answer = async (path: string, body: object, more: Partial<Fault> = {}) =>
	await panel.client.addFault({ answer: 'json', path, body: { ok: true, ...body }, ...more });

describe('Max Credits per Execution', () => {
	test('items beyond the limit are not sent, and say why', async () => {
		const run = await orderWith(backlinkForm, { maxCredits: 7 }, twoMonths(5));
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toHaveLength(2);
		expect(run.errorOutput[0]?.json.error).toMatchObject({
			message: '“Max Credits per Execution” does not allow this order',
			description: expect.stringContaining(
				'may cost 2 credits. Of the 7 for this execution, 6 are spent',
			),
			charged: 'no',
		});
		expect(await panel.client.creditsCharged()).toBe(6);
	});

	test('orders in flight count, so twenty at once do not exceed it', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		await orderWith(backlinkForm, { maxCredits: 9, parallelRequests: 20 }, twoMonths(20));
		expect(await panel.client.creditsCharged()).toBe(8);
	});

	test('an order whose outcome is unknown counts as paid', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/backlink', times: 1 });
		const { errorOutput } = await backlinks({ maxCredits: 2, parallelRequests: 1 }, 3);
		expect(await panel.client.creditsCharged()).toBe(2);
		expect(errorOutput.map(({ json }) => json.error)).toMatchObject([
			{ charged: 'unknown' },
			{ charged: 'no' },
		]);
	});

	test('a Retry goes on where the execution stopped; each Retry counts for itself', async () => {
		await panel.client.addFault(noSiteFor(2, 2));
		const failed = await backlinks({ maxCredits: 3, parallelRequests: 1 }, 6, stop);
		const charged = [await panel.client.creditsCharged()];
		for (let press = 1; press <= 3; press += 1) {
			await failed.retry();
			charged.push(await panel.client.creditsCharged());
		}
		expect(charged).toEqual([2, 2, 3, 4]);
	});

	test('it holds over the tries of Retry On Fail', async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		const options = { maxCredits: 3, parallelRequests: 1 };
		const run = await backlinks(options, 5, { ...stop, settings: retryOnFail });
		expect(run.error?.message).toBe('“Max Credits per Execution” does not allow this order');
		expect(await panel.client.creditsCharged()).toBe(3);
	});

	test('orders that an earlier try paid count from the beginning, even those of later items', async () => {
		await panel.client.addFault({ ...noSiteFor(0, 1), delayMs: 50 });
		const options = { maxCredits: 3, parallelRequests: 4 };
		const run = await backlinks(options, 4, { settings: retryOnFail });
		expect(await panel.client.creditsCharged()).toBe(3);
		expect([...run.output, ...run.errorOutput]).toHaveLength(4);
	});

	test.each([[null], [''], [-1]])(
		'a limit that is %j is refused: it must not mean “unlimited”',
		async (maxCredits) => {
			const run = await backlinks({ maxCredits }, 1, stop);
			expect(run.error?.message).toContain('“Max Credits per Execution”');
			expect(await panel.client.creditsCharged()).toBe(0);
		},
	);
});

describe('Max Credits per Execution, for articles', () => {
	test('the first article goes alone; its price is the estimate for the next ones', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const { output } = await articles({ maxCredits: 100 }, 5);
		expect(output).toHaveLength(2);
		expect(await panel.client.creditsCharged()).toBe(80);
		const requests = await panel.client.requestsTo('/tanitim');
		expect(requests[0]?.inFlight).toBe(1);
	});

	test('the first article is not limited: on 30 sites it costs 300 credits, with Max Credits 100', async () => {
		await answer('/tanitim', { basariliSayisi: 30, sonuclar: sitesOf(30) });
		const { output, errorOutput } = await articles({ maxCredits: 100 }, 2);
		expect(output.map(({ json }) => json.basariliSayisi)).toEqual([30]);
		expect(errorOutput[0]?.json.error).toMatchObject({
			description: expect.stringContaining('Of the 100 for this execution, 300 are spent'),
		});
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test('an article that its limit does not allow does not hold up the next one', async () => {
		const items = articleItems(2).map((item, index) => ({ ...item, most: index === 0 ? 5 : 50 }));
		const run = await orderWith(articleForm, { maxCredits: '={{ $json.most }}' }, items);
		expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(await panel.client.creditsCharged()).toBe(40);
	});

	test('if the first article fails, the next one goes alone', async () => {
		await panel.client.addFault({ ...noSiteFor(0, 1), bodyContains: 'Title' });
		const { output } = await articles({ maxCredits: 40 }, 3);
		expect(output).toHaveLength(1);
		expect(await panel.client.creditsCharged()).toBe(40);
	});

	test('if the answer to the first article is lost, no other article is sent', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/tanitim' });
		expect((await articles({ maxCredits: 100 }, 10)).errorOutput).toHaveLength(10);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});
});

const cost = (harcananKredi: unknown) => ({ placementId: 'p1', harcananKredi });
const onSites = (...areTaken: boolean[]) => ({
	basariliSayisi: areTaken.filter(Boolean).length,
	sonuclar: areTaken.map((ok, site) => ({ site: `s${site}`, ok })),
});
const one = { parallelRequests: 1 };
const noPrice = { placementId: 'p0' };
const costly = { ...onSites(true), harcananKredi: 50 };
const eight = onSites(...Array.from({ length: 8 }, () => true));
const oneOfEight = onSites(true, ...Array.from({ length: 7 }, () => false));
const noneOfEight = onSites(...Array.from({ length: 8 }, () => false));

describe('the price of the next order is the highest plausible one that answers have shown', () => {
	/** Rows in which the last answer also serves all further orders. */
	test.each<[string, limits: IDataObject, answers: object[], sent: number]>([
		['five credits', { maxCredits: 10 }, [cost(5)], 2],
		['“5” as text', { maxCredits: 10 }, [cost('5')], 2],
		['“5” as text', { minimumBalance: 990 }, [cost('5')], 2],
		['none: the next one goes alone', { maxCredits: 10 }, [noPrice, cost(5)], 2],
		['less than nothing', { maxCredits: 2, ...one }, [cost(-5)], 2],
		['words', { maxCredits: 2, ...one }, [cost('çok')], 2],
		['null', { maxCredits: 2, ...one }, [cost(null)], 2],
		['true', { maxCredits: 2, ...one }, [cost(true)], 2],
		['three credits, then one', { maxCredits: 6, ...one }, [cost(3), cost(1)], 2],
		['fractions, which add up as on paper', { maxCredits: 3.3, ...one }, [cost(1.1)], 3],
	])('backlinks whose answers show %s, %j', async (_, limits, answers, sent) => {
		expect(await sentOf('/backlink', limits, answers)).toBe(sent);
	});

	test.each<[string, limits: IDataObject, answers: object[], sent: number]>([
		['-3 sites', { maxCredits: 20, ...one }, [{ basariliSayisi: -3, kalanKredi: '1e999' }], 2],
		['no price, then 8 sites', { maxCredits: 169 }, [{ basariliSayisi: '8 site' }, eight], 2],
		['1 of 8 sites, then 8', { maxCredits: 100 }, [oneOfEight, eight], 2],
		['8 sites of which none took it', { maxCredits: 79 }, [noneOfEight], 1],
		['50 credits for one site', { maxCredits: 100 }, [costly], 2],
		['50 credits for one site', { minimumBalance: 900 }, [costly], 2],
	])('articles whose answers show %s, %j', async (_, limits, answers, sent) => {
		expect(await sentOf('/tanitim', limits, answers)).toBe(sent);
	});

	test('not below the documented price after a free order', async () => {
		await answer('/backlink', cost(0));
		const items = backlinkItems(2).map((item, index) => ({
			...item,
			months: index === 0 ? 1 : 12,
		}));
		await orderWith(backlinkForm, { maxCredits: 11, ...one }, items);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
	});

	async function sentOf(path: '/backlink' | '/tanitim', limits: IDataObject, answers: object[]) {
		for (const [index, each] of answers.entries()) {
			await answer(path, each, index < answers.length - 1 ? { times: 1 } : {});
		}
		await (path === '/backlink' ? backlinks(limits, 10) : articles(limits, 10));
		return (await panel.client.requestsTo(path)).length;
	}
});

describe('Minimum Balance to Keep', () => {
	test.each([[{}], [{ parallelRequests: 1 }]])(
		'%j: the balance is read once and then followed',
		async (options) => {
			await panel.client.change({ balance: 10 });
			const run = await orderWith(backlinkForm, { minimumBalance: 4, ...options }, twoMonths(5));
			expect(run.output).toHaveLength(3);
			expect(run.errorOutput[0]?.json.error).toMatchObject({
				message: '“Minimum Balance to Keep” does not allow this order',
				charged: 'no',
			});
			const books = await panel.client.books();
			expect(books.balance).toBe(4);
			expect(books.requestsTo('/krediler')).toHaveLength(1);
		},
	);

	test('stopped while the balance is being read, nothing is ordered', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests', headers: { 'retry-after': '600' } });
		const stopButton = new AbortController();
		const running = backlinks({ minimumBalance: 4 }, 2, { ...stop, signal: stopButton.signal });
		await waitUntil('request', async () => (await panel.client.requestsTo('/krediler')).length > 0);
		stopButton.abort();
		const run = await running;
		expect(run.status).toBe('canceled');
		expect(run.error?.description ?? '').not.toContain('unknown');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('for articles, the balance that the service tells is followed', async () => {
		await panel.client.change({ balance: 130 });
		expect((await articles({ minimumBalance: 50 }, 4)).output).toHaveLength(2);
		expect((await panel.client.books()).balance).toBe(50);
	});

	test('the balance in an answer counts, even if credits were spent elsewhere meanwhile', async () => {
		await answer('/tanitim', { basariliSayisi: 1, kalanKredi: 25, sonuclar: sitesOf(1) });
		await articles({ minimumBalance: 20 }, 2);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test('answers that overtake each other lead to no refusal of affordable articles', async () => {
		await panel.client.change({ balance: 150, sites: [{ name: 's', publishes: true }] });
		await panel.client.addFault({ answer: 'latency', delayMs: 500, bodyContains: '"Title 1"' });
		await articles({ minimumBalance: 100, parallelRequests: 2 }, 8);
		expect((await panel.client.books()).balance).toBe(100);
	});

	test('an article whose answer was lost may have cost any amount: the next one is not sent', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/tanitim' });
		await articles({ minimumBalance: 10 }, 3);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test.each<[string, Fault, string]>([
		['cannot be read', { answer: 'html' }, 'a web page instead of JSON'],
		['is no number', { answer: 'json', body: { ok: true, bakiye: 'çok' } }, 'no “bakiye” that is'],
	])('with a balance that %s, nothing is ordered', async (_, fault, words) => {
		await panel.client.addFault({ path: '/krediler', ...fault });
		const run = await backlinks({ minimumBalance: 4 }, 1, stop);
		expect(run.error?.description).toContain(words);
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('three executions at once keep the minimum balance together', async () => {
		await panel.client.change({ balance: 100 });
		await panel.client.addFault({ answer: 'latency', delayMs: 20, path: '/backlink' });
		await Promise.all([1, 2, 3].map(() => backlinks({ minimumBalance: 90 }, 10)));
		// Allows fewer than 10: an order in flight may count twice, by itself and in a balance that was just read.
		const charged = await panel.client.creditsCharged();
		expect(charged).toBeGreaterThan(5);
		expect(charged).toBeLessThanOrEqual(10);
	});

	test('each execution reads the balance anew', async () => {
		await backlinks({ minimumBalance: 90 }, 1);
		await panel.client.change({ balance: 90 });
		await backlinks({ minimumBalance: 90 }, 1);
		expect(await panel.client.creditsCharged()).toBe(1);
	});

	test('if one execution is stopped while it reads the balance, another one reads it itself', async () => {
		await panel.client.addFault({ answer: 'timeout', path: '/krediler', times: 1 });
		const stopButton = new AbortController();
		const stopped = backlinks({ minimumBalance: 90 }, 1, { signal: stopButton.signal });
		await waitUntil('request', async () => (await panel.client.requestsTo('/krediler')).length > 0);
		const other = backlinks({ minimumBalance: 90 }, 1);
		await new Promise((resolve) => setTimeout(resolve, 50));
		stopButton.abort();
		await stopped;
		expect((await other).output[0]?.json).toHaveProperty('placementId');
	});
});
