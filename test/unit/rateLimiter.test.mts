import { getEventListeners } from 'node:events';

import fc from 'fast-check';

import {
	createLimiter,
	createTraffic,
	DOCUMENTED,
	mostInAnyWindow,
	type Reply,
} from './limiterTraffic.mts';
import { createVirtualClock } from './virtualClock.mts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Requests that may go are spaced a little; this is more than that ever takes for a few of them. */
const AT_ONCE = 2 * SECOND;

const accepted: Reply = { kind: 'accepted' };
const rejected: Reply = { kind: 'rejected' };

/** Rejects the requests with these numbers. */
const rejecting =
	(from: number, to: number, how: Partial<Reply> = {}) =>
	(number: number): Reply =>
		number >= from && number <= to ? { ...how, kind: 'rejected' } : accepted;

/**
 * A limiter, its clock, and requests through it.
 *
 * @param reply what the service does with the request of this number, counted from 1
 */
function setUp(perMinute: number, reply?: (number: number, turn: number) => Reply) {
	const clock = createVirtualClock();
	const limiter = createLimiter(perMinute, clock);
	return { clock, limiter, traffic: createTraffic(limiter, clock, reply) };
}

describe('the user’s limit is kept', () => {
	test.each([1, 2, 5, 30, 59, 61, 100])(
		'never more than %i requests in any minute',
		async (perMinute) => {
			const { clock, traffic } = setUp(perMinute);
			const endings = traffic.requests(perMinute * 3 + 1);
			await clock.advance(4 * MINUTE);
			expect(await Promise.all(endings)).toHaveLength(perMinute * 3 + 1);
			expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(perMinute);
		},
	);

	test.each([1, 5, 30])(
		'and no time is lost: the next %i go as soon as they may',
		async (perMinute) => {
			const { clock, traffic } = setUp(perMinute);
			void traffic.requests(perMinute * 2);
			await clock.advance(10 * SECOND);
			expect(traffic.sent).toHaveLength(perMinute);
			await clock.advance(MINUTE);
			expect(traffic.sent).toHaveLength(perMinute * 2);
		},
	);

	test('whatever the service says', async () => {
		const { clock, traffic } = setUp(5, () => ({
			kind: 'accepted',
			hints: { remaining: 1000, resetMs: 0 },
		}));
		void traffic.requests(20);
		await clock.advance(4 * MINUTE);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(5);
	});

	test('rejected requests included', async () => {
		const { clock, traffic } = setUp(5, (number) =>
			number % 2 === 0 ? { kind: 'rejected', retryAfterMs: 0 } : accepted,
		);
		const endings = traffic.requests(15);
		await clock.advance(10 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(15);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(5);
	});

	test('requests that come one by one count too', async () => {
		const { clock, traffic } = setUp(3);
		for (let second = 0; second < 240; second++) {
			void traffic.request();
			await clock.advance(SECOND);
		}
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(3);
	});

	test('a long answer does not make room: a request counts from when it was sent', async () => {
		const { clock, traffic } = setUp(2, () => ({ kind: 'accepted', afterMs: 90 * SECOND }));
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
		const { clock, traffic } = setUp(2, (number) => ({ kind: number === 1 ? kind : 'accepted' }));
		void traffic.requests(3);
		await clock.advance(10 * SECOND);
		expect(traffic.sent).toHaveLength(counting === 'counts' ? 2 : 3);
	});

	test('against the documented limit a request that was rejected does not count', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, rejecting(2, 6));
		void traffic.requests(DOCUMENTED);
		await clock.advance(15 * SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED + 5);
	});
});

describe('the documented limit', () => {
	test('goes within a second from rest', async () => {
		const { clock, traffic } = setUp(DOCUMENTED);
		void traffic.requests(DOCUMENTED);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(DOCUMENTED);
	});

	test('is tried beyond after a pause, by a single request', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, (number) =>
			number > DOCUMENTED ? { kind: 'rejected' } : accepted,
		);
		void traffic.requests(DOCUMENTED + 10);
		await clock.advance(1_600);
		expect(traffic.sent).toHaveLength(DOCUMENTED + 1);
		const [last = 0, probe = 0] = traffic.times().slice(-2);
		expect(probe - last).toBeGreaterThanOrEqual(500);
	});

	test('is left behind where the service takes more', async () => {
		const { clock, traffic } = setUp(DOCUMENTED);
		const endings = traffic.requests(4 * DOCUMENTED);
		await clock.advance(40 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(4 * DOCUMENTED);
	});

	test.each([
		['so that others get in', 500, 110],
		['but not for the last requests', 0, 10],
	])('goes with small gaps after a pause, %s', async (_, stillToCome, gapMs) => {
		const { clock, limiter, traffic } = setUp(
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
		const { clock, traffic } = setUp(DOCUMENTED, () => {
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
		const { clock, traffic } = setUp(DOCUMENTED, (number) => ({
			kind: number > DOCUMENTED && clock.elapsed() < 3.5 * SECOND ? 'rejected' : 'accepted',
			hints: { serverTime: clock.wallTime() + 40 * SECOND },
		}));
		void traffic.requests(DOCUMENTED + 1);
		await clock.advance(MINUTE);
		expect(traffic.times().at(-1)).toBeGreaterThanOrEqual(3.5 * SECOND);
		expect(traffic.times().at(-1)).toBeLessThanOrEqual(4.5 * SECOND);
	});
});

describe('after a rest', () => {
	test('the first request goes alone until it is answered', async () => {
		const { clock, traffic } = setUp(30, () => ({ kind: 'accepted', afterMs: 300 }));
		void traffic.requests(10);
		await clock.advance(10 * SECOND);
		const [first, second = 0, ...others] = traffic.times();
		expect([first, second]).toEqual([0, 300]);
		expect(others).toHaveLength(8);
		expect(others.at(-1)).toBeLessThanOrEqual(second + 300);
	});

	test('or until it is clear that it was not refused, when its answer takes long', async () => {
		const { clock, traffic } = setUp(30, () => ({ kind: 'accepted', afterMs: 30 * SECOND }));
		void traffic.requests(10);
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(10);
	});

	test('so a key that others have used up costs one rejection', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, rejecting(1, 1, { retryAfterMs: 10 * SECOND }));
		void traffic.requests(20);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(1);
	});
});

describe('the order', () => {
	test('requests go in the order of their turns, whoever asks first', async () => {
		const { clock, limiter, traffic } = setUp(1);
		void traffic.request();
		await clock.settle();

		const order: number[] = [];
		const turns = [1, 2, 3, 4].map(() => limiter.newTurn());
		for (const turn of [...turns].reverse()) {
			void limiter.acquire(turn, HOUR).then((admission) => {
				order.push(turn.number);
				if (admission.kind === 'permit') limiter.report(admission.permit, 'accepted');
			});
		}
		await clock.advance(5 * MINUTE);
		expect(order).toEqual(turns.map(({ number }) => number));
	});

	test('a request that was rejected keeps its turn', async () => {
		const { clock, traffic } = setUp(5, rejecting(2, 2));
		void traffic.requests(8);
		await clock.advance(5 * MINUTE);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 2, 6, 7, 8]);
	});

	test('a whole burst that was rejected goes again in its order', async () => {
		const { clock, traffic } = setUp(20, rejecting(2, 6));
		void traffic.requests(6);
		await clock.advance(MINUTE);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]);
	});
});

describe('after a rejection', () => {
	test('a burst of rejections is one pause, not one for each', async () => {
		const { clock, traffic } = setUp(30, rejecting(2, 11));
		const endings = traffic.requests(11);
		await clock.advance(10 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(11);
	});

	test('later rejections of the same burst do not make the pause longer', async () => {
		const { clock, traffic } = setUp(30, (number) =>
			number >= 2 && number <= 11
				? { kind: 'rejected', retryAfterMs: 7 * SECOND, afterMs: number * 100 }
				: accepted,
		);
		void traffic.requests(11);
		await clock.advance(8 * SECOND);
		expect(traffic.sent.length).toBeGreaterThan(11);
	});

	test('nothing goes before the time that the service asked for, and something soon after', async () => {
		const { clock, traffic } = setUp(30, (number) =>
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
		const { clock, traffic } = setUp(30, (number) =>
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
		const { clock, traffic } = setUp(30, rejecting(2, 9, { retryAfterMs: 10 * SECOND }));
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
			const { clock, traffic } = setUp(30, (number) => {
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
		const { clock, traffic } = setUp(59, () => rejected);
		void traffic.request();
		await clock.advance(10 * MINUTE);
		expect(traffic.sent.length).toBeGreaterThan(10);
		expect(traffic.sent.length).toBeLessThan(150);
	});

	test('a service that rejects and says “at once” is not hammered', async () => {
		const { clock, traffic } = setUp(59, () => ({ kind: 'rejected', retryAfterMs: 0 }));
		void traffic.request();
		await clock.advance(MINUTE);
		expect(traffic.sent.length).toBeLessThan(60);
	});

	test('when the service accepts again, the batch goes on at full speed', async () => {
		const { clock, traffic } = setUp(30, rejecting(2, 12));
		const endings = traffic.requests(20);
		await clock.advance(3 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(20);
	});
});

describe('what the service says about its limit', () => {
	const wait = 20 * SECOND;

	/** When the request after the first answer went, in ms. */
	async function secondSend(answer: Reply): Promise<number> {
		const { clock, traffic } = setUp(DOCUMENTED, (number) => (number === 1 ? answer : accepted));
		void traffic.requests(2);
		await clock.advance(2 * MINUTE);
		return traffic.times()[1] ?? Number.NaN;
	}

	test.each<[string, Reply]>([
		['Retry-After on a rejection', { kind: 'rejected', hints: { retryAfterMs: wait } }],
		['the reset on a rejection', { kind: 'rejected', hints: { resetMs: wait } }],
		[
			'Retry-After and not the reset, where both are there',
			{ kind: 'rejected', hints: { retryAfterMs: wait, resetMs: 5 * SECOND } },
		],
		[
			'the reset on an answer, when nothing remains',
			{ kind: 'accepted', hints: { remaining: 0, resetMs: wait } },
		],
	])('%s is waited for', async (_, answer) => {
		const at = await secondSend(answer);
		expect(at).toBeGreaterThanOrEqual(wait + 100);
		expect(at).toBeLessThanOrEqual(wait + SECOND);
	});

	test.each<[string, Reply]>([
		['something remains', { kind: 'accepted', hints: { remaining: 1, resetMs: wait } }],
		['it does not say when there will be more', { kind: 'accepted', hints: { remaining: 0 } }],
		['it says nothing', accepted],
	])('nothing is waited for if %s', async (_, answer) => {
		expect(await secondSend(answer)).toBeLessThanOrEqual(SECOND);
	});

	test('a longer wait is not cut short by a shorter one', async () => {
		const resets = [20 * SECOND, 40 * SECOND, 5 * SECOND];
		const { clock, traffic } = setUp(DOCUMENTED, (number) => {
			const resetMs = resets[number - 2];
			return resetMs === undefined
				? accepted
				: { kind: 'accepted', afterMs: 200 + number, hints: { remaining: 0, resetMs } };
		});
		void traffic.requests(4);
		await clock.advance(SECOND);
		void traffic.request();
		await clock.advance(MINUTE);
		expect(traffic.times().at(-1)).toBeGreaterThanOrEqual(40 * SECOND);
	});

	test('a rejection in the time that it named makes it be asked less often', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, () => ({
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
		const { clock, traffic } = setUp(DOCUMENTED, () => rejected);
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
		const { clock, traffic } = setUp(DOCUMENTED, rejecting(1, 10));
		void traffic.requests(3, { maxWaitMs: 10 * SECOND });
		const patient = traffic.request({ maxWaitMs: 20 * MINUTE });
		await clock.advance(20 * MINUTE);
		expect((await patient).kind).toBe('replied');
	});

	test('a request that comes when the pause is over tries anew', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, rejecting(1, 3, { retryAfterMs: 20 * SECOND }));
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(30 * SECOND);
		const ending = traffic.request({ maxWaitMs: SECOND });
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(2);
		expect((await ending).kind).toBe('waitedTooLong');
	});
});

describe('the longest wait', () => {
	test('a request that cannot go in time is told so, in time, and why', async () => {
		const { clock, traffic } = setUp(1);
		void traffic.request();
		const late = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(10 * SECOND);
		const ending = await late;
		expect(ending.kind).toBe('waitedTooLong');
		if (ending.kind !== 'waitedTooLong') return;
		expect(ending.waitedMs).toBeLessThanOrEqual(10 * SECOND);
		expect(ending.retryAfterMs).toBeGreaterThan(0);
		expect(ending.retryAfterMs).toBeLessThanOrEqual(61 * SECOND);
	});

	test('a request that can go in time waits for it', async () => {
		const { clock, traffic } = setUp(1);
		void traffic.request();
		const patient = traffic.request({ maxWaitMs: 90 * SECOND });
		await clock.advance(90 * SECOND);
		expect(await patient).toEqual({ kind: 'replied', reply: accepted });
	});

	test('it is told at once where the service asks for more', async () => {
		const { clock, traffic } = setUp(5, () => ({
			kind: 'rejected',
			retryAfterMs: 30 * MINUTE,
		}));
		const late = traffic.request({ maxWaitMs: 15 * MINUTE });
		await clock.advance(SECOND);
		expect((await late).kind).toBe('waitedTooLong');
	});

	test('all tries of a request count together', async () => {
		const { clock, traffic } = setUp(5, () => ({ kind: 'rejected', retryAfterMs: 10 * SECOND }));
		const late = traffic.request({ maxWaitMs: 25 * SECOND });
		await clock.advance(MINUTE);
		expect((await late).kind).toBe('waitedTooLong');
		expect(traffic.sent.length).toBeGreaterThan(1);
		expect(traffic.times().at(-1)).toBeLessThanOrEqual(26 * SECOND);
	});

	test('only waiting counts: a long answer takes nothing from it', async () => {
		const { clock, limiter, traffic } = setUp(5, (number) =>
			number === 1 ? { kind: 'rejected', afterMs: 5 * MINUTE, retryAfterMs: 5 * SECOND } : accepted,
		);
		const ending = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(6 * MINUTE);
		expect((await ending).kind).toBe('replied');
		expect(limiter.newTurn().waitedMs).toBe(0);
	});

	test('the turn tells how long the request has waited', async () => {
		const { clock, limiter, traffic } = setUp(1);
		void traffic.request();
		const turn = limiter.newTurn();
		const admission = limiter.acquire(turn, HOUR);
		await clock.advance(2 * MINUTE);
		expect((await admission).kind).toBe('permit');
		expect(turn.waitedMs).toBeGreaterThanOrEqual(59 * SECOND);
		expect(turn.waitedMs).toBeLessThanOrEqual(62 * SECOND);
	});

	test('a request that gives up leaves its turn to the next one', async () => {
		const { clock, traffic } = setUp(1);
		void traffic.request();
		void traffic.request({ maxWaitMs: 5 * SECOND });
		void traffic.request();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 3]);
	});
});

describe('a longest wait of 0', () => {
	test('a request that may go at once goes', async () => {
		const { clock, traffic } = setUp(5);
		const ending = traffic.request({ maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		expect(await ending).toEqual({ kind: 'replied', reply: accepted });
	});

	test('several that come together and have room all go', async () => {
		const { clock, traffic } = setUp(30);
		const endings = traffic.requests(10, { maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		expect(new Set((await Promise.all(endings)).map(({ kind }) => kind))).toEqual(
			new Set(['replied']),
		);
	});

	test('the documented 60 that come together all go', async () => {
		const { clock, traffic } = setUp(DOCUMENTED);
		const endings = traffic.requests(DOCUMENTED + 5, { maxWaitMs: 0 });
		await clock.advance(AT_ONCE);
		const went = (await Promise.all(endings)).filter(({ kind }) => kind === 'replied');
		expect(went).toHaveLength(DOCUMENTED);
	});

	test('the first rejection ends the wait of all that came with it', async () => {
		const { clock, traffic } = setUp(DOCUMENTED, () => ({ kind: 'rejected', afterMs: 400 }));
		const endings = traffic.requests(10, { maxWaitMs: 0 });
		await clock.advance(450);
		expect(traffic.sent).toHaveLength(1);
		expect(await Promise.all(endings)).toEqual(
			Array(10).fill(expect.objectContaining({ kind: 'waitedTooLong' })),
		);
	});

	test('a request without room is told at once', async () => {
		const { clock, traffic } = setUp(1);
		void traffic.request();
		await clock.advance(AT_ONCE);
		const ending = traffic.request({ maxWaitMs: 0 });
		await clock.settle();
		expect(await ending).toMatchObject({ kind: 'waitedTooLong', waitedMs: 0 });
	});

	test.each([undefined, 0, 7 * SECOND])(
		'the first rejection ends it, with a Retry-After of %p ms',
		async (retryAfterMs) => {
			const { clock, traffic } = setUp(5, () => ({ kind: 'rejected', retryAfterMs }));
			const ending = traffic.request({ maxWaitMs: 0 });
			await clock.advance(AT_ONCE);
			expect(traffic.sent).toHaveLength(1);
			expect(await ending).toMatchObject({ kind: 'waitedTooLong' });
		},
	);
});

describe('a cancel', () => {
	test('ends a wait at once', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		void traffic.request();
		const waiting = traffic.requests(3, { signal: cancel.signal });
		await clock.advance(5 * SECOND);
		cancel.abort();
		await clock.settle();
		expect(await Promise.all(waiting)).toEqual(Array(3).fill({ kind: 'stopped' }));
	});

	test('that came before lets nothing through', async () => {
		const { clock, traffic } = setUp(5);
		const ending = traffic.request({ signal: AbortSignal.abort() });
		await clock.settle();
		expect(await ending).toEqual({ kind: 'stopped' });
		expect(traffic.sent).toEqual([]);
	});

	test('leaves no waiter behind: the next one gets the turn, and the place in the window', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		void traffic.request();
		void traffic.requests(10, { signal: cancel.signal });
		void traffic.request();
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 12]);
	});

	test('needs one listener on its signal, however many wait: Node warns of more than ten', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		const waiting = traffic.requests(30, { signal: cancel.signal });
		await clock.advance(SECOND);
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
		cancel.abort();
		expect(await Promise.all(waiting.slice(1))).toEqual(Array(29).fill({ kind: 'stopped' }));
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});

	test('is not listened for by requests that need not wait', async () => {
		const { clock, limiter, traffic } = setUp(30);
		void traffic.request();
		await clock.advance(SECOND);
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		const admission = await limiter.acquire(limiter.newTurn(), 0, signal);
		expect(admission.kind).toBe('permit');
		expect(listen).not.toHaveBeenCalled();
	});

	test('of one execution does not touch the requests of another', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		void traffic.request();
		const own = traffic.request({ signal: cancel.signal });
		const other = traffic.request();
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(2 * MINUTE);
		expect((await own).kind).toBe('stopped');
		expect((await other).kind).toBe('replied');
	});

	test('leaves nothing on the signal, nor does a request that went or gave up', async () => {
		const { clock, traffic } = setUp(1);
		const { signal } = new AbortController();
		const endings = [
			traffic.request({ signal }),
			traffic.request({ signal, maxWaitMs: SECOND }),
			traffic.request({ signal }),
		];
		await clock.advance(5 * MINUTE);
		await Promise.all(endings);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('after it the limiter sets no timer any more', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		void traffic.requests(5, { signal: cancel.signal });
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(250);
		expect(clock.sleepers()).toBe(0);
	});
});

describe('a change of Requests per Minute', () => {
	test('upwards lets waiting requests go', async () => {
		const { clock, limiter, traffic } = setUp(2);
		void traffic.requests(5);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(2);
		limiter.setPolicy({ cap: 5 });
		await clock.advance(AT_ONCE);
		expect(traffic.sent).toHaveLength(5);
	});

	test('downwards holds for everything that comes', async () => {
		const { clock, limiter, traffic } = setUp(10);
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
		const { clock, traffic } = setUp(20, () =>
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

test('many requests at once are no harder than a few, one by one', async () => {
	const { clock, traffic } = setUp(100_000);
	const { signal } = new AbortController();
	const endings = traffic.requests(50_000, { maxWaitMs: MINUTE, signal });
	await clock.advance(10 * SECOND);
	expect(await Promise.all(endings)).toHaveLength(50_000);
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
		{ numRuns: 100, seed: 20261127 },
	);
});
