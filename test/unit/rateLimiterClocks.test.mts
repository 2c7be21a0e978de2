import {
	SECOND,
	MINUTE,
	HOUR,
	createLimiter,
	createTraffic,
	DOCUMENTED,
	mostInAnyWindow,
	type Reply,
} from './limiterTraffic.mts';
import { createVirtualClock, type VirtualClock } from './virtualClock.mts';

/** A service that counts by a sliding minute of its own clock, which nobody sets or suspends. */
function slidingService(limit: number, serviceTime: () => number, tellsTime: boolean) {
	const accepted: number[] = [];
	return (): Reply => {
		const now = serviceTime();
		const inWindow = accepted.filter((at) => at > now - MINUTE).length;
		const rateLimitHeaders = tellsTime ? { serverTime: Math.floor(now / SECOND) * SECOND } : {};
		if (inWindow >= limit) return { kind: 'rejected', rateLimitHeaders };
		accepted.push(now);
		return { kind: 'accepted', rateLimitHeaders };
	};
}

interface Happening {
	/** After how long, in ms. */
	at: number;
	happen(clock: VirtualClock): void;
	/** How much time it takes, in ms, as far as the service's clock is concerned. */
	takesMs: number;
}

/** What became of a batch of 150 requests with a wait of 15 minutes, in the middle of which it happens. */
async function batchWith(happening: Happening | undefined, perMinute: number, tellsTime = false) {
	const clock = createVirtualClock();
	const limiter = createLimiter(perMinute, clock);
	const begun = clock.wallTime();
	let lostMs = 0;
	const serviceTime = () => begun + clock.elapsed() + lostMs;
	const service = slidingService(DOCUMENTED, serviceTime, tellsTime);
	const traffic = createTraffic(limiter, clock, service);
	const endings = traffic.requests(150, { maxWaitMs: 15 * MINUTE });
	if (happening) {
		await clock.advance(happening.at);
		const elapsed = clock.elapsed();
		happening.happen(clock);
		lostMs = happening.takesMs - (clock.elapsed() - elapsed);
	}
	await clock.advance(20 * MINUTE);
	const kinds = (await Promise.all(endings)).map(({ kind }) => kind);
	return { kinds: new Set(kinds), traffic };
}

const steps: Array<[string, number]> = [
	['two hours back', -2 * HOUR],
	['two hours ahead', 2 * HOUR],
	['17 seconds back', -17 * SECOND],
	['a year ahead', 365 * 24 * HOUR],
	['to before it was 1970', -100 * 365 * 24 * HOUR],
];
const moments = [0.5 * SECOND, 5 * SECOND, 30 * SECOND, 61 * SECOND];

describe.each(steps)('the machine’s clock is set %s', (_, byMs) => {
	const setAt = (at: number): Happening => ({
		at,
		takesMs: 0,
		happen: (clock) => clock.setWallClock(byMs),
	});

	test.each(moments)(
		'after %i ms of a batch: it goes on as if nothing had happened',
		async (at) => {
			const { kinds } = await batchWith(setAt(at), DOCUMENTED);
			expect(kinds).toEqual(new Set(['replied']));
		},
	);

	test.each(moments)('after %i ms, with a service that tells its own time', async (at) => {
		const { kinds } = await batchWith(setAt(at), DOCUMENTED, true);
		expect(kinds).toEqual(new Set(['replied']));
	});

	test.each(moments)(
		'after %i ms: the user’s limit holds and no request goes later',
		async (at) => {
			const untouched = await batchWith(undefined, 30);
			const { kinds, traffic } = await batchWith(setAt(at), 30);
			expect(kinds).toEqual(new Set(['replied']));
			expect(traffic.times()).toEqual(untouched.traffic.times());
			expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(30);
		},
	);
});

describe.each(['goesOn', 'standsStill'] as const)(
	'the machine sleeps for 20 minutes, and its even clock %s',
	(evenClock) => {
		const sleepAt = (at: number): Happening => ({
			at,
			takesMs: 20 * MINUTE,
			happen: (clock) => clock.suspend(20 * MINUTE, evenClock),
		});

		test.each(moments)('after %i ms of a batch: every request gets through', async (at) => {
			const { kinds } = await batchWith(sleepAt(at), DOCUMENTED);
			expect(kinds).toEqual(new Set(['replied']));
		});

		test.each(moments)('after %i ms: to sleep is not to wait', async (at) => {
			const { kinds } = await batchWith(sleepAt(at), 30);
			expect(kinds).toEqual(new Set(['replied']));
		});

		test('the turn tells the waiting alone', async () => {
			const clock = createVirtualClock();
			const limiter = createLimiter(1, clock);
			void createTraffic(limiter, clock).request();
			const turn = limiter.newTurn();
			const admission = limiter.acquire(turn, 15 * MINUTE);
			await clock.advance(10 * SECOND);
			clock.suspend(20 * MINUTE, evenClock);
			await clock.advance(2 * MINUTE);
			expect((await admission).kind).toBe('permit');
			expect(turn.waitedMs).toBeLessThanOrEqual(62 * SECOND);
		});

		test('a wait that the service asked for is over with it, or goes on', async () => {
			const clock = createVirtualClock();
			const limiter = createLimiter(DOCUMENTED, clock);
			const traffic = createTraffic(limiter, clock, (number) =>
				number === 1 ? { kind: 'rejected', retryAfterMs: 10 * MINUTE } : { kind: 'accepted' },
			);
			const ending = traffic.request({ maxWaitMs: 15 * MINUTE });
			await clock.advance(SECOND);
			clock.suspend(20 * MINUTE, evenClock);
			await clock.advance(11 * MINUTE);
			expect((await ending).kind).toBe('replied');
		});

		test('a cancel on waking up still ends every wait', async () => {
			const clock = createVirtualClock();
			const limiter = createLimiter(1, clock);
			const traffic = createTraffic(limiter, clock);
			const cancel = new AbortController();
			void traffic.request();
			const waiting = traffic.requests(3, { signal: cancel.signal });
			await clock.advance(SECOND);
			clock.suspend(20 * MINUTE, evenClock);
			cancel.abort();
			expect(await Promise.all(waiting)).toEqual(Array(3).fill({ kind: 'stopped' }));
		});
	},
);

test('a request waits no longer than it may, however long the machine slept meanwhile', async () => {
	const clock = createVirtualClock();
	const limiter = createLimiter(DOCUMENTED, clock);
	const traffic = createTraffic(limiter, clock, () => ({ kind: 'rejected' }));
	const ending = traffic.request({ maxWaitMs: 5 * MINUTE });
	await clock.advance(MINUTE);
	clock.suspend(20 * MINUTE, 'goesOn');
	await clock.advance(5 * MINUTE);
	const told = await ending;
	expect(told.kind).toBe('waitedTooLong');
	if (told.kind === 'waitedTooLong') expect(told.waitedMs).toBeLessThanOrEqual(5 * MINUTE);
});
