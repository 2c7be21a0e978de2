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
	perMinute: number;
	/** Way in which the service counts its 60 requests a minute. */
	window?: WindowKind;
	/** Number of triggers, each of which polls every `everyMs`. */
	pollers?: number;
	everyMs?: number;
}

/** Polls with the API key of a batch that does not end. */
async function pollsBesideBatch(situation: Situation) {
	const { perMinute, window = 'sliding', pollers = 1, everyMs = MINUTE } = situation;
	const rounds = everyMs === MINUTE ? 8 : 5;
	const clock = createVirtualClock();
	const service = openWindow(window, { limit: DOCUMENTED, windowMs: MINUTE });
	const traffic = createTraffic(createLimiter(perMinute, clock), clock, () => ({
		kind: service.admit(clock.wallTime()) ? 'accepted' : 'rejected',
		afterMs: 300,
	}));
	const cancel = new AbortController();
	async function sendForEver(): Promise<void> {
		while (!cancel.signal.aborted) {
			await traffic.request({ maxWaitMs: HOUR, signal: cancel.signal });
		}
	}
	for (let inFlight = 0; inFlight < 10; inFlight += 1) void sendForEver();
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
	...[2, 59].map((perMinute): [string, Situation, number] => [
		`${perMinute} requests a minute`,
		{ perMinute },
		0.9 * perMinute - 1,
	]),
	...(['fixedMinute', 'sliding', 'tokenBucket'] as const).map(
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

test('room for a poll that never comes again costs half of the limit at most, for an hour', async () => {
	const { clock, traffic } = setUpTraffic(2);
	const sentIn = async (ms: number) => {
		const before = traffic.sent.length;
		const end = clock.elapsed() + ms;
		while (clock.elapsed() < end) {
			void traffic.requests(2, { maxWaitMs: 2 * MINUTE });
			await clock.advance(MINUTE);
		}
		return traffic.sent.length - before;
	};
	await sentIn(MINUTE);
	expect((await traffic.request({ maxWaitMs: 0, poller: 'gone' })).kind).toBe('waitedTooLong');
	expect(await sentIn(HOUR)).toBeGreaterThanOrEqual(58);
	expect(await sentIn(20 * MINUTE)).toBeGreaterThanOrEqual(38);
});

test('a poll goes before requests that can wait', async () => {
	const { clock, traffic } = setUpTraffic(1);
	void traffic.requests(4);
	void traffic.request({ maxWaitMs: 2 * MINUTE, poller: 'poll' });
	await clock.advance(62 * SECOND);
	expect(traffic.sent).toHaveLength(2);
	expect(traffic.sent[1]?.turn).toBeLessThan(0);
});
