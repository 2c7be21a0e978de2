import { AccountRateLimiters } from '../../nodes/BacklinkPanel/api/accountRateLimiters.ts';
import type { PanelAccess } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import type { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { createTraffic, mostInAnyWindow } from './limiterTraffic.mts';
import { createVirtualClock, type VirtualClock } from './virtualClock.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const accessWith = (facts: Partial<PanelAccess> = {}): PanelAccess => ({
	kind: 'access',
	baseUrl: 'https://panel.example.com',
	apiKey: 'demo_live_1234',
	requestsPerMinute: 60,
	...facts,
});

function setUp() {
	const clock = createVirtualClock();
	return { clock, limiters: new AccountRateLimiters(clock) };
}

/** The most requests in any minute that a limiter lets through of many, to a service that takes them all. */
async function mostInAMinute(limiter: RateLimiter, clock: VirtualClock): Promise<number> {
	const traffic = createTraffic(limiter, clock);
	void traffic.requests(500, { maxWaitMs: HOUR });
	await clock.advance(3 * MINUTE);
	return mostInAnyWindow(traffic.sent, MINUTE);
}

describe('credentials with the same key and address share a limiter, and the lowest limit holds', () => {
	test.each([
		[[30, 5], 5],
		[[5, 30], 5],
		[[60, 20], 20],
		[[20, 60], 20],
		[[100, 40, 60], 40],
	])('%j: %i in a minute', async (limits, most) => {
		const { clock, limiters } = setUp();
		const used = limits.map((requestsPerMinute) =>
			limiters.limiterFor(accessWith({ requestsPerMinute })),
		);
		expect(new Set(used).size).toBe(1);
		expect(
			await mostInAMinute(limiters.limiterFor(accessWith({ requestsPerMinute: 100 })), clock),
		).toBe(most);
	});

	test('a cap above the documented limit holds too, where a service bears more than it', async () => {
		const { clock, limiters } = setUp();
		limiters.limiterFor(accessWith({ requestsPerMinute: 100 }));
		expect(await mostInAMinute(limiters.limiterFor(accessWith()), clock)).toBe(100);
	});

	test('the documented limit alone is kept to at first', async () => {
		const { clock, limiters } = setUp();
		const traffic = createTraffic(limiters.limiterFor(accessWith()), clock);
		void traffic.requests(500, { maxWaitMs: HOUR });
		await clock.advance(1_000);
		expect(traffic.sent).toHaveLength(60);
	});

	test('the documented limit alone is found out', async () => {
		const { clock, limiters } = setUp();
		expect(await mostInAMinute(limiters.limiterFor(accessWith()), clock)).toBeGreaterThan(200);
	});

	test('a limit that no credential names for an hour is forgotten', async () => {
		const { clock, limiters } = setUp();
		limiters.limiterFor(accessWith({ requestsPerMinute: 5 }));
		for (let minutes = 0; minutes < 59; minutes += 1) {
			await clock.advance(MINUTE);
			limiters.limiterFor(accessWith({ requestsPerMinute: 30 }));
		}
		await clock.advance(MINUTE);
		expect(
			await mostInAMinute(limiters.limiterFor(accessWith({ requestsPerMinute: 30 })), clock),
		).toBe(30);
	});

	test('one that is named again and again stays', async () => {
		const { clock, limiters } = setUp();
		for (let minutes = 0; minutes < 180; minutes += 30) {
			limiters.limiterFor(accessWith({ requestsPerMinute: 5 }));
			await clock.advance(30 * MINUTE);
		}
		expect(await mostInAMinute(limiters.limiterFor(accessWith()), clock)).toBe(5);
	});

	test('requests that wait keep to a limit that comes later', async () => {
		const { clock, limiters } = setUp();
		const traffic = createTraffic(
			limiters.limiterFor(accessWith({ requestsPerMinute: 30 })),
			clock,
		);
		void traffic.requests(200, { maxWaitMs: HOUR });
		await clock.advance(MINUTE / 2);
		limiters.limiterFor(accessWith({ requestsPerMinute: 3 }));
		await clock.advance(10 * MINUTE);
		expect(mostInAnyWindow(traffic.sent.slice(30), MINUTE)).toBe(3);
	});
});

test.each([
	['another key', { apiKey: 'demo_live_5678' }],
	['another address', { baseUrl: 'https://other.example.com' }],
])('%s has a limiter of its own', (_, facts) => {
	const { limiters } = setUp();
	expect(limiters.limiterFor(accessWith(facts))).not.toBe(limiters.limiterFor(accessWith()));
});

describe('lost answers are remembered for each account', () => {
	test('whoever uses the account sees them, others do not', () => {
		const { limiters } = setUp();
		limiters.lastLostAnswerOf(accessWith()).lastAt = 5;
		expect(limiters.lastLostAnswerOf(accessWith({ requestsPerMinute: 30 })).lastAt).toBe(5);
		expect(limiters.lastLostAnswerOf(accessWith({ apiKey: 'demo_live_5678' })).lastAt).toBe(
			-Infinity,
		);
	});

	test('and freed with its limiter', async () => {
		const { clock, limiters } = setUp();
		limiters.lastLostAnswerOf(accessWith()).lastAt = clock.now();
		await clock.advance(HOUR - 1);
		expect(limiters.lastLostAnswerOf(accessWith()).lastAt).not.toBe(-Infinity);
		await clock.advance(HOUR);
		limiters.limiterFor(accessWith({ apiKey: 'demo_live_5678' }));
		expect(limiters.size).toBe(1);
		expect(limiters.lastLostAnswerOf(accessWith()).lastAt).toBe(-Infinity);
	});
});

describe('limiters that nobody uses are freed', () => {
	const keyNumber = (number: number) => accessWith({ apiKey: `demo_live_${number}` });

	test('after an hour, whenever another one is used', async () => {
		const { clock, limiters } = setUp();
		for (let number = 0; number < 50; number += 1) limiters.limiterFor(keyNumber(number));
		await clock.advance(HOUR);
		limiters.limiterFor(accessWith());
		expect(limiters.size).toBe(1);
	});

	test('not one that is used, although it is the oldest', async () => {
		const { clock, limiters } = setUp();
		const limiter = limiters.limiterFor(keyNumber(1));
		limiters.limiterFor(keyNumber(2));
		for (let minutes = 0; minutes < 120; minutes += 10) {
			expect(limiters.limiterFor(keyNumber(1))).toBe(limiter);
			await clock.advance(10 * MINUTE);
		}
		expect(limiters.size).toBe(1);
	});

	test('not one that somebody waits for', async () => {
		const { clock, limiters } = setUp();
		const limiter = limiters.limiterFor(keyNumber(1));
		const traffic = createTraffic(limiter, clock, (number) =>
			number === 1 ? { kind: 'rejected', retryAfterMs: 3 * HOUR } : { kind: 'accepted' },
		);
		const ending = traffic.request({ maxWaitMs: 4 * HOUR });
		await clock.advance(2 * HOUR);
		expect(limiters.limiterFor(keyNumber(2))).not.toBe(limiter);
		expect(limiters.limiterFor(keyNumber(1))).toBe(limiter);
		await clock.advance(2 * HOUR);
		expect((await ending).kind).toBe('replied');
	});

	test('earlier where there are more than a thousand, but none that has sent in the last minute', async () => {
		const { clock, limiters } = setUp();
		const busy = limiters.limiterFor(keyNumber(0));
		for (let number = 1; number < 1_000; number += 1) limiters.limiterFor(keyNumber(number));
		void createTraffic(busy, clock).request();
		await clock.advance(1_000);
		for (let number = 1_000; number < 5_000; number += 1) limiters.limiterFor(keyNumber(number));
		expect(limiters.size).toBe(1_000);
		expect(limiters.limiterFor(keyNumber(0))).toBe(busy);
	});
});
