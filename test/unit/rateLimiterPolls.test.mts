import { openWindow, type WindowKind } from '../../sandbox/rateWindows.mts';
import {
	SECOND,
	MINUTE,
	createLimiter,
	createTraffic,
	DOCUMENTED,
	HOUR,
	mostInAnyWindow,
	setUpTraffic,
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
}

/** Polls beside a batch that has more requests than ever get through, on the same key. */
async function pollsBesideBatch(situation: Situation) {
	const { perMinute, window = 'sliding', pollers = 1, everyMs = MINUTE } = situation;
	const rounds = everyMs === MINUTE ? 12 : 6;
	const clock = createVirtualClock();
	const service = openWindow(window, { limit: DOCUMENTED, windowMs: MINUTE });
	const traffic = createTraffic(createLimiter(perMinute, clock), clock, () => ({
		kind: service.admit(clock.wallTime()) ? 'accepted' : 'rejected',
		afterMs: 300,
	}));
	const cancel = new AbortController();
	const requests = Math.min(perMinute, DOCUMENTED) * ((rounds * everyMs) / MINUTE + 5);
	void traffic.requests(requests, { maxWaitMs: 24 * HOUR, signal: cancel.signal });
	await clock.advance(20 * SECOND);

	const inARow = Array.from({ length: pollers }, () => 0);
	let longest = 0;
	let gotThrough = 0;
	for (let round = 0; round < rounds; round += 1) {
		for (const [index, turnedAway] of inARow.entries()) {
			const ending = traffic.request({ maxWaitMs: 0, poller: `poller ${index}` });
			await clock.advance(2 * SECOND);
			const isThrough = (await ending).kind === 'replied';
			if (isThrough) gotThrough += 1;
			inARow[index] = isThrough ? 0 : turnedAway + 1;
			longest = Math.max(longest, ...inARow);
		}
		await clock.advance(everyMs - pollers * 2 * SECOND);
	}
	const minutes = clock.elapsed() / MINUTE;
	cancel.abort();
	const ofBatchPerMinute = (traffic.sent.length - gotThrough) / minutes;
	return { longest, ofBatchPerMinute, mostInAMinute: mostInAnyWindow(traffic.sent, MINUTE) };
}

test.each<[string, Situation, leastOfBatch: number]>([
	...[2, 5, 30, 59].map((perMinute): [string, Situation, number] => [
		`${perMinute} requests a minute`,
		{ perMinute },
		0.9 * perMinute - 1,
	]),
	['a single one a minute, by turns', { perMinute: 1 }, 0.3],
	['more than the service takes', { perMinute: 100 }, 40],
	...(['fixedMinute', 'sliding', 'slidingCounter', 'tokenBucket'] as const).map(
		(window): [string, Situation, number] => [window, { perMinute: DOCUMENTED, window }, 50],
	),
	['20 pollers', { perMinute: DOCUMENTED, pollers: 20 }, 30],
	['5 pollers with 30 a minute', { perMinute: 30, pollers: 5 }, 20],
	['a poll every 15 minutes', { perMinute: 30, everyMs: 15 * MINUTE }, 28],
])(
	'beside a batch a poll is turned away three times in a row at most, and the batch goes on: %s',
	async (_, situation, leastOfBatch) => {
		const { longest, ofBatchPerMinute, mostInAMinute } = await pollsBesideBatch(situation);
		expect(longest).toBeLessThanOrEqual(3);
		expect(ofBatchPerMinute).toBeGreaterThan(leastOfBatch);
		const { perMinute } = situation;
		if (perMinute < DOCUMENTED) expect(mostInAMinute).toBe(perMinute);
	},
);

test.each([1, 30])(
	'a poll that never comes again costs two minutes’ worth of %i requests at most',
	async (perMinute) => {
		async function sentInAnHour(poller?: string): Promise<number> {
			const { clock, traffic } = setUpTraffic(perMinute);
			void traffic.requests(perMinute * 70);
			await clock.advance(2 * SECOND);
			// Without a name, nothing is kept for it.
			expect((await traffic.request({ maxWaitMs: 0, poller })).kind).toBe('waitedTooLong');
			await clock.advance(62 * MINUTE);
			return traffic.sent.length;
		}
		const [unnamed, polled] = [await sentInAnHour(), await sentInAnHour('gone')];
		expect(unnamed).toBeGreaterThanOrEqual(60 * perMinute);
		expect(unnamed - polled).toBeLessThanOrEqual(2 * perMinute);
	},
);

test('a poll goes before those that can wait', async () => {
	const { clock, traffic } = setUpTraffic(DOCUMENTED);
	void traffic.requests(40);
	const poll = traffic.request({ maxWaitMs: 0, poller: 'poll' });
	await clock.advance(SECOND);
	expect((await poll).kind).toBe('replied');
	expect(traffic.sent.findIndex(({ turn }) => turn < 0)).toBeLessThanOrEqual(1);
});
