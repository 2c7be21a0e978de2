import fc from 'fast-check';

import { caseCount } from '../cases.mts';
import {
	accepted,
	AT_ONCE,
	createLimiter,
	createTraffic,
	DOCUMENTED,
	HOUR,
	limitsOf,
	MINUTE,
	mostInAnyWindow,
	rejected,
	rejecting,
	type Reply,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';
import { createVirtualClock } from './virtualClock.mts';

describe('the user’s limit holds in any minute, and no time is lost', () => {
	test.each<[string, number, (number: number) => Reply]>([
		...[1, 2, 30, 59, 61, 100].map((limit): [string, number, () => Reply] => [
			`${limit}`,
			limit,
			() => accepted,
		]),
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
		limiter.setLimits(limitsOf(5));
		await clock.advance(AT_ONCE);
		expect(traffic.sent).toHaveLength(5);
		limiter.setLimits(limitsOf(3));
		await clock.advance(10 * MINUTE);
		expect(traffic.sent).toHaveLength(17);
		expect(mostInAnyWindow(traffic.sent.slice(5), MINUTE)).toBe(3);
	});
});

describe('the documented limit', () => {
	test('lets all its requests go within a second, and does not count rejected ones', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED);
		void traffic.requests(DOCUMENTED);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED);

		const others = setUpTraffic(DOCUMENTED, rejecting(2, 6));
		void others.traffic.requests(DOCUMENTED);
		await others.clock.advance(15 * SECOND);
		expect(others.traffic.sent).toHaveLength(DOCUMENTED + 5);
	});

	test('is exceeded by a single request, and by all others only if the service accepts it', async () => {
		const strict = setUpTraffic(DOCUMENTED, rejecting(DOCUMENTED + 1, 1_000));
		void strict.traffic.requests(DOCUMENTED + 10);
		await strict.clock.advance(AT_ONCE);
		expect(strict.traffic.sent).toHaveLength(DOCUMENTED + 1);

		const generous = setUpTraffic(DOCUMENTED);
		void generous.traffic.requests(4 * DOCUMENTED);
		await generous.clock.advance(40 * SECOND);
		expect(generous.traffic.sent).toHaveLength(4 * DOCUMENTED);
	});

	test('is used again as soon as the earlier requests are a minute old', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => {
			const from = clock.elapsed() - MINUTE;
			const taken = traffic.sent.filter(({ at, reply }) => reply === 'accepted' && at > from);
			return taken.length < DOCUMENTED ? accepted : rejected;
		});
		const endings = traffic.requests(2 * DOCUMENTED);
		await clock.advance(68 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(2 * DOCUMENTED);
	});
});

test('after a rest of an hour everything is forgotten', async () => {
	const { clock, traffic } = setUpTraffic(20, () =>
		clock.elapsed() < 10 * MINUTE ? rejected : accepted,
	);
	void traffic.requests(5, { maxWaitMs: 5 * MINUTE });
	await clock.advance(HOUR);
	const endings = traffic.requests(5, { maxWaitMs: 0 });
	await clock.advance(SECOND);
	expect((await Promise.all(endings)).map(({ kind }) => kind)).toEqual(Array(5).fill('replied'));
});

describe('the machine’s clock is set in the middle of a batch', () => {
	const timesWith = async (perMinute: number, setByMs: number) => {
		const { clock, traffic } = setUpTraffic(perMinute, (number) =>
			perMinute === DOCUMENTED && number % 61 === 0 ? rejected : accepted,
		);
		const endings = traffic.requests(150, { maxWaitMs: 15 * MINUTE });
		await clock.advance(5 * SECOND);
		clock.setWallClock(setByMs);
		await clock.advance(10 * MINUTE);
		expect((await Promise.all(endings)).map(({ kind }) => kind)).toEqual(
			Array(150).fill('replied'),
		);
		return traffic.times();
	};

	test.each([-2 * HOUR, 2 * HOUR, -17 * SECOND, -100 * 365 * 24 * HOUR])(
		'by %i ms: the pace of the user’s limit stays the same, and no request is lost',
		async (setByMs) => {
			expect(await timesWith(30, setByMs)).toEqual(await timesWith(30, 0));
			await timesWith(DOCUMENTED, setByMs);
		},
	);
});

test('whatever happens, the limit holds and every request ends', async () => {
	const reply: fc.Arbitrary<Reply> = fc.record({
		kind: fc.constantFrom('accepted', 'accepted', 'rejected', 'unsent', 'unknown'),
		afterMs: fc.integer({ min: 0, max: 20 * SECOND }),
		retryAfterMs: fc.option(fc.integer({ min: 0, max: 30 * SECOND }), { nil: undefined }),
	});
	const arrival = fc.record({
		afterMs: fc.integer({ min: 0, max: 15 * SECOND }),
		maxWaitMs: fc.constantFrom(0, 5 * SECOND, 2 * MINUTE, 15 * MINUTE),
		canceledAfterMs: fc.option(fc.integer({ min: 0, max: MINUTE }), { nil: undefined }),
	});
	const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 });

	await fc.assert(
		fc.asyncProperty(
			fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant(DOCUMENTED)),
			fc.array(arrival, { minLength: 1, maxLength: 40 }),
			fc.array(reply, { minLength: 1, maxLength: 60 }),
			chances,
			async (perMinute, arrivals, replies, chance) => {
				let drawn = 0;
				const clock = createVirtualClock(() => chance[drawn++ % chance.length] ?? 0);
				const limiter = createLimiter(perMinute, clock);
				const traffic = createTraffic(
					limiter,
					clock,
					(number) => replies[number - 1] ?? { kind: 'accepted' },
				);

				let ended = 0;
				for (const { afterMs, maxWaitMs, canceledAfterMs } of arrivals) {
					await clock.advance(afterMs);
					const cancel = new AbortController();
					if (canceledAfterMs !== undefined) {
						void clock.sleep(canceledAfterMs).then(() => cancel.abort());
					}
					void traffic.request({ maxWaitMs, signal: cancel.signal }).then(() => ended++);
				}
				await clock.advance(HOUR);

				expect(ended).toBe(arrivals.length);
				const most = mostInAnyWindow(traffic.sent, MINUTE);
				if (perMinute !== DOCUMENTED) expect(most).toBeLessThanOrEqual(perMinute);
			},
		),
		{ numRuns: caseCount(10, 100), seed: 20261127 },
	);
});
