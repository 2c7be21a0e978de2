import { articlePublish } from '../../nodes/BacklinkPanel/operations/articlePublish.ts';
import type { ItemResult } from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import {
	countOrderedItems,
	isOutcomeUnknown,
	orderOutcomeOf,
} from '../../nodes/BacklinkPanel/orders/orderResult.ts';
import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { articleOf, backlinkTo, inWords, OrderingWorkflow } from './orderingRuns.mts';
import { lost, noSite, placed } from './orderingService.mts';
import { failureReasons } from './failureReasons.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./virtualOrderStore.mts'),
}));

let workflow: OrderingWorkflow;
let service: OrderingWorkflow['service'];
beforeEach(() => {
	workflow = new OrderingWorkflow();
	({ service } = workflow);
});

const article = { operation: articlePublish };
const limited = (maxCredits: number) => ({ maxCredits, parallelRequests: 1 });

describe('Max Credits per Execution', () => {
	test('an order beyond it is not sent', async () => {
		const items = ['a', 'b', 'c'].map((page) => backlinkTo(page, limited(2)));
		const results = await workflow.execution().run(items);
		expect(inWords(results)).toEqual(['ordering', 'ordering', 'maxCredits']);
		expect(service.sent).toHaveLength(2);
	});

	test('counts the rounds of a loop, what is unknown, and goes on over the Retry button', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run([backlinkTo('a', limited(2))]);
		await execution.nextRound().run([backlinkTo('b', limited(2))]);
		for (const later of [execution.nextRound(), execution.retry().nextRound()]) {
			expect(inWords(await later.run([backlinkTo('c', limited(2))]))).toEqual(['maxCredits']);
		}
	});

	test('a refused order costs nothing', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite);
		await execution.run([backlinkTo('a', limited(1))]);
		expect(inWords(await execution.run([backlinkTo('a', limited(1))]))).toEqual(['ordering']);
	});

	test('an article counts for as many sites as its answer has shown', async () => {
		const sites = (count: number, ok: number) =>
			placed({
				basariliSayisi: ok,
				sonuclar: Array.from({ length: count }, (_, index) => ({
					site: `${index}`,
					ok: index < ok,
				})),
			});
		service.next('First', sites(3, 1));
		service.next('Second', sites(3, 0));
		const execution = workflow.execution();
		const run = async (title: string) =>
			inWords(await execution.run([articleOf(title, limited(40))], article));
		expect(await run('First')).toEqual(['ordering']);
		const round = execution.nextRound();
		expect(inWords(await round.run([articleOf('Second', limited(40))], article))).toEqual([
			'noSitePublished',
		]);
		const last = await round.nextRound().run([articleOf('Third', limited(39))], article);
		expect(inWords(last)).toEqual(['maxCredits']);
	});

	test('an article that no site took shows how many there are', async () => {
		const sonuclar = ['a', 'b', 'c'].map((site) => ({ site, ok: false }));
		service.next('First', placed({ basariliSayisi: 0, sonuclar }));
		await workflow.execution().run([articleOf('First')], article);
		const [result] = await workflow.execution().run([articleOf('Second', limited(29))], article);
		expect(result).toMatchObject({
			failure: { detail: expect.stringContaining('may cost 30 credits') },
		});
	});
});

describe('Minimum Balance to Keep', () => {
	test('the balance is asked for, and an order that would go below it is not sent', async () => {
		service.balance = 11;
		const items = ['a', 'b'].map((page) => backlinkTo(page, { minimumBalance: 10 }));
		expect(inWords(await workflow.execution().run(items))).toEqual(['ordering', 'minimumBalance']);
		expect(service.balanceReads).toBe(1);
	});

	test('what an answer tells of the balance counts from then on', async () => {
		service.balance = 1_000;
		service.next(
			'First',
			placed({ basariliSayisi: 1, kalanKredi: 25, sonuclar: [{ site: 's', ok: true }] }),
		);
		const items = ['First', 'Second'].map((title) => articleOf(title, { minimumBalance: 20 }));
		const results = await workflow.execution().run(items, article);
		expect(inWords(results)).toEqual(['ordering', 'minimumBalance']);
	});

	test('a stop while others are waited for ends the order unsent', async () => {
		const stop = new AbortController();
		service.onBalanceRead = () => stop.abort();
		service.next('/a', { kind: 'stopped' });
		const results = await workflow
			.execution()
			.run([backlinkTo('a', { minimumBalance: 1 })], { signal: stop.signal });
		expect(inWords(results)).toEqual(['stopped']);
		expect(service.sent).toEqual([]);
	});
});

describe('Dry Run', () => {
	test('sends nothing, and tells the request and what it would cost', async () => {
		const execution = workflow.execution();
		const results = await execution.run([backlinkTo('a', { dryRun: true }, 3)]);
		expect(results).toEqual([
			{
				kind: 'done',
				by: 'dryRun',
				items: [
					{
						dryRun: true,
						credits: 3,
						request: { hedefUrl: 'https://example.com/a', anchor: 'anchor', sureAy: 3 },
					},
				],
			},
		]);
		expect(service.sent).toEqual([]);
		expect(inWords(await execution.run([backlinkTo('a')]))).toEqual(['ordering']);
	});

	test('the price of an article is told for a site', async () => {
		const form = articleOf('First', { dryRun: true });
		expect(await workflow.execution().run([form], article)).toMatchObject([
			{ items: [{ dryRun: true, creditsPerSite: 10, request: { baslik: 'First' } }] },
		]);
	});

	test('applies the limits; what it refuses does not end the run', async () => {
		const form = backlinkTo('a', { dryRun: true, maxCredits: 1 }, 2);
		expect(await workflow.execution().run([form])).toMatchObject([
			{ kind: 'failed', failure: { reason: 'maxCredits' }, isDryRun: true },
		]);
	});

	test('applies them to all rounds of a loop; a further try takes the place of the one before', async () => {
		const form = backlinkTo('a', { dryRun: true, maxCredits: 2 });
		const first = workflow.execution();
		const second = first.nextRound();
		for (const round of [first, first, second, second]) {
			expect(inWords(await round.run([form]))).toEqual(['dryRun']);
		}
		expect(inWords(await second.nextRound().run([form]))).toEqual(['maxCredits']);
		expect(inWords(await second.nextRound().run([backlinkTo('a', { maxCredits: 2 })]))).toEqual([
			'ordering',
		]);
	});

	test('and to all calls of an agent; the same call again takes the place of the one before', async () => {
		const execution = workflow.execution();
		const call = async (page: string) =>
			inWords(
				await execution.run([backlinkTo(page, { dryRun: true, maxCredits: 2 })], { isTool: true }),
			);
		for (const page of ['a', 'a', 'b']) expect(await call(page)).toEqual(['dryRun']);
		expect(await call('c')).toEqual(['maxCredits']);
	});

	test('does not look keys up', async () => {
		const form = backlinkTo('a', { dryRun: true, idempotencyKey: 'k' });
		await workflow.execution().run([form, backlinkTo('b', { idempotencyKey: 'other' })]);
		const results = await workflow.execution().run([backlinkTo('a', { idempotencyKey: 'k' })]);
		expect(inWords(results)).toEqual(['ordering']);
	});

	test('items with the same key are one order here, too', async () => {
		const form = backlinkTo('a', { dryRun: true, idempotencyKey: 'k' });
		const run = workflow.execution().begin([form, form]);
		const { signal } = new AbortController();
		const results = [await placeOrder(run, 0, signal), await placeOrder(run, 1, signal)];
		expect(inWords(results)).toEqual(['dryRun', 'keyUsed']);
		expect(run.dryRun.totals).toEqual({ orders: 1, credits: 1 });
	});

	test('of an item leaves its key to those that order', async () => {
		const [dry, real] = [true, false].map((dryRun) =>
			backlinkTo('a', { dryRun, idempotencyKey: 'k' }),
		);
		if (!dry || !real) throw new Error('Two');
		const results = await workflow.execution().run([dry, real, real, dry]);
		expect(inWords(results)).toEqual(['dryRun', 'ordering', 'keyUsed', 'keyUsed']);
		expect(service.sent).toHaveLength(1);
	});

	test('what was ordered in an earlier try stays its answer', async () => {
		const execution = workflow.execution();
		await execution.run([backlinkTo('a')]);
		const results = await execution.run([backlinkTo('a', { dryRun: true })]);
		expect(inWords(results)).toEqual(['ledger']);
	});

	test('a stop ends it', async () => {
		const functions = workflow.execution();
		service.send = async () => ({ outcome: { kind: 'stopped' }, waitedMs: 0, rejections: 0 });
		expect(inWords(await functions.run([backlinkTo('a', { dryRun: true })]))).toEqual(['stopped']);
	});

	test('a stop before it begins, too', async () => {
		const form = backlinkTo('a', { dryRun: true });
		const settings = { signal: AbortSignal.abort() };
		expect(inWords(await workflow.execution().run([form], settings))).toEqual(['stopped']);
	});
});

describe('what became of an order', () => {
	test('done is paid, stopped is not; a failure is unknown only where it may have been charged', () => {
		const done: ItemResult = { kind: 'done', by: 'ordering', items: [] };
		expect(orderOutcomeOf(done)).toBe('paid');
		expect(isOutcomeUnknown(done)).toBe(false);
		expect(orderOutcomeOf({ kind: 'stopped' })).toBe('released');
		expect(isOutcomeUnknown(undefined)).toBe(false);
		const unknown = failureReasons.filter((reason) =>
			isOutcomeUnknown({ kind: 'failed', failure: failure(reason, { detail: '' }) }),
		);
		expect(unknown.sort()).toEqual(['notConfirmed', 'outcomeUnknown']);
		const released = failureReasons.filter(
			(reason) =>
				orderOutcomeOf({ kind: 'failed', failure: failure(reason, { detail: '' }) }) === 'released',
		);
		expect(released).toHaveLength(failureReasons.length - 2);
	});

	test('ordered is what was paid now or in an earlier try', () => {
		const by = ['reading', 'ordering', 'ledger', 'memory', 'skipping', 'dryRun'] as const;
		const results = by.map((each): ItemResult => ({ kind: 'done', by: each, items: [] }));
		expect(countOrderedItems([...results, undefined, { kind: 'stopped' }])).toBe(2);
	});

	test('an item tells what its answer cost and how long it waited for the rate limit', async () => {
		service.next('/a', async (limits) => {
			limits.onSend?.();
			const body = { placementId: 'x', harcananKredi: 5 };
			return { outcome: { kind: 'answer', body }, waitedMs: 3_000, rejections: 2 };
		});
		service.next('/b', async (limits) => {
			limits.onSend?.();
			return { outcome: failure('refused', { detail: 'status 400' }), waitedMs: 50, rejections: 1 };
		});
		const results = await workflow.execution().run([backlinkTo('a', {}, 2), backlinkTo('b')]);
		expect(results).toMatchObject([
			{
				paid: { cost: 5, balanceAfter: undefined },
				rateLimitWait: { waitedMs: 3_000, rejections: 2 },
			},
			{
				failure: { reason: 'refused', subject: 'https://example.com/b' },
				rateLimitWait: { waitedMs: 50, rejections: 1 },
			},
		]);
		const [again] = await workflow.execution().run([backlinkTo('a', { timeout: 7 })]);
		expect(again?.kind).toBe('done');
		expect(service.limits.at(-1)).toMatchObject({ timeoutMs: 7_000 });
	});
});
