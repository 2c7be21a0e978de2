import { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import { nothingSpent } from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import {
	article,
	backlink,
	cost,
	free,
	granted,
	granting,
	keep,
	most,
	noLimit,
	published,
	startRun,
	unknown,
	waits,
} from './spendingRuns.mts';

let account: AccountCredits;
beforeEach(() => {
	account = new AccountCredits();
});

describe('the price of an order', () => {
	test('is what an answer told, not the documented one: 5 a month, limit 10, 10 items (M12)', async () => {
		expect(await granting(startRun(account, most(10)), 10, backlink(), cost(5))).toBe(2);
	});

	test('is the highest that was told for a month', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(3), cost(9, 3));
		await run.order(backlink(2), cost(2, 2));
		expect(granted(await run.reserve(backlink(4))).credits).toBe(12);
	});

	test('is never below the documented one', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(12), cost(0, 12));
		expect(granted(await run.reserve(backlink(12))).credits).toBe(12);
	});

	test('is the documented one where the answer tells none', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(2), { kind: 'paid', credits: 2 });
		const [one, other] = await Promise.all([run.reserve(backlink(3)), run.reserve(backlink())]);
		expect([granted(one).credits, granted(other).credits]).toEqual([3, 1]);
	});

	test('is what it cost, where the answer tells no price of a unit', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(2), { kind: 'paid', credits: 10 });
		expect(granted(await run.reserve(backlink(3))).credits).toBe(15);
	});

	test.each([
		['an article', article, 10],
		['a backlink', backlink(2), 2],
	])(
		'of %s that has told nothing is the documented one, and orders go one by one until one tells it',
		async (_, order, documented) => {
			const run = startRun(account, most(100));
			await run.order(order, { kind: 'paid', credits: undefined });
			await run.order(order, { kind: 'paid', credits: Number.NaN });
			expect(run.spent).toEqual({ credits: 2 * documented, unpriced: {} });
			const alone = await run.reserve(order);
			const next = run.reserve(order);
			expect(granted(alone).credits).toBe(documented);
			expect(await waits(next)).toBe(true);
			run.settle(alone, { kind: 'paid', credits: 30 });
			expect(granted(await next).credits).toBe(30);
		},
	);

	test('that one answer has told counts for another one that tells nothing', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(), cost(5));
		await run.order(backlink(2), { kind: 'paid', credits: undefined });
		expect(run.spent.credits).toBe(15);
	});

	test('is known from an answer that tells the order was free', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(), cost(0));
		await run.reserve(backlink());
		expect(granted(await run.reserve(backlink())).credits).toBe(1);
	});

	test('has no traces of binary fractions', async () => {
		const run = startRun(account, most(100));
		await run.order(backlink(), cost(1.1));
		expect(granted(await run.reserve(backlink(3))).credits).toBe(3.3);
	});

	test('of an article is that of the whole network: 1 of 8 sites, then 8 (M8)', async () => {
		const run = startRun(account, most(100));
		await run.order(article, published(1, 8));
		expect(await granting(run, 5, article, published(8, 8))).toBe(1);
		expect(run.spent.credits).toBe(90);
	});

	test('shows in an article that no site took, too', async () => {
		const run = startRun(account, most(79));
		await run.order(article, { kind: 'released', unitPrice: 80 });
		expect(await run.reserve(article)).toMatchObject({ reason: 'maxCredits' });
	});

	test('is known to all executions of the account', async () => {
		await startRun(account, noLimit).order(article, published(8, 8));
		expect(await startRun(account, most(79)).reserve(article)).toMatchObject({
			reason: 'maxCredits',
		});
	});

	test('counts for orders in flight as soon as it has risen', async () => {
		const run = startRun(account, most(200));
		await run.order(article, published(4, 4));
		await run.reserve(article);
		await run.order(article, published(4, 9));
		expect(await run.reserve(article)).toMatchObject({
			detail: expect.stringContaining('may cost 90 credits. Of the 200 for this execution, 170'),
		});
	});
});

describe('while a limit is set and the price is not known', () => {
	test('the first order goes alone, until its answer tells a price', async () => {
		const run = startRun(account, most(100));
		const first = await run.reserve(article);
		const others = [run.reserve(article), run.reserve(article)];
		expect(await Promise.all(others.map(waits))).toEqual([true, true]);
		run.settle(first, published(4, 4));
		expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(['reservation', 'failure']);
	});

	test('orders of other executions wait for it, too, if they have a limit', async () => {
		const first = startRun(account, most(100));
		const pilot = await first.reserve(article);
		const unlimited = startRun(account, noLimit).reserve(article);
		const limited = startRun(account, most(100)).reserve(article);
		expect(await waits(unlimited)).toBe(false);
		expect(await waits(limited)).toBe(true);
		first.settle(pilot, published(4, 4));
		expect(await waits(limited)).toBe(false);
	});

	test('it waits for orders without a limit, which tell the price', async () => {
		const run = startRun(account, noLimit);
		const order = await run.reserve(article);
		const limited = startRun(account, most(79)).reserve(article);
		expect(await waits(limited)).toBe(true);
		run.settle(order, published(8, 8));
		expect(await limited).toMatchObject({ reason: 'maxCredits' });
	});

	test('no order without a limit overtakes one that waits for those of its operation', async () => {
		const run = startRun(account, noLimit);
		const order = await run.reserve(article);
		const limited = startRun(account, most(100)).reserve(article);
		const later = run.reserve(article);
		expect(await waits(later)).toBe(true);
		run.settle(order, free);
		expect(await waits(limited)).toBe(false);
	});

	test('orders of another operation do not wait for it', async () => {
		const run = startRun(account, most(100));
		await run.reserve(article);
		expect(await waits(run.reserve(backlink()))).toBe(false);
	});

	test.each([
		['refused by the service', free],
		['of unknown outcome', unknown],
	])('a first order that is %s makes the next one go alone', async (_, outcome) => {
		const run = startRun(account, most(100));
		const first = await run.reserve(backlink());
		const second = run.reserve(backlink());
		const third = run.reserve(backlink());
		run.settle(first, outcome);
		run.settle(await second, free);
		expect((await third).kind).toBe('reservation');
		expect(await waits(run.reserve(backlink()))).toBe(true);
	});

	test('an order that its own limit does not allow does not hold up the next one', async () => {
		expect(await startRun(account, most(5)).reserve(article)).toMatchObject({
			reason: 'maxCredits',
		});
		expect((await startRun(account, most(50)).reserve(article)).kind).toBe('reservation');
	});

	test('the signal ends the wait of those it belongs to, and of nobody else', async () => {
		const run = startRun(account, most(100));
		const stop = new AbortController();
		const first = await run.reserve(article);
		const stopped = Array.from({ length: 20 }, () => run.reserve(article, stop.signal));
		const other = run.reserve(article);
		stop.abort();
		for (const decision of stopped) expect(await decision).toEqual({ kind: 'stopped' });
		expect(await waits(other)).toBe(true);
		run.settle(first, free);
		expect((await other).kind).toBe('reservation');
	});

	test('with a signal that was aborted before, nothing is reserved', async () => {
		const run = startRun(account, noLimit);
		expect(await run.reserve(article, AbortSignal.abort())).toEqual({ kind: 'stopped' });
		expect(account.inFlight.isEmpty).toBe(true);
	});
});

describe('an unknown outcome while the price of articles is not known', () => {
	test('ends the further articles of the execution: limit 100, every answer lost (M9)', async () => {
		const run = startRun(account, most(100));
		expect(await granting(run, 10, article, unknown)).toBe(1);
		expect(await run.reserve(article)).toMatchObject({
			reason: 'maxCredits',
			detail: expect.stringContaining('not known yet, and there is no answer to an earlier order'),
		});
		expect(await startRun(account, most(100), run.spent).reserve(article)).toMatchObject({
			reason: 'maxCredits',
		});
	});

	test('names the limit that is set', async () => {
		const run = startRun(account, keep(10), nothingSpent(), () => Promise.resolve(1000));
		await run.order(article, unknown);
		expect(await run.reserve(article)).toMatchObject({ reason: 'minimumBalance' });
	});

	test('does not touch other executions, whose limit it does not count in', async () => {
		await startRun(account, most(100)).order(article, unknown);
		expect((await startRun(account, most(100)).reserve(article)).kind).toBe('reservation');
	});

	test('ends those of other runs that keep a minimum of a balance that was read before', async () => {
		const [one, other] = [1, 2].map(() =>
			startRun(account, keep(10), nothingSpent(), () => Promise.resolve(1000)),
		);
		await one?.order(article, unknown);
		expect(await other?.reserve(article)).toMatchObject({ reason: 'minimumBalance' });
		const later = startRun(account, keep(10), nothingSpent(), () => Promise.resolve(920));
		expect((await later.reserve(article)).kind).toBe('reservation');
	});

	test('is nothing to a run without limits', async () => {
		expect(await granting(startRun(account, noLimit), 3, article, unknown)).toBe(3);
	});

	test('counts at the price as soon as another order has told it', async () => {
		const run = startRun(account, most(200));
		await run.order(article, unknown);
		expect(run.spent).toEqual({ credits: 10, unpriced: { 'article publish': 1 } });
		await startRun(account, noLimit).order(article, published(8, 8));
		expect(await granting(run, 3, article, published(8, 8))).toBe(1);
		expect(run.spent).toEqual({ credits: 160, unpriced: {} });
	});

	test('counts at the price at once if that is known', async () => {
		const run = startRun(account, most(200));
		await run.order(article, published(1, 8));
		await run.order(article, unknown);
		expect(run.spent).toEqual({ credits: 90, unpriced: {} });
	});
});
