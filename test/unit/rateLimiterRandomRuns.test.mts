import fc from 'fast-check';

import { caseCount } from '../cases.mts';
import {
	createLimiter,
	createTraffic,
	DOCUMENTED,
	HOUR,
	MINUTE,
	mostInAnyWindow,
	type Reply,
	SECOND,
} from './limiterTraffic.mts';
import { createVirtualClock } from './virtualClock.mts';

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
