import { getEventListeners } from 'node:events';

import type { SendResult } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import type { Settlement } from '../../nodes/BacklinkPanel/orders/spending/SpendingLimits.ts';
import { nothingSpent } from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import {
	type BalanceResult,
	readBalance,
} from '../../nodes/BacklinkPanel/orders/spending/TrackedBalance.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import {
	article,
	backlink,
	cost,
	type Decision,
	granting,
	keep,
	most,
	noLimit,
	published,
	rest,
	sending,
	startRun,
	waits,
} from './spendingRuns.mts';

let account: AccountCredits;
beforeEach(() => {
	account = new AccountCredits();
});

/** A balance that is told when the test says so. */
function balanceOnRequest() {
	const asked: Array<{
		tell(answer: BalanceResult): void;
		fail(reason: Error): void;
	}> = [];
	const read = async () =>
		await new Promise<BalanceResult>((tell, fail) => asked.push({ tell, fail }));
	const at = (index: number) => {
		const request = asked[index];
		if (!request) throw new Error(`The balance was asked for ${asked.length} times`);
		return request;
	};
	return { read, at, times: () => asked.length };
}

describe('Minimum Balance to Keep', () => {
	const reads = (...balances: BalanceResult[]) => {
		const read = jest.fn(async () => await Promise.resolve(balances.shift() ?? 0));
		return read;
	};

	test('the balance is read once in a run and then followed', async () => {
		const read = reads(10);
		const run = startRun(account, keep(4), nothingSpent(), read);
		expect(await granting(run, 5, backlink(2), cost(2, 2))).toBe(3);
		expect(read).toHaveBeenCalledTimes(1);
		expect(await run.reserve(backlink(2))).toMatchObject({
			reason: 'minimumBalance',
			detail: 'This order may cost 2 credits and leave 2, which is less than 4.',
		});
	});

	test('three executions at once, 90 of 100 to stay: 10 are spent (M10)', async () => {
		const read = reads(100);
		const runs = [1, 2, 3].map(() => startRun(account, keep(90), nothingSpent(), read));
		const counts = await Promise.all(runs.map((run) => granting(run, 10, backlink(), cost(1))));
		expect(counts.reduce((sum, count) => sum + count)).toBe(10);
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('answers that overtake each other refuse nothing that fits: 21 of 21 (M22)', async () => {
		let balance = 25;
		const run = startRun(account, keep(4), nothingSpent(), () => Promise.resolve(balance));
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
		const run = startRun(account, keep(4), nothingSpent(), reads(100));
		await run.order(backlink(), { kind: 'paid', credits: 1, balanceAfter: 5 });
		expect(await granting(run, 3, backlink(), cost(1))).toBe(1);
	});

	test.each([[Number.NaN], [Infinity]])(
		'a balance of %d in an answer is not believed',
		async (balanceAfter) => {
			const run = startRun(account, keep(8), nothingSpent(), reads(10));
			const outcome: Settlement = { kind: 'paid', credits: 1, balanceAfter };
			expect(await granting(run, 5, backlink(), outcome)).toBe(2);
		},
	);

	test('orders of executions without a limit count, too', async () => {
		const limited = startRun(account, keep(90), nothingSpent(), reads(100));
		await limited.order(backlink(), cost(1));
		await granting(startRun(account, noLimit), 9, backlink(), cost(1));
		expect(await limited.reserve(backlink())).toMatchObject({
			reason: 'minimumBalance',
			detail: expect.stringContaining('may cost 1 credit and leave '),
		});
	});

	test('each run reads the balance anew', async () => {
		const read = reads(10, 50);
		await startRun(account, keep(10), nothingSpent(), read).reserve(backlink());
		expect((await startRun(account, keep(10), nothingSpent(), read).reserve(backlink())).kind).toBe(
			'reservation',
		);
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('a run that begins while the balance is being read asks again', async () => {
		const balance = balanceOnRequest();
		const early = startRun(account, keep(10), nothingSpent(), balance.read);
		const first = early.reserve(backlink());
		const late = startRun(account, keep(10), nothingSpent(), balance.read).reserve(backlink());
		balance.at(0).tell(11);
		early.settle(await first, cost(1));
		await rest();
		balance.at(1).tell(10);
		expect(await late).toMatchObject({ reason: 'minimumBalance' });
	});

	test('it is read only while nothing is in flight, and nothing leaves before it has come', async () => {
		const balance = balanceOnRequest();
		const other = startRun(account, noLimit);
		const inFlight = await other.reserve(backlink());
		const limited = [1, 2].map(() =>
			startRun(account, keep(10), nothingSpent(), balance.read).reserve(backlink()),
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
		const first = startRun(account, keep(1), nothingSpent(), balance.read).reserve(backlink());
		const order = startRun(account, noLimit).reserve(backlink());
		await rest();
		void startRun(account, keep(1), nothingSpent(), balance.read).reserve(backlink());
		balance.at(0).tell(100);
		expect(await waits(first)).toBe(false);
		expect(await waits(order)).toBe(false);
	});

	test('a balance that could not be read is the failure of those who wait; the next one asks again', async () => {
		const unreadable = failure('outcomeUnknown', { detail: 'no answer' });
		const read = reads(unreadable, 11);
		const run = startRun(account, keep(10), nothingSpent(), read);
		const both = await Promise.all([run.reserve(backlink()), run.reserve(backlink())]);
		expect(both).toEqual([unreadable, unreadable]);
		expect((await run.reserve(backlink())).kind).toBe('reservation');
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('a reading that throws is theirs, too, and holds nobody up', async () => {
		const balance = balanceOnRequest();
		const run = startRun(account, keep(10), nothingSpent(), balance.read);
		const both = Promise.allSettled([run.reserve(backlink()), run.reserve(backlink())]);
		const other = startRun(account, noLimit).reserve(backlink());
		await rest();
		balance.at(0).fail(new Error('broken'));
		expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect((await other).kind).toBe('reservation');
	});

	test('stopped while the balance is read for several runs, the others ask themselves', async () => {
		const balance = balanceOnRequest();
		const stop = new AbortController();
		const [stopping, going] = [1, 2].map(() =>
			startRun(account, keep(10), nothingSpent(), balance.read),
		);
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
		const run = startRun(account, noLimit);
		await run.reserve(backlink());
		const stopped = startRun(account, keep(10)).reserve(backlink(), stop.signal);
		const behind = run.reserve(backlink());
		expect(await waits(behind)).toBe(true);
		stop.abort();
		expect(await waits(behind)).toBe(false);
		expect(await stopped).toEqual({ kind: 'stopped' });
	});

	test('while the first order goes alone, a run that wants the balance waits for it, and then goes', async () => {
		const run = startRun(account, most(100));
		const first = await run.reserve(article);
		const second = run.reserve(article);
		const other = startRun(account, keep(10), nothingSpent(), reads(100)).reserve(article);
		expect(await waits(other)).toBe(true);
		run.settle(first, published(4, 4));
		run.settle(await second, published(4, 4));
		expect((await other).kind).toBe('reservation');
	});

	test('the first article goes alone, as with every limit', async () => {
		const run = startRun(account, keep(10), nothingSpent(), reads(100));
		const first = await run.reserve(article);
		const second = run.reserve(article);
		expect(await waits(second)).toBe(true);
		run.settle(first, published(4, 4));
		expect(await second).toMatchObject({ kind: 'reservation', credits: 40 });
	});

	test('a run tells the credits that are left, once it has asked for them', async () => {
		const run = startRun(account, keep(10), nothingSpent(), reads(100));
		expect(run.limits.balanceLeft).toBeUndefined();
		await run.order(backlink(3), cost(3, 3));
		expect(run.limits.balanceLeft).toBe(97);
		expect(startRun(account, noLimit).limits.balanceLeft).toBeUndefined();
	});

	test('a signal that outlives its orders keeps nothing of them', async () => {
		const { signal } = new AbortController();
		await startRun(account, noLimit).order(backlink(), cost(1));
		const run = startRun(account, keep(10), nothingSpent(), reads(100));
		await Promise.all([run.reserve(backlink(), signal), run.reserve(backlink())]);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('the balance is what the service answers', () => {
	const readFrom = async (outcome: SendResult['outcome']) => {
		const send = jest.fn(
			async () => await Promise.resolve({ outcome, waitedMs: 0, rejections: 0 }),
		);
		const answer = await readBalance({ announce: () => {}, send }, sending());
		expect(send).toHaveBeenCalledWith(expect.objectContaining({ path: '/krediler' }), sending());
		return answer;
	};

	test.each([
		[{ bakiye: 1000 }, 1000],
		[{ bakiye: '12' }, 12],
		[{ bakiye: 0 }, 0],
	])('%j', async (body, credits) => {
		expect(await readFrom({ kind: 'answer', body })).toBe(credits);
	});

	test('an answer without one is unexpected', async () => {
		expect(await readFrom({ kind: 'answer', body: { bakiye: 'çok' } })).toMatchObject({
			kind: 'failure',
			reason: 'unexpectedAnswer',
		});
	});

	test('what is no answer stays as it is', async () => {
		const outcomes = [failure('readFailed', { detail: 'no answer' }), { kind: 'stopped' as const }];
		for (const outcome of outcomes) expect(await readFrom(outcome)).toBe(outcome);
	});
});
