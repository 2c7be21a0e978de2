import { openWindow } from '../../sandbox/rateWindows.mts';
import type { WindowKind } from '../../sandbox/rateWindows.mts';
import {
	SECOND,
	MINUTE,
	createLimiter,
	createTraffic,
	DOCUMENTED,
	mostInAnyWindow,
} from './limiterTraffic.mts';
import { createVirtualClock } from './virtualClock.mts';

interface Situation {
	/** Requests per Minute. */
	perMinute: number;
	/** How the service counts its 60 a minute. */
	window?: WindowKind;
	/** Polls that come at the same second each time. */
	pollers?: number;
	everyMs?: number;
	forMs?: number;
}

/** Polls beside a batch that has more requests than ever get through, on the same key. */
async function pollsBesideBatch(situation: Situation) {
	const { perMinute, window = 'sliding', pollers = 1 } = situation;
	const { everyMs = MINUTE, forMs = 20 * MINUTE } = situation;
	const clock = createVirtualClock();
	const limiter = createLimiter(perMinute, clock);
	const service = openWindow(window, { limit: DOCUMENTED, windowMs: MINUTE });
	const traffic = createTraffic(limiter, clock, () => ({
		kind: service.admit(clock.wallTime()) ? 'accepted' : 'rejected',
		afterMs: 300,
	}));
	const cancel = new AbortController();
	const requests = Math.min(perMinute, DOCUMENTED) * (forMs / MINUTE + 5);
	void traffic.requests(requests, { maxWaitMs: 24 * 60 * MINUTE, signal: cancel.signal });
	await clock.advance(20 * SECOND);

	const turnedAwayInARow = Array.from({ length: pollers }, () => 0);
	let longest = 0;
	let gotThrough = 0;
	for (let polls = 0; polls * everyMs < forMs; polls += 1) {
		for (const [index, inARow] of turnedAwayInARow.entries()) {
			const ending = traffic.request({ maxWaitMs: 0, poller: `poller ${index}` });
			await clock.advance(2 * SECOND);
			const isThrough = (await ending).kind === 'replied';
			if (isThrough) gotThrough += 1;
			turnedAwayInARow[index] = isThrough ? 0 : inARow + 1;
			longest = Math.max(longest, inARow + (isThrough ? 0 : 1));
		}
		await clock.advance(everyMs - pollers * 2 * SECOND);
	}
	const minutes = clock.elapsed() / MINUTE;
	cancel.abort();
	return {
		longest,
		gotThrough,
		ofBatchPerMinute: (traffic.sent.length - gotThrough) / minutes,
		mostInAMinute: mostInAnyWindow(traffic.sent, MINUTE),
	};
}

describe('a poll beside a batch is never turned away more than three times in a row', () => {
	test.each([2, 3, 5, 30, 59, DOCUMENTED, 100])('%i requests a minute', async (perMinute) => {
		const { longest, mostInAMinute } = await pollsBesideBatch({ perMinute });
		expect(longest).toBeLessThanOrEqual(3);
		if (perMinute < DOCUMENTED) expect(mostInAMinute).toBe(perMinute);
	});

	test('a single one a minute: poll and batch take turns', async () => {
		const { longest, ofBatchPerMinute } = await pollsBesideBatch({ perMinute: 1 });
		expect(longest).toBeLessThanOrEqual(3);
		expect(ofBatchPerMinute).toBeGreaterThan(0.3);
	});

	test.each(['fixedMinute', 'sliding', 'slidingCounter', 'tokenBucket'] as const)(
		'where the service counts by %s',
		async (window) => {
			const { longest } = await pollsBesideBatch({ perMinute: DOCUMENTED, window });
			expect(longest).toBeLessThanOrEqual(3);
		},
	);

	test.each([
		[5, 30],
		[5, DOCUMENTED],
		[20, DOCUMENTED],
	])('%i of them, with %i requests a minute', async (pollers, perMinute) => {
		const { longest } = await pollsBesideBatch({ perMinute, pollers });
		expect(longest).toBeLessThanOrEqual(3);
	});

	test.each([5 * MINUTE, 15 * MINUTE, 59 * MINUTE])(
		'one that comes every %i ms',
		async (everyMs) => {
			const situation = { perMinute: 30, everyMs, forMs: 6 * everyMs };
			expect((await pollsBesideBatch(situation)).longest).toBeLessThanOrEqual(3);
		},
	);
});

describe('what is kept costs little', () => {
	test('the batch keeps its speed but for a place or two', async () => {
		const { ofBatchPerMinute } = await pollsBesideBatch({ perMinute: DOCUMENTED });
		expect(ofBatchPerMinute).toBeGreaterThan(56);
	});

	test.each([1, 2, 30, 59])(
		'a poll that never comes again costs two minutes’ worth of %i requests at most',
		async (perMinute) => {
			async function sentInAnHour(isPolled: boolean): Promise<number> {
				const clock = createVirtualClock();
				const limiter = createLimiter(perMinute, clock);
				const traffic = createTraffic(limiter, clock);
				void traffic.requests(perMinute * 70);
				await clock.advance(2 * SECOND);
				if (isPolled) {
					const ending = await traffic.request({ maxWaitMs: 0, poller: 'gone' });
					expect(ending.kind).toBe('waitedTooLong');
				}
				await clock.advance(62 * MINUTE);
				return traffic.sent.length;
			}
			const [alone, polled] = [await sentInAnHour(false), await sentInAnHour(true)];
			expect(alone - polled).toBeLessThanOrEqual(2 * perMinute);
		},
	);

	test('without polls nothing is kept', async () => {
		const clock = createVirtualClock();
		const limiter = createLimiter(10, clock);
		const traffic = createTraffic(limiter, clock);
		void traffic.requests(30);
		void traffic.request({ maxWaitMs: 0 });
		await clock.advance(125 * SECOND);
		expect(traffic.sent).toHaveLength(30);
	});
});

test('a poll goes before those that can wait', async () => {
	const clock = createVirtualClock();
	const limiter = createLimiter(DOCUMENTED, clock);
	const traffic = createTraffic(limiter, clock);
	void traffic.requests(40);
	const poll = traffic.request({ maxWaitMs: 0, poller: 'poll' });
	await clock.advance(SECOND);
	expect((await poll).kind).toBe('replied');
	expect(traffic.sent.findIndex(({ turn }) => turn < 0)).toBeLessThanOrEqual(1);
});
