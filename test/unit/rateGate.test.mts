import { getEventListeners } from 'node:events';

import fc from 'fast-check';

import { RateGate } from '../../nodes/BacklinkPanel/api/RateGate.ts';
import { createTraffic, mostInAnyWindow, type Reply } from './gateTraffic.mts';
import { createVirtualClock } from './virtualClock.mts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Requests that may go are spaced a little; this is more than that ever takes for a few of them. */
const AT_ONCE = 2 * SECOND;

const accepted: Reply = { kind: 'accepted' };
const rejected: Reply = { kind: 'rejected' };

/**
 * A gate, its clock, and requests through it.
 *
 * @param reply what the service does with the request of this number, counted from 1
 */
function setUp(perMinute: number, reply?: (number: number, ticket: number) => Reply) {
	const clock = createVirtualClock();
	const gate = new RateGate(perMinute, { clock });
	return { clock, gate, traffic: createTraffic(gate, clock, reply) };
}

describe('the limit is kept', () => {
	test.each([1, 2, 5, 30, 59])('never more than %i requests in any minute', async (perMinute) => {
		const { clock, traffic } = setUp(perMinute);
		const endings = traffic.requests(perMinute * 3 + 1);
		await clock.advance(4 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(perMinute * 3 + 1);
		expect(mostInAnyWindow(traffic.sent, MINUTE)).toBe(perMinute);
	});

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

	test('the documented 60 go within seconds', async () => {
		const { clock, traffic } = setUp(60);
		void traffic.requests(60);
		await clock.advance(10 * SECOND);
		expect(traffic.sent).toHaveLength(60);
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
		['unsent', 'does not count'],
	])('a request that ended as %s %s', async (kind, counting) => {
		const { clock, traffic } = setUp(2, (number) => ({ kind: number === 1 ? kind : 'accepted' }));
		void traffic.requests(3);
		await clock.advance(10 * SECOND);
		expect(traffic.sent).toHaveLength(counting === 'counts' ? 2 : 3);
	});

	test('a request that was rejected does not count', async () => {
		const { clock, traffic } = setUp(2, (number) => (number === 1 ? rejected : accepted));
		void traffic.requests(2);
		await clock.advance(10 * SECOND);
		expect(traffic.sent.filter(({ reply }) => reply === 'accepted')).toHaveLength(2);
	});
});

describe('the order', () => {
	test('requests go in the order of their tickets, whoever asks first', async () => {
		const { clock, gate, traffic } = setUp(1);
		void traffic.request();
		await clock.settle();

		const order: number[] = [];
		const tickets = [1, 2, 3, 4].map(() => gate.newTicket());
		for (const ticket of [...tickets].reverse()) {
			void gate.acquire(ticket, HOUR).then((admission) => {
				order.push(ticket.number);
				if (admission.kind === 'permit') gate.accepted(admission.permit);
			});
		}
		await clock.advance(5 * MINUTE);
		expect(order).toEqual(tickets.map(({ number }) => number));
	});

	test('a request that was rejected keeps its turn', async () => {
		const { clock, traffic } = setUp(2, (number) => (number === 1 ? rejected : accepted));
		void traffic.requests(6);
		await clock.advance(5 * MINUTE);
		expect(traffic.sent.map(({ ticket }) => ticket)).toEqual([1, 2, 1, 3, 4, 5, 6]);
	});

	test('a whole burst that was rejected goes again in its order', async () => {
		const { clock, traffic } = setUp(10, (number) => (number <= 5 ? rejected : accepted));
		void traffic.requests(5);
		await clock.advance(MINUTE);
		expect(traffic.sent.map(({ ticket }) => ticket)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
	});
});

describe('after a rejection', () => {
	test('a burst of rejections is one pause, not one for each', async () => {
		const { clock, traffic } = setUp(30, (number) => (number <= 10 ? rejected : accepted));
		const endings = traffic.requests(10);
		await clock.advance(10 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(10);
	});

	test('later rejections of the same burst do not make the pause longer', async () => {
		const { clock, traffic } = setUp(30, (number) =>
			number <= 10
				? { kind: 'rejected', retryAfterMs: 7 * SECOND, afterMs: number * 100 }
				: accepted,
		);
		void traffic.requests(10);
		await clock.advance(8 * SECOND);
		expect(traffic.sent.length).toBeGreaterThan(10);
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
			number <= 5
				? { kind: 'rejected', retryAfterMs: 10 * SECOND }
				: { kind: 'accepted', afterMs: 400 },
		);
		void traffic.requests(5);
		await clock.advance(30 * SECOND);
		const afterPause = traffic.times().filter((at) => at > 5 * SECOND);
		const [first = 0, second = 0] = afterPause;
		expect(afterPause).toHaveLength(5);
		expect(second).toBeGreaterThanOrEqual(first + 400);
		expect(afterPause[4]).toBeLessThanOrEqual(first + 400 + AT_ONCE);
	});

	test('if that one is rejected too, again a single one tries', async () => {
		const { clock, traffic } = setUp(30, (number) =>
			number <= 8 ? { kind: 'rejected', retryAfterMs: 10 * SECOND } : accepted,
		);
		void traffic.requests(5);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(5);
		for (const tries of [6, 7, 8]) {
			await clock.advance(11 * SECOND);
			expect(traffic.sent).toHaveLength(tries);
		}
	});

	test('one that never left tells nothing, so the next one tries', async () => {
		const { clock, traffic } = setUp(30, (number) => {
			if (number <= 3) return { kind: 'rejected', retryAfterMs: 5 * SECOND };
			return number === 4 ? { kind: 'unsent' } : accepted;
		});
		void traffic.requests(3);
		await clock.advance(20 * SECOND);
		expect(traffic.sent.map(({ reply }) => reply).slice(3)).toEqual([
			'unsent',
			'accepted',
			'accepted',
		]);
	});

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
		const { clock, traffic } = setUp(30, (number) => (number <= 12 ? rejected : accepted));
		const endings = traffic.requests(20);
		await clock.advance(3 * MINUTE);
		expect(await Promise.all(endings)).toHaveLength(20);
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
		const { clock, gate, traffic } = setUp(5, (number) =>
			number === 1 ? { kind: 'rejected', afterMs: 5 * MINUTE, retryAfterMs: 5 * SECOND } : accepted,
		);
		const ending = traffic.request({ maxWaitMs: 10 * SECOND });
		await clock.advance(6 * MINUTE);
		expect((await ending).kind).toBe('replied');
		expect(gate.newTicket().waitedMs).toBe(0);
	});

	test('the ticket tells how long the request has waited', async () => {
		const { clock, gate, traffic } = setUp(1);
		void traffic.request();
		const ticket = gate.newTicket();
		const admission = gate.acquire(ticket, HOUR);
		await clock.advance(2 * MINUTE);
		expect((await admission).kind).toBe('permit');
		expect(ticket.waitedMs).toBeGreaterThanOrEqual(59 * SECOND);
		expect(ticket.waitedMs).toBeLessThanOrEqual(62 * SECOND);
	});

	test('a request that gives up leaves its turn to the next one', async () => {
		const { clock, traffic } = setUp(1);
		void traffic.request();
		void traffic.request({ maxWaitMs: 5 * SECOND });
		void traffic.request();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ ticket }) => ticket)).toEqual([1, 3]);
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
		expect(traffic.sent.map(({ ticket }) => ticket)).toEqual([1, 12]);
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

	test('after it the gate goes to sleep', async () => {
		const { clock, traffic } = setUp(1);
		const cancel = new AbortController();
		void traffic.requests(5, { signal: cancel.signal });
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(5 * MINUTE);
		expect(clock.sleepers()).toBe(0);
	});
});

describe('a change of Requests per Minute', () => {
	test('upwards lets waiting requests go', async () => {
		const { clock, gate, traffic } = setUp(2);
		void traffic.requests(5);
		await clock.advance(5 * SECOND);
		expect(traffic.sent).toHaveLength(2);
		gate.requestsPerWindow = 5;
		await clock.advance(AT_ONCE);
		expect(traffic.sent).toHaveLength(5);
	});

	test('downwards holds for everything that comes', async () => {
		const { clock, gate, traffic } = setUp(10);
		void traffic.requests(10);
		await clock.advance(5 * SECOND);
		gate.requestsPerWindow = 3;
		void traffic.requests(12);
		await clock.advance(10 * MINUTE);
		expect(traffic.sent).toHaveLength(22);
		expect(mostInAnyWindow(traffic.sent.slice(10), MINUTE)).toBe(3);
	});
});

describe('after an idle hour', () => {
	test('everything is forgotten', async () => {
		const { clock, traffic } = setUp(5, (number) => (number <= 5 ? rejected : accepted));
		void traffic.requests(5, { maxWaitMs: 0 });
		await clock.advance(HOUR);
		void traffic.requests(5);
		await clock.advance(5 * SECOND);
		expect(traffic.sent.filter(({ reply }) => reply === 'accepted')).toHaveLength(5);
	});
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
			fc.integer({ min: 1, max: 10 }),
			fc.array(arrival, { minLength: 1, maxLength: 40 }),
			fc.array(reply, { minLength: 1, maxLength: 60 }),
			chances,
			async (perMinute, arrivals, replies, chance) => {
				let drawn = 0;
				const clock = createVirtualClock(() => chance[drawn++ % chance.length] ?? 0);
				const gate = new RateGate(perMinute, { clock });
				const traffic = createTraffic(
					gate,
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
				expect(mostInAnyWindow(traffic.sent, MINUTE)).toBeLessThanOrEqual(perMinute);
			},
		),
		{ numRuns: 60, seed: 20261127 },
	);
});
