import { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import { DryRun } from '../../nodes/BacklinkPanel/orders/spending/DryRun.ts';
import {
	nothingSpent,
	type SpentCredits,
} from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import type { BalanceResult } from '../../nodes/BacklinkPanel/orders/spending/TrackedBalance.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import {
	article,
	backlink,
	cost,
	keep,
	most,
	noLimit,
	published,
	sending,
	startRun,
	unknown,
} from './spendingRuns.mts';

let account: AccountCredits;
beforeEach(() => {
	account = new AccountCredits();
});

describe('Dry Run', () => {
	const dryRun = (
		answer: BalanceResult,
		spent: SpentCredits = nothingSpent(),
		before = 0,
	): { run: DryRun; read: jest.Mock } => {
		const read = jest.fn(async () => await Promise.resolve(answer));
		return { run: new DryRun(account, spent, read, before), read };
	};

	test('15 items of a credit with a limit of 5: 5 would be sent, 10 are refused (M21)', async () => {
		const { run, read } = dryRun(100);
		const decisions = await Promise.all(
			Array.from({ length: 15 }, () => run.reserve(most(5), backlink(), sending())),
		);
		expect(decisions.map(({ kind }) => kind)).toEqual([
			...new Array(5).fill('reservation'),
			...new Array(10).fill('failure'),
		]);
		expect(run.totals).toEqual({ orders: 5, credits: 5 });
		expect(run.balance).toBe(100);
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('the minimum balance is applied to the balance that was read', async () => {
		const { run } = dryRun(12);
		const orders = [3, 3, 3].map((months) => run.reserve(keep(6), backlink(months), sending()));
		expect((await Promise.all(orders)).map(({ kind }) => kind)).toEqual([
			'reservation',
			'reservation',
			'failure',
		]);
		expect(run.totals).toEqual({ orders: 2, credits: 6 });
	});

	test('prices that answers have told count; an open one that is not known counts at the least', async () => {
		await startRun(account, noLimit).order(backlink(), cost(5));
		const { run } = dryRun(100);
		await run.reserve(most(100), backlink(2), sending());
		await run.reserve(most(100), article, sending());
		expect(run.totals).toEqual({ orders: 2, credits: 20 });
	});

	test('what the execution has spent and has on order counts', async () => {
		const real = startRun(account, most(10));
		await real.order(backlink(4), cost(4, 4));
		await real.reserve(backlink(4));
		const { run } = dryRun(100, real.spent);
		expect(await run.reserve(most(10), backlink(3), sending())).toMatchObject({
			reason: 'maxCredits',
		});
		await run.reserve(most(10), backlink(2), sending());
		expect(run.totals).toEqual({ orders: 1, credits: 2 });
		const keeping = dryRun(100, nothingSpent()).run;
		expect(await keeping.reserve(keep(96), backlink(), sending())).toMatchObject({
			reason: 'minimumBalance',
		});
	});

	test('what earlier dry runs of the execution came to counts, and is not on the account any more', async () => {
		const { run } = dryRun(100, nothingSpent(), 3);
		expect(await run.reserve(most(4), backlink(2), sending())).toMatchObject({
			reason: 'maxCredits',
		});
		expect(await run.reserve(keep(96), backlink(2), sending())).toMatchObject({
			reason: 'minimumBalance',
		});
		await run.reserve({ ...most(4), ...keep(96) }, backlink(), sending());
		expect(run.totals).toEqual({ orders: 1, credits: 1 });
	});

	test('nothing of it is known to real runs', async () => {
		const real = startRun(account, most(1));
		const { run } = dryRun(100, real.spent);
		await run.reserve(most(1), backlink(), sending());
		await run.reserve(most(10), article, sending());
		expect(real.spent).toEqual(nothingSpent());
		expect(account.prices.isKnown(article)).toBe(false);
		expect(account.balance.readsBegun).toBe(0);
		expect((await real.reserve(backlink())).kind).toBe('reservation');
	});

	test('a balance that cannot be read is the failure of those alone that need it', async () => {
		const unreadable = failure('outcomeUnknown', { detail: 'no answer' });
		const { run, read } = dryRun(unreadable);
		expect((await run.reserve(most(5), backlink(), sending())).kind).toBe('reservation');
		expect(await run.reserve(keep(5), backlink(), sending())).toEqual(unreadable);
		expect(run.balance).toBeUndefined();
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('a key that is not accepted would be the end of every order', async () => {
		const refused = failure('yetkisiz', { detail: 'status 401' });
		const { run } = dryRun(refused);
		expect(await run.reserve(noLimit, backlink(), sending())).toEqual(refused);
		expect(run.totals.orders).toBe(0);
	});

	test('stopped while the balance is read, it refuses nothing and would send nothing', async () => {
		const { run } = dryRun({ kind: 'stopped' });
		const decision = await run.reserve(noLimit, backlink(), sending());
		expect(decision).toEqual({ kind: 'stopped' });
		expect(run.totals.orders).toBe(0);
	});

	test('an unknown outcome of the execution refuses what it refuses in a real run', async () => {
		const real = startRun(account, most(100));
		await real.order(article, unknown);
		const { run } = dryRun(1000, real.spent);
		expect(await run.reserve(most(100), article, sending())).toMatchObject({
			reason: 'maxCredits',
		});
		expect(real.spent.unpriced).toEqual({ 'article publish': 1 });
	});

	describe('may cost more than it tells', () => {
		test('with an article whose price no answer has told, whatever else is in it', async () => {
			const { run } = dryRun(1000);
			expect(run.mayCostMore).toBe(false);
			await run.reserve(noLimit, backlink(), sending());
			expect(run.mayCostMore).toBe(false);
			await run.reserve(noLimit, article, sending());
			await run.reserve(noLimit, backlink(), sending());
			expect(run.mayCostMore).toBe(true);
		});

		test('but not with articles whose price is known', async () => {
			await startRun(account, noLimit).order(article, published(4, 4));
			const { run } = dryRun(1000);
			await run.reserve(noLimit, article, sending());
			expect(run).toMatchObject({ mayCostMore: false, totals: { orders: 1, credits: 40 } });
		});
	});
});
