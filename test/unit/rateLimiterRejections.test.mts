import { readRateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';
import {
	accepted,
	DOCUMENTED,
	MINUTE,
	rejected,
	rejecting,
	SECOND,
	setUpTraffic,
} from './limiterTraffic.mts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const LONGEST = 3600 * SECOND;

describe('the wait that a Retry-After header asks for', () => {
	test.each<[header: unknown, wait: number | undefined]>([
		['7', 7 * SECOND],
		[7, 7 * SECOND],
		[' 7 ', 7 * SECOND],
		['0', 0],
		['Fri, 27 Nov 2026 12:00:07 GMT', 7 * SECOND],
		['Friday, 27-Nov-26 12:00:07 GMT', 7 * SECOND],
		['Fri, 27 Nov 2026 11:59:00 GMT', 0],
		// An hour at the most.
		['86400', LONGEST],
		['Mon, 01 Feb 2027 12:00:00 GMT', LONGEST],
		['', undefined],
		[null, undefined],
		[[], undefined],
		['1.5', undefined],
		['Fri Nov 27 12:00:07 2026', undefined],
		['-5', undefined],
		['7s', undefined],
		['1e3', undefined],
		['Infinity', undefined],
		['soon', undefined],
		['Fri, soon', undefined],
		[{}, undefined],
	])('%j: %j ms', (header, wait) => {
		for (const name of ['retry-after', 'Retry-After']) {
			expect(readRateLimitHeaders({ [name]: header }, NOW).retryAfterMs).toBe(wait);
		}
	});

	test.each([
		['Fri, 27 Nov 2026 15:00:00 GMT', 'Fri, 27 Nov 2026 15:00:07 GMT'],
		['yesterday', 'Fri, 27 Nov 2026 12:00:07 GMT'],
	])('is counted from the service’s clock where that can be read: %s', (date, retryAfter) => {
		const headers = { Date: date, 'Retry-After': retryAfter };
		expect(readRateLimitHeaders(headers, NOW).retryAfterMs).toBe(7 * SECOND);
	});
});

describe('after a rejection', () => {
	test('a burst of rejections is one pause, which the later of them do not make longer', async () => {
		const { clock, traffic } = setUpTraffic(30, (number) =>
			number >= 2 && number <= 11
				? { kind: 'rejected', retryAfterMs: 7 * SECOND, afterMs: number * 100 }
				: accepted,
		);
		const endings = traffic.requests(11);
		await clock.advance(12 * SECOND);
		expect(await Promise.all(endings)).toHaveLength(11);
	});

	test('a single request tries first, and again a single one if that is rejected too', async () => {
		const { clock, traffic } = setUpTraffic(30, rejecting(2, 9, { retryAfterMs: 10 * SECOND }));
		void traffic.requests(6);
		await clock.advance(5 * SECOND);
		for (const tries of [6, 7, 8, 9]) {
			expect(traffic.sent).toHaveLength(tries);
			await clock.advance(11 * SECOND);
		}
		expect(traffic.sent).toHaveLength(14);
	});

	test.each(['unsent', 'unknown'] as const)(
		'one that ended as %s tells nothing, so the next one tries alone too',
		async (kind) => {
			const { clock, traffic } = setUpTraffic(30, (number) => {
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

	test.each([
		['rejects for long', undefined, 150],
		['rejects and says “at once”', 0, 600],
		['rejects in the time that it named', SECOND, 75],
	])('a service that %s is asked only now and then', async (_, retryAfterMs, most) => {
		const { clock, traffic } = setUpTraffic(59, () => ({ kind: 'rejected', retryAfterMs }));
		void traffic.request();
		await clock.advance(10 * MINUTE);
		expect(traffic.sent.length).toBeGreaterThan(10);
		expect(traffic.sent.length).toBeLessThan(most);
	});
});

describe('when nothing gets through', () => {
	test('for as long as a request may wait, further ones are told so at once', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, () => rejected);
		void traffic.requests(5, { maxWaitMs: 10 * SECOND });
		void traffic.request();
		await clock.advance(30 * SECOND);
		const sentSoFar = traffic.sent.length;
		const late = await Promise.all(traffic.requests(20, { maxWaitMs: 10 * SECOND }));
		expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['waitedTooLong']));
		expect(traffic.sent).toHaveLength(sentSoFar);
	});

	test('more patient ones go on, one at a time', async () => {
		const { clock, traffic } = setUpTraffic(DOCUMENTED, rejecting(1, 10));
		void traffic.requests(3, { maxWaitMs: 10 * SECOND });
		const patient = traffic.request({ maxWaitMs: 20 * MINUTE });
		await clock.advance(20 * MINUTE);
		expect((await patient).kind).toBe('replied');
	});

	test('a request that comes when the pause is over tries anew', async () => {
		const reply = rejecting(1, 3, { retryAfterMs: 20 * SECOND });
		const { clock, traffic } = setUpTraffic(DOCUMENTED, reply);
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(30 * SECOND);
		void traffic.request({ maxWaitMs: SECOND });
		await clock.advance(SECOND);
		expect(traffic.sent).toHaveLength(2);
	});
});
