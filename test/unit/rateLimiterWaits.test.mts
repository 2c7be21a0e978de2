import {
	accepted,
	AT_ONCE,
	DOCUMENTED,
	HOUR,
	MINUTE,
	rejected,
	rejecting,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';

describe('requests go in the order of their turns', () => {
	test('even if a later turn asks first', async () => {
		const { clock, limiter, traffic } = setUpTraffic(1);
		void traffic.request();
		const order: number[] = [];
		const turns = [1, 2, 3, 4].map(() => limiter.newTurn());
		for (const turn of [...turns].reverse()) {
			void limiter.acquire(turn, HOUR).then((admission) => {
				order.push(turn.number);
				if (admission.kind === 'permit') limiter.report(admission.permit, 'accepted');
			});
		}
		await clock.advance(5 * MINUTE);
		expect(order).toEqual(turns.map(({ number }) => number));
	});

	test('and one that gives up leaves its turn to the next one', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		void traffic.request({ maxWaitMs: 5 * SECOND });
		void traffic.request();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 3]);
	});
});

describe('the longest wait', () => {
	test('a request that cannot go in time ends in time, with the wait after which it could go', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		const patient = traffic.request({ maxWaitMs: 90 * SECOND });
		const late = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(10 * SECOND);
		const ending = await late;
		if (ending.kind !== 'waitedTooLong') throw new Error(ending.kind);
		expect(ending.waitedMs).toBeLessThanOrEqual(10 * SECOND);
		expect(ending.retryAfterMs).toBeGreaterThan(0);
		expect(ending.retryAfterMs).toBeLessThanOrEqual(MINUTE + SECOND);
		await clock.advance(80 * SECOND);
		expect((await patient).kind).toBe('replied');
	});

	test('a request ends at once if the service asks for a longer wait', async () => {
		const reply = rejecting(1, 99, { retryAfterMs: 30 * MINUTE });
		const { clock, traffic } = setUpTraffic(5, reply);
		const late = traffic.request({ maxWaitMs: 15 * MINUTE });
		await clock.advance(SECOND);
		expect((await late).kind).toBe('waitedTooLong');
	});

	test('all attempts of a request count together', async () => {
		const { clock, traffic } = setUpTraffic(5, rejecting(1, 99, { retryAfterMs: 10 * SECOND }));
		const late = traffic.request({ maxWaitMs: 25 * SECOND });
		await clock.advance(MINUTE);
		expect((await late).kind).toBe('waitedTooLong');
		expect(traffic.sent.length).toBeGreaterThan(1);
		expect(traffic.times().at(-1)).toBeLessThanOrEqual(26 * SECOND);
	});

	test('only the wait for the limit counts, which the turn sums up: a long answer does not', async () => {
		const reply = rejecting(1, 1, { afterMs: 5 * MINUTE, retryAfterMs: 5 * SECOND });
		const { clock, traffic } = setUpTraffic(5, reply);
		const ending = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(6 * MINUTE);
		expect((await ending).kind).toBe('replied');

		const { clock: other, limiter, traffic: before } = setUpTraffic(1);
		void before.request();
		const turn = limiter.newTurn();
		void limiter.acquire(turn, HOUR);
		await other.advance(2 * MINUTE);
		expect(Math.abs(turn.waitedMs - MINUTE)).toBeLessThan(AT_ONCE);
	});
});

describe('a longest wait of 0', () => {
	test.each([
		['one that may go at once goes', 5, 1, 1],
		['several that have room all go', 30, 10, 10],
		['the documented limit goes, and no more', DOCUMENTED, DOCUMENTED + 5, DOCUMENTED],
		['one without room does not go', 1, 2, 1],
	])('%s', async (_, perMinute, count, went) => {
		const { clock, traffic } = setUpTraffic(perMinute);
		const endings = traffic.requests(count, { maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		const replied = (await Promise.all(endings)).filter(({ kind }) => kind === 'replied');
		expect(replied).toHaveLength(went);
	});

	test.each([undefined, 0, 7 * SECOND])(
		'the first rejection, with a Retry-After of %p ms, ends the wait of all that came with it',
		async (retryAfterMs) => {
			const { clock, traffic } = setUpTraffic(DOCUMENTED, rejecting(1, 99, { retryAfterMs }));
			const endings = traffic.requests(10, { maxWaitMs: 0 });
			await clock.advance(AT_ONCE);
			expect(traffic.sent).toHaveLength(10);
			const kinds = (await Promise.all(endings)).map(({ kind }) => kind);
			expect(new Set(kinds)).toEqual(new Set(['waitedTooLong']));
		},
	);
});

describe('a cancel', () => {
	test('that came before lets nothing through', async () => {
		const { clock, traffic } = setUpTraffic(5);
		const ending = traffic.request({ signal: AbortSignal.abort() });
		await clock.settle();
		expect((await ending).kind).toBe('stopped');
		expect(traffic.sent).toEqual([]);
	});

	test('ends all waits of its execution within 250 ms, and gives their places to others', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		void traffic.request();
		const own = traffic.requests(30, { signal: cancel.signal });
		const other = traffic.request();
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(250);
		const kinds = (await Promise.all(own)).map(({ kind }) => kind);
		expect(kinds).toEqual(Array(30).fill('stopped'));
		await clock.advance(62 * SECOND);
		expect((await other).kind).toBe('replied');
	});
});

describe('after a rejection', () => {
	test('a burst of rejections is one pause, which the later of them do not make longer', async () => {
		const { clock, traffic } = setUpTraffic(30, (number) =>
			number >= 2 && number <= 11
				? { kind: 'rejected', retryAfterMs: 7 * SECOND, afterMs: number * 100 }
				: accepted,
		);
		const endings = traffic.requests(11);
		await clock.advance(12 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(11);
	});

	test('a single request tries first, and again a single one if that is rejected too', async () => {
		const { clock, traffic } = setUpTraffic(30, rejecting(2, 9, { retryAfterMs: 10 * SECOND }));
		void traffic.requests(6);
		await clock.advance(5 * SECOND);
		for (const tries of [6, 7, 8, 9]) {
			expect(traffic.sent).toHaveLength(tries);
			await clock.advance(11 * SECOND);
		}
		expect(traffic.sent).toHaveLength(14);
	});

	test.each(['unsent', 'unknown'] as const)(
		'a probe that ended as %s shows nothing, so the next request goes alone too',
		async (kind) => {
			const { clock, traffic } = setUpTraffic(30, (number) => {
				if (number >= 2 && number <= 5) return { kind: 'rejected', retryAfterMs: 5 * SECOND };
				return { kind: number === 6 ? kind : 'accepted', afterMs: 300 };
			});
			void traffic.requests(5);
			await clock.advance(20 * SECOND);
			const [first = 0, second = 0, third = 0] = traffic.times().slice(5);
			expect(traffic.sent[5]?.reply).toBe(kind);
			expect(second - first).toBeGreaterThanOrEqual(300);
			expect(third - second).toBeGreaterThanOrEqual(300);
		},
	);

	test.each([
		['rejects for long', undefined, 150],
		['rejects and says “at once”', 0, 600],
		['rejects in the time that it named', SECOND, 75],
	])('a service that %s is asked only now and then', async (_, retryAfterMs, most) => {
		const { clock, traffic } = setUpTraffic(59, () => ({ kind: 'rejected', retryAfterMs }));
		void traffic.request();
		await clock.advance(10 * MINUTE);
		expect(traffic.sent.length).toBeGreaterThan(10);
		expect(traffic.sent.length).toBeLessThan(most);
	});
});

describe('when nothing gets through', () => {
	test('for longer than a request may wait, further requests end at once', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => rejected);
		void traffic.requests(5, { maxWaitMs: 10 * SECOND });
		void traffic.request();
		await clock.advance(30 * SECOND);
		const sentSoFar = traffic.sent.length;
		const late = await Promise.all(traffic.requests(20, { maxWaitMs: 10 * SECOND }));
		expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['waitedTooLong']));
		expect(traffic.sent).toHaveLength(sentSoFar);
	});

	test('more patient ones go on, one at a time', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, rejecting(1, 10));
		void traffic.requests(3, { maxWaitMs: 10 * SECOND });
		const patient = traffic.request({ maxWaitMs: 20 * MINUTE });
		await clock.advance(20 * MINUTE);
		expect((await patient).kind).toBe('replied');
	});

	test('a request that comes when the pause is over tries anew', async () => {
		const reply = rejecting(1, 3, { retryAfterMs: 20 * SECOND });
		const { clock, traffic } = setUpTraffic(DOCUMENTED, reply);
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(30 * SECOND);
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(2);
	});
});
