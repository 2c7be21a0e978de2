import {
	accepted,
	AT_ONCE,
	DOCUMENTED,
	HOUR,
	MINUTE,
	mostInAnyWindow,
	rejected,
	rejecting,
	type Reply,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';

describe('the user’s limit is kept', () => {
	test.each([1, 2, 5, 30, 59, 61, 100])(
		'never more than %i requests in any minute',
		async (perMinute) => {
			const { clock, traffic } = setUpTraffic(perMinute);
			const endings = traffic.requests(perMinute * 3 + 1);
			await clock.advance(4 * MINUTE);
			expect(await Promise.all(endings)).toHaveLength(perMinute * 3 + 1);
			expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(perMinute);
		},
	);

	test.each([1, 5, 30])(
		'and no time is lost: the next %i go as soon as they may',
		async (perMinute) => {
			const { clock, traffic } = setUpTraffic(perMinute);
			void traffic.requests(perMinute * 2);
			await clock.advance(10 * SECOND);
			expect(traffic.sent).toHaveLength(perMinute);
			await clock.advance(MINUTE);
			expect(traffic.sent).toHaveLength(perMinute * 2);
		},
	);

	test('whatever the service says', async () => {
		const { clock, traffic } = setUpTraffic(5, () => ({
			kind: 'accepted',
			rateLimitHeaders: { remaining: 1000, resetMs: 0 },
		}));
		void traffic.requests(20);
		await clock.advance(4 * MINUTE);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(5);
	});

	test('rejected requests included', async () => {
		const { clock, traffic } = setUpTraffic(5, (number) =>
			number % 2 === 0 ? { kind: 'rejected', retryAfterMs: 0 } : accepted,
		);
		const endings = traffic.requests(15);
		await clock.advance(10 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(15);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(5);
	});

	test('requests that come one by one count too', async () => {
		const { clock, traffic } = setUpTraffic(3);
		for (let second = 0; second < 240; second++) {
			void traffic.request();
			await clock.advance(SECOND);
		}
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(3);
	});

	test('a long answer does not make room: a request counts from when it was sent', async () => {
		const { clock, traffic } = setUpTraffic(2, () => ({ kind: 'accepted', afterMs: 90 * SECOND }));
		void traffic.requests(6);
		await clock.advance(5 * MINUTE);
		expect(traffic.sent).toHaveLength(6);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(2);
	});
});

describe('what counts against the limit', () => {
	test.each<[Reply['kind'], 'counts' | 'does not count']>([
		['accepted', 'counts'],
		['unknown', 'counts'],
		['rejected', 'counts'],
		['unsent', 'does not count'],
	])('against the user’s limit a request that ended as %s %s', async (kind, counting) => {
		const { clock, traffic } = setUpTraffic(2, (number) => ({
			kind: number === 1 ? kind : 'accepted',
		}));
		void traffic.requests(3);
		await clock.advance(10 * SECOND);
		expect(traffic.sent).toHaveLength(counting === 'counts' ? 2 : 3);
	});

	test('against the documented limit a request that was rejected does not count', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, rejecting(2, 6));
		void traffic.requests(DOCUMENTED);
		await clock.advance(15 * SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED + 5);
	});
});

describe('the documented limit', () => {
	test('goes within a second from rest', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED);
		void traffic.requests(DOCUMENTED);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED);
	});

	test('is tried beyond after a pause, by a single request', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, (number) =>
			number > DOCUMENTED ? { kind: 'rejected' } : accepted,
		);
		void traffic.requests(DOCUMENTED + 10);
		await clock.advance(1_600);
		expect(traffic.sent).toHaveLength(DOCUMENTED + 1);
		const [last = 0, probe = 0] = traffic.times().slice(-2);
		expect(probe - last).toBeGreaterThanOrEqual(500);
	});

	test('is left behind where the service takes more', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED);
		const endings = traffic.requests(4 * DOCUMENTED);
		await clock.advance(40 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(4 * DOCUMENTED);
	});

	test.each([
		['so that others get in', 500, 110],
		['but not for the last requests', 0, 10],
	])('goes with small gaps after a pause, %s', async (_, stillToCome, gapMs) => {
		const { clock, limiter, traffic } = setUpTraffic(
			DOCUMENTED,
			rejecting(DOCUMENTED + 1, DOCUMENTED + 1),
		);
		limiter.announce(stillToCome);
		void traffic.requests(DOCUMENTED + 5);
		await clock.advance(MINUTE);
		const [first = 0, second = 0] = traffic.times().slice(-2);
		expect(second - first).toBe(gapMs);
	});

	test('is used again as soon as the own requests have left the window', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => {
			const inWindow = traffic.sent.filter(
				({ at, reply }) => reply === 'accepted' && at > clock.elapsed() - MINUTE,
			);
			return inWindow.length < DOCUMENTED ? accepted : rejected;
		});
		const endings = traffic.requests(2 * DOCUMENTED);
		await clock.advance(68 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(2 * DOCUMENTED);
	});

	test('is tried again at the minute of the service’s clock', async () => {
		// 12:00:17 here, 12:00:57 there.
		const { clock, traffic } = setUpTraffic(DOCUMENTED, (number) => ({
			kind: number > DOCUMENTED && clock.elapsed() < 3.5 * SECOND ? 'rejected' : 'accepted',
			rateLimitHeaders: { serverTime: clock.wallTime() + 40 * SECOND },
		}));
		void traffic.requests(DOCUMENTED + 1);
		await clock.advance(MINUTE);
		expect(traffic.times().at(-1)).toBeGreaterThanOrEqual(3.5 * SECOND);
		expect(traffic.times().at(-1)).toBeLessThanOrEqual(4.5 * SECOND);
	});
});

describe('after a rest', () => {
	test('the first request goes alone until it is answered', async () => {
		const { clock, traffic } = setUpTraffic(30, () => ({ kind: 'accepted', afterMs: 300 }));
		void traffic.requests(10);
		await clock.advance(10 * SECOND);
		const [first, second = 0, ...others] = traffic.times();
		expect([first, second]).toEqual([0, 300]);
		expect(others).toHaveLength(8);
		expect(others.at(-1)).toBeLessThanOrEqual(second + 300);
	});

	test('or until it is clear that it was not refused, when its answer takes long', async () => {
		const { clock, traffic } = setUpTraffic(30, () => ({ kind: 'accepted', afterMs: 30 * SECOND }));
		void traffic.requests(10);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(10);
	});

	test('so a key that others have used up costs one rejection', async () => {
		const { clock, traffic } = setUpTraffic(
			DOCUMENTED,
			rejecting(1, 1, { retryAfterMs: 10 * SECOND }),
		);
		void traffic.requests(20);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(1);
	});
});

describe('a change of Requests per Minute', () => {
	test('upwards lets waiting requests go', async () => {
		const { clock, limiter, traffic } = setUpTraffic(2);
		void traffic.requests(5);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(2);
		limiter.setPolicy({ cap: 5 });
		await clock.advance(AT_ONCE);
		expect(traffic.sent).toHaveLength(5);
	});

	test('downwards holds for everything that comes', async () => {
		const { clock, limiter, traffic } = setUpTraffic(10);
		void traffic.requests(10);
		await clock.advance(5 * SECOND);
		limiter.setPolicy({ cap: 3 });
		void traffic.requests(12);
		await clock.advance(10 * MINUTE);
		expect(traffic.sent).toHaveLength(22);
		expect(mostInAnyWindow(traffic.sent.slice(10), MINUTE)).toBe(3);
	});
});

describe('after an idle hour', () => {
	test('everything is forgotten', async () => {
		const { clock, traffic } = setUpTraffic(20, () =>
			clock.elapsed() < 10 * MINUTE ? rejected : accepted,
		);
		void traffic.requests(5, { maxWaitMs: 5 * MINUTE });
		await clock.advance(6 * MINUTE);
		const sentBefore = traffic.sent.length;
		await clock.advance(HOUR);
		const endings = traffic.requests(5, { maxWaitMs: 0 });
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(sentBefore + 5);
		expect(await Promise.all(endings)).toEqual(Array(5).fill({ kind: 'replied', reply: accepted }));
	});
});
