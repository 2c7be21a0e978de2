import { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import type { Settlement } from '../../nodes/BacklinkPanel/orders/spending/SpendingLimits.ts';
import {
	nothingSpent,
	type SpentCredits,
} from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import type { OrderPricing } from '../../nodes/BacklinkPanel/operations/itemPlan.ts';
import {
	backlink,
	cost,
	free,
	granting,
	most,
	noLimit,
	startRun,
	unknown,
} from './spendingRuns.mts';

let account: AccountCredits;
beforeEach(() => {
	account = new AccountCredits();
});

describe('Max Credits per Execution', () => {
	test('orders up to the limit go, the next one is told what it would cost and what is left', async () => {
		const run = startRun(account, most(7));
		expect(await granting(run, 3, backlink(2), cost(2, 2))).toBe(3);
		expect(await run.reserve(backlink(2))).toMatchObject({
			kind: 'failure',
			reason: 'maxCredits',
			detail:
				'This order may cost 2 credits. Of the 7 for this execution, 6 are spent or reserved.',
		});
		expect(await granting(run, 1, backlink(), cost(1))).toBe(1);
	});

	test('orders in flight count', async () => {
		const run = startRun(account, most(3));
		await run.order(backlink(), cost(1));
		await run.reserve(backlink());
		await run.reserve(backlink());
		expect(await run.reserve(backlink())).toMatchObject({
			reason: 'maxCredits',
			detail: expect.stringContaining('may cost 1 credit. Of the 3 '),
		});
	});

	test('what a refused order had set aside is free again', async () => {
		const run = startRun(account, most(1));
		await run.order(backlink(), free);
		expect(await granting(run, 2, backlink(), cost(1))).toBe(1);
	});

	test('an unknown outcome counts as paid', async () => {
		const run = startRun(account, most(2));
		await run.order(backlink(), unknown);
		expect(await granting(run, 3, backlink(), cost(1))).toBe(1);
		expect(run.spent.credits).toBe(2);
	});

	test('a loop of five rounds with a limit of 1 spends 1 (M11)', async () => {
		const spent = nothingSpent();
		let granted = 0;
		for (let round = 0; round < 5; round++) {
			granted += await granting(startRun(account, most(1), spent), 1, backlink(), cost(1));
		}
		expect(granted).toBe(1);
		expect(spent).toEqual({ credits: 1, unpriced: {} });
	});

	test('parallel runs of an execution, such as calls of an agent, share what is on order', async () => {
		const spent = nothingSpent();
		await startRun(account, most(3), spent).order(backlink(), cost(1));
		const decisions = await Promise.all(
			[1, 2, 3, 4].map(() => startRun(account, most(3), spent).reserve(backlink())),
		);
		expect(decisions.map(({ kind }) => kind)).toEqual([
			'reservation',
			'reservation',
			'failure',
			'failure',
		]);
	});

	test('other executions have limits of their own', async () => {
		expect(await granting(startRun(account, most(1)), 2, backlink(), cost(1))).toBe(1);
		expect(await granting(startRun(account, most(1)), 2, backlink(), cost(1))).toBe(1);
	});

	test('it goes on over the Retry button: what was spent is plain data (M7)', async () => {
		const run = startRun(account, most(3));
		await run.order(backlink(), cost(1));
		await run.order(backlink(), unknown);
		const stored: SpentCredits = JSON.parse(JSON.stringify(run.spent));
		account = new AccountCredits();
		expect(await granting(startRun(account, most(3), stored), 3, backlink(), cost(1))).toBe(1);
	});

	test('fractions of credits add up as on paper', async () => {
		const run = startRun(account, most(0.3));
		const tenth: OrderPricing = { ...backlink(), documentedPrice: 0.1 };
		expect(await granting(run, 4, tenth, cost(0.1))).toBe(3);
		expect(run.spent.credits).toBe(0.3);
	});

	test.each([[-5], [-1e300], [Number.NaN], [Infinity], [-Infinity]])(
		'an answer that tells a cost of %d does not widen it: the documented price counts',
		async (told) => {
			const outcome: Settlement = { kind: 'paid', credits: told, unitPrice: told };
			expect(await granting(startRun(account, most(2)), 3, backlink(), outcome)).toBe(2);
		},
	);

	test('settled twice, an order counts once', async () => {
		const run = startRun(account, most(2));
		const order = await run.reserve(backlink());
		run.settle(order, cost(1));
		run.settle(order, cost(1));
		expect(run.spent.credits).toBe(1);
	});

	test('what other executions have in flight does not count', async () => {
		await startRun(account, noLimit).order(backlink(), cost(1));
		await startRun(account, noLimit).reserve(backlink(5));
		expect((await startRun(account, most(1)).reserve(backlink())).kind).toBe('reservation');
	});

	test('what an earlier retry ordered counts at the highest plausible price', async () => {
		await startRun(account, noLimit).order(backlink(), cost(2));
		const run = startRun(account, most(7));
		run.limits.countEarlierOrder(backlink(3));
		expect(run.spent).toEqual({ credits: 6, unpriced: {} });
		expect(await run.reserve(backlink())).toMatchObject({ reason: 'maxCredits' });
	});

	test('an order that was free counts as such', async () => {
		const run = startRun(account, most(2));
		await run.order(backlink(), cost(0));
		expect(run.spent.credits).toBe(0);
	});
});
