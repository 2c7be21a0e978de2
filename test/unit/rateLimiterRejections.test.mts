import {
	accepted,
	AT_ONCE,
	DOCUMENTED,
	MINUTE,
	rejected,
	rejecting,
	type Reply,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';

describe('after a rejection', () => {
	test('a burst of rejections is one pause, not one for each', async () => {
		const { clock, traffic } = setUpTraffic(30, rejecting(2, 11));
		const endings = traffic.requests(11);
		await clock.advance(10 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(11);
	});

	test('later rejections of the same burst do not make the pause longer', async () => {
		const { clock, traffic } = setUpTraffic(30, (number) =>
			number >= 2 && number <= 11
				? { kind: 'rejected', retryAfterMs: 7 * SECOND, afterMs: number * 100 }
				: accepted,
		);
		void traffic.requests(11);
		await clock.advance(8 * SECOND);
		expect(traffic.sent.length).toBeGreaterThan(11);
	});

	test('nothing goes before the time that the service asked for, and something soon after', async () => {
		const { clock, traffic } = setUpTraffic(30, (number) =>
			number === 1 ? { kind: 'rejected', retryAfterMs: 20 * SECOND } : accepted,
		);
		void traffic.request();
		await clock.advance(SECOND);
		void traffic.requests(5);
		await clock.advance(30 * SECOND);
		const second = traffic.times()[1];
		expect(second).toBeGreaterThanOrEqual(20 * SECOND + 100);
		expect(second).toBeLessThanOrEqual(21 * SECOND);
	});

	test('a single request tries first; the others wait for its answer', async () => {
		const { clock, traffic } = setUpTraffic(30, (number) =>
			number >= 2 && number <= 6
				? { kind: 'rejected', retryAfterMs: 10 * SECOND }
				: { kind: 'accepted', afterMs: 400 },
		);
		void traffic.requests(6);
		await clock.advance(30 * SECOND);
		const afterPause = traffic.times().filter((at) => at > 5 * SECOND);
		const [first = 0, second = 0] = afterPause;
		expect(afterPause).toHaveLength(5);
		expect(second).toBeGreaterThanOrEqual(first + 400);
		expect(afterPause[4]).toBeLessThanOrEqual(first + 400 + AT_ONCE);
	});

	test('if that one is rejected too, again a single one tries', async () => {
		const { clock, traffic } = setUpTraffic(30, rejecting(2, 9, { retryAfterMs: 10 * SECOND }));
		void traffic.requests(6);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(6);
		for (const tries of [7, 8, 9]) {
			await clock.advance(11 * SECOND);
			expect(traffic.sent).toHaveLength(tries);
		}
	});

	test.each(['unsent', 'unknown'] as const)(
		'one that ended as %s tells nothing, so the next one tries, alone too',
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

	test('a service that rejects for long is asked only now and then', async () => {
		const { clock, traffic } = setUpTraffic(59, () => rejected);
		void traffic.request();
		await clock.advance(10 * MINUTE);
		expect(traffic.sent.length).toBeGreaterThan(10);
		expect(traffic.sent.length).toBeLessThan(150);
	});

	test('a service that rejects and says “at once” is not hammered', async () => {
		const { clock, traffic } = setUpTraffic(59, () => ({ kind: 'rejected', retryAfterMs: 0 }));
		void traffic.request();
		await clock.advance(MINUTE);
		expect(traffic.sent.length).toBeLessThan(60);
	});

	test('when the service accepts again, the batch goes on at full speed', async () => {
		const { clock, traffic } = setUpTraffic(30, rejecting(2, 12));
		const endings = traffic.requests(20);
		await clock.advance(3 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(20);
	});
});

describe('what the service says about its limit', () => {
	const wait = 20 * SECOND;

	/** When the request after the first answer went, in ms. */
	async function secondSend(answer: Reply): Promise<number> {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, (number) =>
			number === 1 ? answer : accepted,
		);
		void traffic.requests(2);
		await clock.advance(2 * MINUTE);
		return traffic.times()[1] ?? Number.NaN;
	}

	test.each<[string, Reply]>([
		['Retry-After on a rejection', { kind: 'rejected', rateLimitHeaders: { retryAfterMs: wait } }],
		['the reset on a rejection', { kind: 'rejected', rateLimitHeaders: { resetMs: wait } }],
		[
			'Retry-After and not the reset, where both are there',
			{ kind: 'rejected', rateLimitHeaders: { retryAfterMs: wait, resetMs: 5 * SECOND } },
		],
		[
			'the reset on an answer, when nothing remains',
			{ kind: 'accepted', rateLimitHeaders: { remaining: 0, resetMs: wait } },
		],
	])('%s is waited for', async (_, answer) => {
		const at = await secondSend(answer);
		expect(at).toBeGreaterThanOrEqual(wait + 100);
		expect(at).toBeLessThanOrEqual(wait + SECOND);
	});

	test.each<[string, Reply]>([
		['something remains', { kind: 'accepted', rateLimitHeaders: { remaining: 1, resetMs: wait } }],
		[
			'it does not say when there will be more',
			{ kind: 'accepted', rateLimitHeaders: { remaining: 0 } },
		],
		['it says nothing', accepted],
	])('nothing is waited for if %s', async (_, answer) => {
		expect(await secondSend(answer)).toBeLessThanOrEqual(SECOND);
	});

	test('a longer wait is not cut short by a shorter one', async () => {
		const resets = [20 * SECOND, 40 * SECOND, 5 * SECOND];
		const { clock, traffic } = setUpTraffic(DOCUMENTED, (number) => {
			const resetMs = resets[number - 2];
			return resetMs === undefined
				? accepted
				: { kind: 'accepted', afterMs: 200 + number, rateLimitHeaders: { remaining: 0, resetMs } };
		});
		void traffic.requests(4);
		await clock.advance(SECOND);
		void traffic.request();
		await clock.advance(MINUTE);
		expect(traffic.times().at(-1)).toBeGreaterThanOrEqual(40 * SECOND);
	});

	test('a rejection in the time that it named makes it be asked less often', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => ({
			kind: 'rejected',
			retryAfterMs: SECOND,
		}));
		void traffic.request();
		await clock.advance(2 * MINUTE);
		expect(traffic.sent.length).toBeLessThan(15);
	});
});

describe('when nothing gets through', () => {
	test('for as long as a request may wait, further ones are told so at once', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => rejected);
		void traffic.requests(5, { maxWaitMs: 10 * SECOND });
		void traffic.request();
		await clock.advance(30 * SECOND);
		const sentSoFar = traffic.sent.length;
		const late = traffic.requests(20, { maxWaitMs: 10 * SECOND });
		await clock.settle();
		const endings = await Promise.all(late);
		expect(endings).toEqual(
			Array(20).fill(expect.objectContaining({ kind: 'waitedTooLong', waitedMs: 0 })),
		);
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
		const { clock, traffic } = setUpTraffic(
			DOCUMENTED,
			rejecting(1, 3, { retryAfterMs: 20 * SECOND }),
		);
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(30 * SECOND);
		const ending = traffic.request({ maxWaitMs: SECOND });
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(2);
		expect((await ending).kind).toBe('waitedTooLong');
	});
});
