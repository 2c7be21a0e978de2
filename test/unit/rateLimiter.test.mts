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

describe('the user’s limit holds in any minute, and no time is lost', () => {
	const headers = { remaining: 1000, resetMs: 0 };
	test.each<[string, number, (number: number) => Reply]>([
		...[1, 2, 30, 59, 61, 100].map((limit): [string, number, () => Reply] => [
			`${limit}`,
			limit,
			() => accepted,
		]),
		['whatever the service says', 5, () => ({ ...accepted, rateLimitHeaders: headers })],
		['answers that take long', 2, () => ({ ...accepted, afterMs: 90 * SECOND })],
		['rejections, which count', 5, rejecting(2, 2, { retryAfterMs: 0 })],
		[
			'answers that were lost, which count',
			5,
			(number) => ({ kind: number === 2 ? 'unknown' : 'accepted' }),
		],
	])('%s', async (_, limit, reply) => {
		const { clock, traffic } = setUpTraffic(limit, reply);
		const endings = traffic.requests(limit * 3);
		await clock.advance(6 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(limit * 3);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(limit);
		expect(traffic.times()[limit]).toBeLessThanOrEqual(MINUTE + AT_ONCE);
	});

	test('by requests that come one by one', async () => {
		const { clock, traffic } = setUpTraffic(3);
		for (let second = 0; second < 240; second++) {
			void traffic.request();
			await clock.advance(SECOND);
		}
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(3);
	});

	test('a request that never left does not count', async () => {
		const { clock, traffic } = setUpTraffic(2, (number) => ({
			kind: number === 1 ? 'unsent' : 'accepted',
		}));
		void traffic.requests(3);
		await clock.advance(10 * SECOND);
		expect(traffic.sent).toHaveLength(3);
	});

	test('a change upwards lets waiting requests go, one downwards holds for all that come', async () => {
		const { clock, limiter, traffic } = setUpTraffic(2);
		void traffic.requests(17);
		await clock.advance(5 * SECOND);
		limiter.setPolicy({ cap: 5 });
		await clock.advance(AT_ONCE);
		expect(traffic.sent).toHaveLength(5);
		limiter.setPolicy({ cap: 3 });
		await clock.advance(10 * MINUTE);
		expect(traffic.sent).toHaveLength(17);
		expect(mostInAnyWindow(traffic.sent.slice(5), MINUTE)).toBe(3);
	});
});

describe('the documented limit', () => {
	test('goes within a second from rest, with none of those that a rejection kept out', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED);
		void traffic.requests(DOCUMENTED);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED);

		const others = setUpTraffic(DOCUMENTED, rejecting(2, 6));
		void others.traffic.requests(DOCUMENTED);
		await others.clock.advance(15 * SECOND);
		expect(others.traffic.sent).toHaveLength(DOCUMENTED + 5);
	});

	test('is tried beyond by a single request, and left behind where the service takes more', async () => {
		const strict = setUpTraffic(DOCUMENTED, rejecting(DOCUMENTED + 1, 1_000));
		void strict.traffic.requests(DOCUMENTED + 10);
		await strict.clock.advance(AT_ONCE);
		expect(strict.traffic.sent).toHaveLength(DOCUMENTED + 1);

		const generous = setUpTraffic(DOCUMENTED);
		void generous.traffic.requests(4 * DOCUMENTED);
		await generous.clock.advance(40 * SECOND);
		expect(generous.traffic.sent).toHaveLength(4 * DOCUMENTED);
	});

	test('after a pause leaves room for others, but not with the last requests', async () => {
		async function gapAfterPause(stillToCome: number): Promise<number> {
			const reply = rejecting(DOCUMENTED + 1, DOCUMENTED + 1);
			const { clock, limiter, traffic } = setUpTraffic(DOCUMENTED, reply);
			limiter.announce(stillToCome);
			void traffic.requests(DOCUMENTED + 5);
			await clock.advance(MINUTE);
			const [first = 0, second = 0] = traffic.times().slice(-2);
			return second - first;
		}
		expect(await gapAfterPause(500)).toBeGreaterThan(2 * (await gapAfterPause(0)));
	});

	test('is used again as soon as the own requests have left the window', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => {
			const from = clock.elapsed() - MINUTE;
			const taken = traffic.sent.filter(({ at, reply }) => reply === 'accepted' && at > from);
			return taken.length < DOCUMENTED ? accepted : rejected;
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
		await clock.advance(5 * SECOND);
		expect(traffic.sent.at(-1)?.reply).toBe('accepted');
	});
});

describe('after a rest', () => {
	test.each([
		['until it is answered', 300],
		['or until it is clear that it was not refused, when its answer takes long', 30 * SECOND],
	])('the first request goes alone, %s', async (_, afterMs) => {
		const { clock, traffic } = setUpTraffic(30, () => ({ kind: 'accepted', afterMs }));
		void traffic.requests(10);
		await clock.advance(250);
		expect(traffic.sent).toHaveLength(1);
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

	test('of an hour everything is forgotten', async () => {
		const { clock, traffic } = setUpTraffic(20, () =>
			clock.elapsed() < 10 * MINUTE ? rejected : accepted,
		);
		void traffic.requests(5, { maxWaitMs: 5 * MINUTE });
		await clock.advance(HOUR);
		const endings = traffic.requests(5, { maxWaitMs: 0 });
		await clock.advance(SECOND);
		expect(await Promise.all(endings)).toEqual(Array(5).fill({ kind: 'replied', reply: accepted }));
	});
});
