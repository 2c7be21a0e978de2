import {
	SECOND,
	MINUTE,
	HOUR,
	createLimiter,
	createTraffic,
	DOCUMENTED,
	mostInAnyWindow,
	type Reply,
	setUpTraffic,
} from './limiterTraffic.mts';
import { createVirtualClock, type VirtualClock } from './virtualClock.mts';

/** A service that counts by a sliding minute of its own clock, which nobody sets or suspends. */
function slidingService(serviceTime: () => number, tellsTime: boolean) {
	const accepted: number[] = [];
	return (): Reply => {
		const now = serviceTime();
		const inWindow = accepted.filter((at) => at > now - MINUTE).length;
		const rateLimitHeaders = tellsTime ? { serverTime: Math.floor(now / SECOND) * SECOND } : {};
		if (inWindow >= DOCUMENTED) return { kind: 'rejected', rateLimitHeaders };
		accepted.push(now);
		return { kind: 'accepted', rateLimitHeaders };
	};
}

interface Happening {
	happen(clock: VirtualClock): void;
	/** How much time it takes, in ms, as far as the service's clock is concerned. */
	takesMs: number;
}

/** What became of a batch of 150 requests with a wait of 15 minutes, in the middle of which it happens. */
async function batchWith(happening: Happening, at: number, perMinute: number, tellsTime = false) {
	const clock = createVirtualClock();
	const begun = clock.wallTime();
	let lostMs = 0;
	const service = slidingService(() => begun + clock.elapsed() + lostMs, tellsTime);
	const traffic = createTraffic(createLimiter(perMinute, clock), clock, service);
	const endings = traffic.requests(150, { maxWaitMs: 15 * MINUTE });
	await clock.advance(at);
	const elapsed = clock.elapsed();
	happening.happen(clock);
	lostMs = happening.takesMs - (clock.elapsed() - elapsed);
	await clock.advance(20 * MINUTE);
	const kinds = (await Promise.all(endings)).map(({ kind }) => kind);
	return { kinds: [...new Set(kinds)], traffic };
}

const setBy = (ms: number): Happening => ({
	takesMs: 0,
	happen: (clock) => clock.setWallClock(ms),
});
const asleep = (evenClock: 'goesOn' | 'standsStill'): Happening => ({
	takesMs: 20 * MINUTE,
	happen: (clock) => clock.suspend(20 * MINUTE, evenClock),
});
const moments = [0.5 * SECOND, 5 * SECOND, 30 * SECOND, 61 * SECOND];

let timesOfUntouched: number[];

beforeAll(async () => {
	timesOfUntouched = (await batchWith(setBy(0), 0, 30)).traffic.times();
});

test.each([
	['the machine’s clock is set two hours back', setBy(-2 * HOUR)],
	['it is set two hours ahead', setBy(2 * HOUR)],
	['it is set 17 seconds back', setBy(-17 * SECOND)],
	['it is set to before 1970', setBy(-100 * 365 * 24 * HOUR)],
	['the machine sleeps, and its even clock goes on', asleep('goesOn')],
	['the machine sleeps, and its even clock stands still', asleep('standsStill')],
])('%s: a batch loses nothing', async (_, happening) => {
	for (const at of moments) {
		for (const tellsTime of [false, true]) {
			const { kinds } = await batchWith(happening, at, DOCUMENTED, tellsTime);
			expect([at, tellsTime, kinds]).toEqual([at, tellsTime, ['replied']]);
		}
		const { kinds, traffic } = await batchWith(happening, at, 30);
		expect([at, kinds]).toEqual([at, ['replied']]);
		if (happening.takesMs > 0) continue;
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(30);
		expect(traffic.times()).toEqual(timesOfUntouched);
	}
});

describe.each(['goesOn', 'standsStill'] as const)('asleep, and the even clock %s', (evenClock) => {
	test('to sleep is no waiting', async () => {
		const { clock, limiter, traffic } = setUpTraffic(1);
		void traffic.request();
		const turn = limiter.newTurn();
		void limiter.acquire(turn, 15 * MINUTE);
		await clock.advance(10 * SECOND);
		clock.suspend(20 * MINUTE, evenClock);
		await clock.advance(2 * MINUTE);
		expect(turn.waitedMs).toBeLessThanOrEqual(62 * SECOND);
	});

	test('a wait that the service asked for ends', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, (number) =>
			number === 1 ? { kind: 'rejected', retryAfterMs: 10 * MINUTE } : { kind: 'accepted' },
		);
		const ending = traffic.request({ maxWaitMs: 15 * MINUTE });
		await clock.advance(SECOND);
		clock.suspend(20 * MINUTE, evenClock);
		await clock.advance(11 * MINUTE);
		expect((await ending).kind).toBe('replied');
	});

	test('a cancel on waking up ends every wait', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		const waiting = traffic.requests(4, { signal: cancel.signal }).slice(1);
		await clock.advance(SECOND);
		clock.suspend(20 * MINUTE, evenClock);
		cancel.abort();
		expect(await Promise.all(waiting)).toEqual(Array(3).fill({ kind: 'stopped' }));
	});
});

test('a request waits no longer than it may, however long the machine slept meanwhile', async () => {
	const { clock, traffic } = setUpTraffic(DOCUMENTED, () => ({ kind: 'rejected' }));
	const ending = traffic.request({ maxWaitMs: 5 * MINUTE });
	await clock.advance(MINUTE);
	clock.suspend(20 * MINUTE, 'goesOn');
	await clock.advance(5 * MINUTE);
	const told = await ending;
	if (told.kind !== 'waitedTooLong') throw new Error(told.kind);
	expect(told.waitedMs).toBeLessThanOrEqual(5 * MINUTE);
});
