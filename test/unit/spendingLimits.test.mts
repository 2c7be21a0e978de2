import {
	AccountCredits,
	accountCreditsOf,
} from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import { DryRun } from '../../nodes/BacklinkPanel/orders/spending/DryRun.ts';
import {
	type Settlement,
	SpendingLimits,
} from '../../nodes/BacklinkPanel/orders/spending/SpendingLimits.ts';
import {
	nothingSpent,
	type SpentCredits,
} from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import type { PriceTag } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import type { SpendingRules } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';
import { failure, type PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

type Decision = Awaited<ReturnType<SpendingLimits['reserve']>>;
type Reservation = Extract<Decision, { kind: 'reservation' }>;
type BalanceAnswer = number | PanelFailure | { kind: 'stopped' };

const backlink = (months = 1): PriceTag => ({
	operation: 'backlink create',
	units: months,
	documentedPrice: 1,
	isOpen: false,
});
const article: PriceTag = {
	operation: 'article publish',
	units: 1,
	documentedPrice: 10,
	isOpen: true,
};

const noLimit: SpendingRules = { maxCredits: undefined, minimumBalance: undefined };
const most = (maxCredits: number): SpendingRules => ({ ...noLimit, maxCredits });
const keep = (minimumBalance: number): SpendingRules => ({ ...noLimit, minimumBalance });

/** An answer that tells what the backlink cost. */
const cost = (credits: number, months = 1): Settlement => ({
	kind: 'paid',
	credits,
	unitPrice: credits / months,
});
/** An article that so many sites of the network took. */
const published = (sites: number, network: number): Settlement => ({
	kind: 'paid',
	credits: 10 * sites,
	unitPrice: 10 * network,
});
const free: Settlement = { kind: 'released' };
const unknown: Settlement = { kind: 'unknown' };

const sending = (signal?: AbortSignal) => ({ timeoutMs: 1000, maxRateLimitWaitMs: 1000, signal });

let account: AccountCredits;
beforeEach(() => {
	account = new AccountCredits();
});

/** A run of the node; without `spent` it is the only one of its execution. */
function startRun(
	rules: SpendingRules,
	spent: SpentCredits = nothingSpent(),
	readBalance: () => Promise<BalanceAnswer> = () => Promise.reject(new Error('Not to be read')),
) {
	const limits = new SpendingLimits(account, spent, readBalance);
	const reserve = async (price: PriceTag, signal?: AbortSignal) =>
		await limits.reserve(rules, price, sending(signal));
	return {
		spent,
		reserve,
		settle: (decision: Decision, outcome: Settlement) => {
			limits.settle(granted(decision), outcome);
		},
		/** An order from beginning to end. */
		order: async (price: PriceTag, outcome: Settlement): Promise<Decision> => {
			const decision = await reserve(price);
			if (decision.kind === 'reservation') limits.settle(decision, outcome);
			return decision;
		},
	};
}

function granted(decision: Decision): Reservation {
	if (decision.kind !== 'reservation') throw new Error(`Not reserved: ${JSON.stringify(decision)}`);
	return decision;
}

/** All that can happen without anything from outside has happened. */
const rest = async () => await new Promise((resolve) => setImmediate(resolve));

/** Whether a decision still waits. */
async function waits(decision: Promise<unknown>): Promise<boolean> {
	let isWaiting = true;
	const end = () => {
		isWaiting = false;
	};
	decision.then(end, end);
	await rest();
	return isWaiting;
}

/** How many of the same orders, one after another, are granted. */
async function granting(
	run: ReturnType<typeof startRun>,
	orders: number,
	price: PriceTag,
	outcome: Settlement,
): Promise<number> {
	let count = 0;
	for (let order = 0; order < orders; order++) {
		if ((await run.order(price, outcome)).kind === 'reservation') count += 1;
	}
	return count;
}

/** A balance that is told when the test says so. */
function balanceOnRequest() {
	const asked: Array<{
		tell(answer: BalanceAnswer): void;
		fail(reason: Error): void;
	}> = [];
	const read = async () =>
		await new Promise<BalanceAnswer>((tell, fail) => asked.push({ tell, fail }));
	const at = (index: number) => {
		const request = asked[index];
		if (!request) throw new Error(`The balance was asked for ${asked.length} times`);
		return request;
	};
	return { read, at, times: () => asked.length };
}

describe('Max Credits per Execution', () => {
	test('orders up to the limit go, the next one is told what it would cost and what is left', async () => {
		const run = startRun(most(7));
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
		const run = startRun(most(3));
		await run.order(backlink(), cost(1));
		await run.reserve(backlink());
		await run.reserve(backlink());
		expect(await run.reserve(backlink())).toMatchObject({ reason: 'maxCredits' });
	});

	test('what a refused order had set aside is free again', async () => {
		const run = startRun(most(1));
		await run.order(backlink(), free);
		expect(await granting(run, 2, backlink(), cost(1))).toBe(1);
	});

	test('an unknown outcome counts as paid', async () => {
		const run = startRun(most(2));
		await run.order(backlink(), unknown);
		expect(await granting(run, 3, backlink(), cost(1))).toBe(1);
		expect(run.spent.credits).toBe(2);
	});

	test('a loop of five rounds with a limit of 1 spends 1 (M11)', async () => {
		const spent = nothingSpent();
		let granted = 0;
		for (let round = 0; round < 5; round++) {
			granted += await granting(startRun(most(1), spent), 1, backlink(), cost(1));
		}
		expect(granted).toBe(1);
		expect(spent).toEqual({ credits: 1, unpriced: {} });
	});

	test('parallel runs of an execution, such as calls of an agent, share what is on order', async () => {
		const spent = nothingSpent();
		await startRun(most(3), spent).order(backlink(), cost(1));
		const decisions = await Promise.all(
			[1, 2, 3, 4].map(() => startRun(most(3), spent).reserve(backlink())),
		);
		expect(decisions.map(({ kind }) => kind)).toEqual([
			'reservation',
			'reservation',
			'failure',
			'failure',
		]);
	});

	test('other executions have limits of their own', async () => {
		expect(await granting(startRun(most(1)), 2, backlink(), cost(1))).toBe(1);
		expect(await granting(startRun(most(1)), 2, backlink(), cost(1))).toBe(1);
	});

	test('it goes on over the Retry button: what was spent is plain data (M7)', async () => {
		const run = startRun(most(3));
		await run.order(backlink(), cost(1));
		await run.order(backlink(), unknown);
		const stored: SpentCredits = JSON.parse(JSON.stringify(run.spent));
		account = new AccountCredits();
		expect(await granting(startRun(most(3), stored), 3, backlink(), cost(1))).toBe(1);
	});

	test('fractions of credits add up as on paper', async () => {
		const run = startRun(most(0.3));
		const tenth: PriceTag = { ...backlink(), documentedPrice: 0.1 };
		expect(await granting(run, 4, tenth, cost(0.1))).toBe(3);
		expect(run.spent.credits).toBe(0.3);
	});

	test.each([[-5], [-1e300], [Number.NaN], [Infinity], [-Infinity]])(
		'an answer that tells a cost of %d does not widen it: the documented price counts',
		async (told) => {
			const outcome: Settlement = { kind: 'paid', credits: told, unitPrice: told };
			expect(await granting(startRun(most(2)), 3, backlink(), outcome)).toBe(2);
		},
	);

	test('settled twice, an order counts once', async () => {
		const run = startRun(most(2));
		const order = await run.reserve(backlink());
		run.settle(order, cost(1));
		run.settle(order, cost(1));
		expect(run.spent.credits).toBe(1);
	});
});

describe('the price of an order', () => {
	test('is what an answer told, not the documented one: 5 a month, limit 10, 10 items (M12)', async () => {
		expect(await granting(startRun(most(10)), 10, backlink(), cost(5))).toBe(2);
	});

	test('is the highest that was told for a month', async () => {
		const run = startRun(most(100));
		await run.order(backlink(3), cost(9, 3));
		await run.order(backlink(2), cost(2, 2));
		expect(granted(await run.reserve(backlink(4))).credits).toBe(12);
	});

	test('is never below the documented one', async () => {
		const run = startRun(most(100));
		await run.order(backlink(12), cost(0, 12));
		expect(granted(await run.reserve(backlink(12))).credits).toBe(12);
	});

	test('is the documented one where the answer tells none', async () => {
		const run = startRun(most(100));
		await run.order(backlink(2), { kind: 'paid', credits: 2 });
		const [one, other] = await Promise.all([run.reserve(backlink(3)), run.reserve(backlink())]);
		expect([granted(one).credits, granted(other).credits]).toEqual([3, 1]);
	});

	test('of an article is that of the whole network: 1 of 8 sites, then 8 (M8)', async () => {
		const run = startRun(most(100));
		await run.order(article, published(1, 8));
		expect(await granting(run, 5, article, published(8, 8))).toBe(1);
		expect(run.spent.credits).toBe(90);
	});

	test('shows in an article that no site took, too', async () => {
		const run = startRun(most(79));
		await run.order(article, { kind: 'released', unitPrice: 80 });
		expect(await run.reserve(article)).toMatchObject({ reason: 'maxCredits' });
	});

	test('is known to all executions of the account', async () => {
		await startRun(noLimit).order(article, published(8, 8));
		expect(await startRun(most(79)).reserve(article)).toMatchObject({ reason: 'maxCredits' });
	});

	test('counts for orders in flight as soon as it has risen', async () => {
		const run = startRun(most(200));
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
		const run = startRun(most(100));
		const first = await run.reserve(article);
		const others = [run.reserve(article), run.reserve(article)];
		expect(await Promise.all(others.map(waits))).toEqual([true, true]);
		run.settle(first, published(4, 4));
		expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(['reservation', 'failure']);
	});

	test('orders of other executions wait for it, too, if they have a limit', async () => {
		const first = startRun(most(100));
		const pilot = await first.reserve(article);
		const unlimited = startRun(noLimit).reserve(article);
		const limited = startRun(most(100)).reserve(article);
		expect(await waits(unlimited)).toBe(false);
		expect(await waits(limited)).toBe(true);
		first.settle(pilot, published(4, 4));
		expect(await waits(limited)).toBe(false);
	});

	test('it waits for orders without a limit, which tell the price', async () => {
		const run = startRun(noLimit);
		const order = await run.reserve(article);
		const limited = startRun(most(79)).reserve(article);
		expect(await waits(limited)).toBe(true);
		run.settle(order, published(8, 8));
		expect(await limited).toMatchObject({ reason: 'maxCredits' });
	});

	test('no order without a limit overtakes one that waits for those of its operation', async () => {
		const run = startRun(noLimit);
		const order = await run.reserve(article);
		const limited = startRun(most(100)).reserve(article);
		const later = run.reserve(article);
		expect(await waits(later)).toBe(true);
		run.settle(order, free);
		expect(await waits(limited)).toBe(false);
	});

	test('orders of another operation do not wait for it', async () => {
		const run = startRun(most(100));
		await run.reserve(article);
		expect(await waits(run.reserve(backlink()))).toBe(false);
	});

	test.each([
		['refused by the service', free],
		['of unknown outcome', unknown],
	])('a first order that is %s makes the next one go alone', async (_, outcome) => {
		const run = startRun(most(100));
		const first = await run.reserve(backlink());
		const second = run.reserve(backlink());
		const third = run.reserve(backlink());
		run.settle(first, outcome);
		run.settle(await second, free);
		expect((await third).kind).toBe('reservation');
		expect(await waits(run.reserve(backlink()))).toBe(true);
	});

	test('an order that its own limit does not allow does not hold up the next one', async () => {
		expect(await startRun(most(5)).reserve(article)).toMatchObject({ reason: 'maxCredits' });
		expect((await startRun(most(50)).reserve(article)).kind).toBe('reservation');
	});

	test('the signal ends the wait of those it belongs to, and of nobody else', async () => {
		const run = startRun(most(100));
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
		const run = startRun(noLimit);
		expect(await run.reserve(article, AbortSignal.abort())).toEqual({ kind: 'stopped' });
		expect(account.inFlight.isEmpty).toBe(true);
	});
});

describe('an unknown outcome while the price of articles is not known', () => {
	test('ends the further articles of the execution: limit 100, every answer lost (M9)', async () => {
		const run = startRun(most(100));
		expect(await granting(run, 10, article, unknown)).toBe(1);
		expect(await run.reserve(article)).toMatchObject({
			reason: 'maxCredits',
			detail: expect.stringContaining('not known yet, and there is no answer to an earlier order'),
		});
		expect(await startRun(most(100), run.spent).reserve(article)).toMatchObject({
			reason: 'maxCredits',
		});
	});

	test('names the limit that is set', async () => {
		const run = startRun(keep(10), nothingSpent(), () => Promise.resolve(1000));
		await run.order(article, unknown);
		expect(await run.reserve(article)).toMatchObject({ reason: 'minimumBalance' });
	});

	test('does not touch other executions, whose limit it does not count in', async () => {
		await startRun(most(100)).order(article, unknown);
		expect((await startRun(most(100)).reserve(article)).kind).toBe('reservation');
	});

	test('ends those of other runs that keep a minimum of a balance that was read before', async () => {
		const [one, other] = [1, 2].map(() =>
			startRun(keep(10), nothingSpent(), () => Promise.resolve(1000)),
		);
		await one?.order(article, unknown);
		expect(await other?.reserve(article)).toMatchObject({ reason: 'minimumBalance' });
		const later = startRun(keep(10), nothingSpent(), () => Promise.resolve(920));
		expect((await later.reserve(article)).kind).toBe('reservation');
	});

	test('is nothing to a run without limits', async () => {
		expect(await granting(startRun(noLimit), 3, article, unknown)).toBe(3);
	});

	test('counts at the price as soon as another order has told it', async () => {
		const run = startRun(most(200));
		await run.order(article, unknown);
		expect(run.spent).toEqual({ credits: 10, unpriced: { 'article publish': 1 } });
		await startRun(noLimit).order(article, published(8, 8));
		expect(await granting(run, 3, article, published(8, 8))).toBe(1);
		expect(run.spent).toEqual({ credits: 160, unpriced: {} });
	});

	test('counts at the price at once if that is known', async () => {
		const run = startRun(most(200));
		await run.order(article, published(1, 8));
		await run.order(article, unknown);
		expect(run.spent).toEqual({ credits: 90, unpriced: {} });
	});
});

describe('Minimum Balance to Keep', () => {
	const reads = (...balances: BalanceAnswer[]) => {
		const read = jest.fn(async () => await Promise.resolve(balances.shift() ?? 0));
		return read;
	};

	test('the balance is read once in a run and then followed', async () => {
		const read = reads(10);
		const run = startRun(keep(4), nothingSpent(), read);
		expect(await granting(run, 5, backlink(2), cost(2, 2))).toBe(3);
		expect(read).toHaveBeenCalledTimes(1);
		expect(await run.reserve(backlink(2))).toMatchObject({
			reason: 'minimumBalance',
			detail: 'This order may cost 2 credits and leave 2, which is less than 4.',
		});
	});

	test('three executions at once, 90 of 100 to stay: 10 are spent (M10)', async () => {
		const read = reads(100);
		const runs = [1, 2, 3].map(() => startRun(keep(90), nothingSpent(), read));
		const counts = await Promise.all(runs.map((run) => granting(run, 10, backlink(), cost(1))));
		expect(counts.reduce((sum, count) => sum + count)).toBe(10);
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('answers that overtake each other refuse nothing that fits: 21 of 21 (M22)', async () => {
		let balance = 25;
		const run = startRun(keep(4), nothingSpent(), () => Promise.resolve(balance));
		const inFlight: Array<{ decision: Decision; balanceAfter: number }> = [];
		let count = 0;
		for (let order = 0; order < 30; order++) {
			const decision = await run.reserve(backlink());
			if (decision.kind === 'reservation') {
				count += 1;
				balance -= 1;
				inFlight.push({ decision, balanceAfter: balance });
			}
			if (inFlight.length === 4 || order === 0 || decision.kind === 'failure') {
				for (const { decision, balanceAfter } of inFlight.splice(0).reverse()) {
					run.settle(decision, { kind: 'paid', credits: 1, balanceAfter });
				}
			}
		}
		expect(count).toBe(21);
		expect(balance).toBe(4);
	});

	test('the balance that an answer tells is believed if nothing else was in flight', async () => {
		const run = startRun(keep(4), nothingSpent(), reads(100));
		await run.order(backlink(), { kind: 'paid', credits: 1, balanceAfter: 5 });
		expect(await granting(run, 3, backlink(), cost(1))).toBe(1);
	});

	test.each([[Number.NaN], [Infinity]])(
		'a balance of %d in an answer is not believed',
		async (balanceAfter) => {
			const run = startRun(keep(8), nothingSpent(), reads(10));
			const outcome: Settlement = { kind: 'paid', credits: 1, balanceAfter };
			expect(await granting(run, 5, backlink(), outcome)).toBe(2);
		},
	);

	test('orders of executions without a limit count, too', async () => {
		const limited = startRun(keep(90), nothingSpent(), reads(100));
		await limited.order(backlink(), cost(1));
		await granting(startRun(noLimit), 9, backlink(), cost(1));
		expect(await limited.reserve(backlink())).toMatchObject({ reason: 'minimumBalance' });
	});

	test('each run reads the balance anew', async () => {
		const read = reads(10, 50);
		await startRun(keep(10), nothingSpent(), read).reserve(backlink());
		expect((await startRun(keep(10), nothingSpent(), read).reserve(backlink())).kind).toBe(
			'reservation',
		);
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('a run that begins while the balance is being read asks again', async () => {
		const balance = balanceOnRequest();
		const early = startRun(keep(10), nothingSpent(), balance.read);
		const first = early.reserve(backlink());
		const late = startRun(keep(10), nothingSpent(), balance.read).reserve(backlink());
		balance.at(0).tell(11);
		early.settle(await first, cost(1));
		await rest();
		balance.at(1).tell(10);
		expect(await late).toMatchObject({ reason: 'minimumBalance' });
	});

	test('it is read only while nothing is in flight, and nothing leaves before it has come', async () => {
		const balance = balanceOnRequest();
		const other = startRun(noLimit);
		const inFlight = await other.reserve(backlink());
		const limited = [1, 2].map(() =>
			startRun(keep(10), nothingSpent(), balance.read).reserve(backlink()),
		);
		const later = other.reserve(backlink());
		await rest();
		expect(balance.times()).toBe(0);
		other.settle(inFlight, cost(1));
		await rest();
		expect(balance.times()).toBe(1);
		expect(await waits(later)).toBe(true);
		balance.at(0).tell(11);
		expect((await Promise.all(limited)).map(({ kind }) => kind)).toEqual([
			'reservation',
			'failure',
		]);
		expect(await waits(later)).toBe(false);
		expect(balance.times()).toBe(1);
	});

	test('runs that keep coming do not keep an order from leaving', async () => {
		const balance = balanceOnRequest();
		const first = startRun(keep(1), nothingSpent(), balance.read).reserve(backlink());
		const order = startRun(noLimit).reserve(backlink());
		await rest();
		void startRun(keep(1), nothingSpent(), balance.read).reserve(backlink());
		balance.at(0).tell(100);
		expect(await waits(first)).toBe(false);
		expect(await waits(order)).toBe(false);
	});

	test('a balance that could not be read is the failure of those who wait; the next one asks again', async () => {
		const unreadable = failure('outcomeUnknown', { detail: 'no answer' });
		const read = reads(unreadable, 11);
		const run = startRun(keep(10), nothingSpent(), read);
		const both = await Promise.all([run.reserve(backlink()), run.reserve(backlink())]);
		expect(both).toEqual([unreadable, unreadable]);
		expect((await run.reserve(backlink())).kind).toBe('reservation');
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('a reading that throws is theirs, too, and holds nobody up', async () => {
		const balance = balanceOnRequest();
		const run = startRun(keep(10), nothingSpent(), balance.read);
		const both = Promise.allSettled([run.reserve(backlink()), run.reserve(backlink())]);
		const other = startRun(noLimit).reserve(backlink());
		await rest();
		balance.at(0).fail(new Error('broken'));
		expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect((await other).kind).toBe('reservation');
	});

	test('stopped while the balance is read for several runs, the others ask themselves', async () => {
		const balance = balanceOnRequest();
		const stop = new AbortController();
		const [stopping, going] = [1, 2].map(() => startRun(keep(10), nothingSpent(), balance.read));
		const stopped = stopping?.reserve(backlink(), stop.signal);
		const other = going?.reserve(backlink());
		await rest();
		stop.abort();
		expect(await stopped).toEqual({ kind: 'stopped' });
		balance.at(0).tell({ kind: 'stopped' });
		await rest();
		balance.at(1).tell(100);
		expect((await other)?.kind).toBe('reservation');
	});

	test('stopped before the balance is read, it no longer holds up those behind it', async () => {
		const stop = new AbortController();
		const run = startRun(noLimit);
		await run.reserve(backlink());
		const stopped = startRun(keep(10)).reserve(backlink(), stop.signal);
		const behind = run.reserve(backlink());
		expect(await waits(behind)).toBe(true);
		stop.abort();
		expect(await waits(behind)).toBe(false);
		expect(await stopped).toEqual({ kind: 'stopped' });
	});

	test('while the first order goes alone, a run that wants the balance waits for it, and then goes', async () => {
		const run = startRun(most(100));
		const first = await run.reserve(article);
		const second = run.reserve(article);
		const other = startRun(keep(10), nothingSpent(), reads(100)).reserve(article);
		expect(await waits(other)).toBe(true);
		run.settle(first, published(4, 4));
		run.settle(await second, published(4, 4));
		expect((await other).kind).toBe('reservation');
	});
});

describe('the credits of an account', () => {
	test('are one object for each account, while it is used', () => {
		expect(accountCreditsOf('one')).toBe(accountCreditsOf('one'));
		expect(accountCreditsOf('one')).not.toBe(accountCreditsOf('other'));
	});

	test('are freed after an hour without use, but not while an order is in flight', () => {
		const hours = jest.spyOn(performance, 'now');
		try {
			hours.mockReturnValue(0);
			const idle = accountCreditsOf('idle');
			const busy = accountCreditsOf('busy');
			busy.inFlight.add(backlink(), nothingSpent());
			hours.mockReturnValue(3_600_001);
			accountCreditsOf('another');
			expect(accountCreditsOf('idle')).not.toBe(idle);
			expect(accountCreditsOf('busy')).toBe(busy);
		} finally {
			hours.mockRestore();
		}
	});
});

describe('Dry Run', () => {
	const dryRun = (
		answer: BalanceAnswer,
		spent: SpentCredits = nothingSpent(),
	): { run: DryRun; read: jest.Mock } => {
		const read = jest.fn(async () => await Promise.resolve(answer));
		return { run: new DryRun(account, spent, read), read };
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
		expect(run.totals).toEqual({ orders: 5, credits: 5, refused: 10 });
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
		expect(run.totals).toEqual({ orders: 2, credits: 6, refused: 1 });
	});

	test('prices that answers have told count; an open one that is not known counts at the least', async () => {
		await startRun(noLimit).order(backlink(), cost(5));
		const { run } = dryRun(100);
		await run.reserve(most(100), backlink(2), sending());
		await run.reserve(most(100), article, sending());
		expect(run.totals).toEqual({ orders: 2, credits: 20, refused: 0 });
	});

	test('what the execution has spent and has on order counts', async () => {
		const real = startRun(most(10));
		await real.order(backlink(4), cost(4, 4));
		await real.reserve(backlink(4));
		const { run } = dryRun(100, real.spent);
		await run.reserve(most(10), backlink(3), sending());
		await run.reserve(most(10), backlink(2), sending());
		expect(run.totals).toEqual({ orders: 1, credits: 2, refused: 1 });
		const keeping = dryRun(100, nothingSpent()).run;
		expect(await keeping.reserve(keep(96), backlink(), sending())).toMatchObject({
			reason: 'minimumBalance',
		});
	});

	test('nothing of it is known to real runs', async () => {
		const real = startRun(most(1));
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
});
