import { Accounts } from '../../nodes/BacklinkPanel/api/Account.ts';
import type { PanelAccess } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import type { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { createTraffic, HOUR, MINUTE, mostInAnyWindow, rejecting } from './limiterTraffic.mts';
import { createVirtualClock, type VirtualClock } from './virtualClock.mts';

const accessWith = (facts: Partial<PanelAccess> = {}): PanelAccess => ({
	kind: 'access',
	baseUrl: 'https://panel.example.com',
	apiKey: 'demo_live_1234',
	requestsPerMinute: 60,
	...facts,
});
const keyNumber = (number: number) => accessWith({ apiKey: `demo_live_${number}` });

function setUp() {
	const clock = createVirtualClock();
	const accounts = new Accounts(clock);
	const named = (requestsPerMinute: number) =>
		accounts.of(accessWith({ requestsPerMinute })).limiter;
	return { clock, accounts, named };
}

/** Sends 250 requests to a service that accepts all. @returns the most that a limiter lets through in a minute */
async function mostInAMinute(limiter: RateLimiter, clock: VirtualClock): Promise<number> {
	const traffic = createTraffic(limiter, clock);
	void traffic.requests(250, { maxWaitMs: HOUR });
	await clock.advance(1.5 * MINUTE);
	return mostInAnyWindow(traffic.sent, MINUTE);
}

describe('credentials with the same key and address share an account', () => {
	test.each([
		[[20, 60], 20],
		// A limit above the documented 60 holds too, although this service accepts more.
		[[100, 60], 100],
	])('%j: the lowest limit holds, %i in a minute', async (limits, most) => {
		const { clock, named } = setUp();
		const [limiter, ...others] = limits.map(named);
		if (!limiter) throw new Error('no limit');
		for (const other of others) expect(other).toBe(limiter);
		expect(await mostInAMinute(limiter, clock)).toBe(most);
	});

	test('the documented limit alone is exceeded if the service accepts more', async () => {
		const { clock, named } = setUp();
		expect(await mostInAMinute(named(60), clock)).toBeGreaterThan(200);
	});

	test('a limit that no credential names for an hour is forgotten, another one stays', async () => {
		const { clock, named } = setUp();
		named(5);
		for (let minutes = 0; minutes < 60; minutes += 10) {
			named(30);
			await clock.advance(10 * MINUTE);
		}
		expect(await mostInAMinute(named(100), clock)).toBe(30);
	});

	test('requests that wait keep to a limit that comes later', async () => {
		const { clock, named } = setUp();
		const traffic = createTraffic(named(30), clock);
		void traffic.requests(200, { maxWaitMs: HOUR });
		await clock.advance(MINUTE / 2);
		named(3);
		await clock.advance(10 * MINUTE);
		expect(mostInAnyWindow(traffic.sent.slice(30), MINUTE)).toBe(3);
	});
});

test.each([{ apiKey: 'demo_live_5678' }, { baseUrl: 'https://other.example.com' }])(
	'%j is an account of its own; another number of requests per minute is not',
	(facts) => {
		const { accounts } = setUp();
		const account = accounts.of(accessWith());
		expect(accounts.of(accessWith({ requestsPerMinute: 30 }))).toBe(account);
		expect(accounts.of(accessWith(facts))).not.toBe(account);
		expect(accounts.of(accessWith(facts)).limiter).not.toBe(account.limiter);
	},
);

describe('accounts that are not used are forgotten', () => {
	test('after an hour; not one that is used, although it is the oldest', async () => {
		const { clock, accounts } = setUp();
		const account = accounts.of(keyNumber(1));
		accounts.of(keyNumber(2)).lastLostAnswer.lastAt = 5;
		for (let minutes = 0; minutes < 120; minutes += 10) {
			expect(accounts.of(keyNumber(1))).toBe(account);
			await clock.advance(10 * MINUTE);
		}
		expect(accounts.size).toBe(1);
		expect(accounts.of(keyNumber(2)).lastLostAnswer.lastAt).toBe(-Infinity);
	});

	test('not one that a request waits for', async () => {
		const { clock, accounts } = setUp();
		const account = accounts.of(keyNumber(1));
		const reply = rejecting(1, 1, { retryAfterMs: 3 * HOUR });
		const ending = createTraffic(account.limiter, clock, reply).request({ maxWaitMs: 4 * HOUR });
		await clock.advance(2 * HOUR);
		accounts.of(keyNumber(2));
		expect(accounts.of(keyNumber(1))).toBe(account);
		await clock.advance(2 * HOUR);
		expect((await ending).kind).toBe('replied');
	});

	test('earlier where there are more than a thousand, but none that has sent in the last minute', async () => {
		const { clock, accounts } = setUp();
		const busy = accounts.of(keyNumber(0));
		for (let number = 1; number < 1_000; number += 1) accounts.of(keyNumber(number));
		void createTraffic(busy.limiter, clock).request();
		await clock.advance(1_000);
		for (let number = 1_000; number < 1_100; number += 1) accounts.of(keyNumber(number));
		expect(accounts.size).toBe(1_000);
		expect(accounts.of(keyNumber(0))).toBe(busy);
	});
});
