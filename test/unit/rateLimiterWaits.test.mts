import {
	accepted,
	AT_ONCE,
	DOCUMENTED,
	HOUR,
	MINUTE,
	rejecting,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';

describe('the order', () => {
	test('requests go in the order of their turns, whoever asks first', async () => {
		const { clock, limiter, traffic } = setUpTraffic(1);
		void traffic.request();
		await clock.settle();

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

	test('a request that was rejected keeps its turn', async () => {
		const { clock, traffic } = setUpTraffic(5, rejecting(2, 2));
		void traffic.requests(8);
		await clock.advance(5 * MINUTE);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 2, 6, 7, 8]);
	});

	test('a whole burst that was rejected goes again in its order', async () => {
		const { clock, traffic } = setUpTraffic(20, rejecting(2, 6));
		void traffic.requests(6);
		await clock.advance(MINUTE);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]);
	});
});

describe('the longest wait', () => {
	test('a request that cannot go in time is told so, in time, and why', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		const late = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(10 * SECOND);
		const ending = await late;
		expect(ending.kind).toBe('waitedTooLong');
		if (ending.kind !== 'waitedTooLong') return;
		expect(ending.waitedMs).toBeLessThanOrEqual(10 * SECOND);
		expect(ending.retryAfterMs).toBeGreaterThan(0);
		expect(ending.retryAfterMs).toBeLessThanOrEqual(61 * SECOND);
	});

	test('a request that can go in time waits for it', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		const patient = traffic.request({ maxWaitMs: 90 * SECOND });
		await clock.advance(90 * SECOND);
		expect(await patient).toEqual({ kind: 'replied', reply: accepted });
	});

	test('it is told at once where the service asks for more', async () => {
		const { clock, traffic } = setUpTraffic(5, () => ({
			kind: 'rejected',
			retryAfterMs: 30 * MINUTE,
		}));
		const late = traffic.request({ maxWaitMs: 15 * MINUTE });
		await clock.advance(SECOND);
		expect((await late).kind).toBe('waitedTooLong');
	});

	test('all tries of a request count together', async () => {
		const { clock, traffic } = setUpTraffic(5, () => ({
			kind: 'rejected',
			retryAfterMs: 10 * SECOND,
		}));
		const late = traffic.request({ maxWaitMs: 25 * SECOND });
		await clock.advance(MINUTE);
		expect((await late).kind).toBe('waitedTooLong');
		expect(traffic.sent.length).toBeGreaterThan(1);
		expect(traffic.times().at(-1)).toBeLessThanOrEqual(26 * SECOND);
	});

	test('only waiting counts: a long answer takes nothing from it', async () => {
		const { clock, limiter, traffic } = setUpTraffic(5, (number) =>
			number === 1 ? { kind: 'rejected', afterMs: 5 * MINUTE, retryAfterMs: 5 * SECOND } : accepted,
		);
		const ending = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(6 * MINUTE);
		expect((await ending).kind).toBe('replied');
		expect(limiter.newTurn().waitedMs).toBe(0);
	});

	test('the turn tells how long the request has waited', async () => {
		const { clock, limiter, traffic } = setUpTraffic(1);
		void traffic.request();
		const turn = limiter.newTurn();
		const admission = limiter.acquire(turn, HOUR);
		await clock.advance(2 * MINUTE);
		expect((await admission).kind).toBe('permit');
		expect(turn.waitedMs).toBeGreaterThanOrEqual(59 * SECOND);
		expect(turn.waitedMs).toBeLessThanOrEqual(62 * SECOND);
	});

	test('a request that gives up leaves its turn to the next one', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		void traffic.request({ maxWaitMs: 5 * SECOND });
		void traffic.request();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 3]);
	});
});

describe('a longest wait of 0', () => {
	test('a request that may go at once goes', async () => {
		const { clock, traffic } = setUpTraffic(5);
		const ending = traffic.request({ maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		expect(await ending).toEqual({ kind: 'replied', reply: accepted });
	});

	test('several that come together and have room all go', async () => {
		const { clock, traffic } = setUpTraffic(30);
		const endings = traffic.requests(10, { maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		expect(new Set((await Promise.all(endings)).map(({ kind }) => kind))).toEqual(
			new Set(['replied']),
		);
	});

	test('the documented 60 that come together all go', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED);
		const endings = traffic.requests(DOCUMENTED + 5, { maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		const went = (await Promise.all(endings)).filter(({ kind }) => kind === 'replied');
		expect(went).toHaveLength(DOCUMENTED);
	});

	test('the first rejection ends the wait of all that came with it', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => ({ kind: 'rejected', afterMs: 400 }));
		const endings = traffic.requests(10, { maxWaitMs: 0 });
		await clock.advance(450);
		expect(traffic.sent).toHaveLength(1);
		expect(await Promise.all(endings)).toEqual(
			Array(10).fill(expect.objectContaining({ kind: 'waitedTooLong' })),
		);
	});

	test('a request without room is told at once', async () => {
		const { clock, traffic } = setUpTraffic(1);
		void traffic.request();
		await clock.advance(AT_ONCE);
		const ending = traffic.request({ maxWaitMs: 0 });
		await clock.settle();
		expect(await ending).toMatchObject({ kind: 'waitedTooLong', waitedMs: 0 });
	});

	test.each([undefined, 0, 7 * SECOND])(
		'the first rejection ends it, with a Retry-After of %p ms',
		async (retryAfterMs) => {
			const { clock, traffic } = setUpTraffic(5, () => ({ kind: 'rejected', retryAfterMs }));
			const ending = traffic.request({ maxWaitMs: 0 });
			await clock.advance(AT_ONCE);
			expect(traffic.sent).toHaveLength(1);
			expect(await ending).toMatchObject({ kind: 'waitedTooLong' });
		},
	);
});
