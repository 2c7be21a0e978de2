import type { PanelAccess } from '../../nodes/BacklinkPanel/api/panelAccess.ts';
import type { RateGate } from '../../nodes/BacklinkPanel/api/RateGate.ts';
import { RateGates } from '../../nodes/BacklinkPanel/api/rateGates.ts';
import { createTraffic, mostInAnyWindow } from './gateTraffic.mts';
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
	return { clock, gates: new RateGates(clock) };
}

/** The most requests in any minute that a gate lets through of many, to a service that takes them all. */
async function mostInAMinute(gate: RateGate, clock: VirtualClock): Promise<number> {
	const traffic = createTraffic(gate, clock);
	void traffic.requests(500, { maxWaitMs: HOUR });
	await clock.advance(3 * MINUTE);
	return mostInAnyWindow(traffic.sent, MINUTE);
}

describe('credentials with the same key and address share a gate, and the lowest limit holds', () => {
	test.each([
		[[30, 5], 5],
		[[5, 30], 5],
		[[60, 20], 20],
		[[20, 60], 20],
		[[100, 40, 60], 40],
	])('%j: %i in a minute', async (limits, most) => {
		const { clock, gates } = setUp();
		const used = limits.map((requestsPerMinute) =>
			gates.gateFor(accessWith({ requestsPerMinute })),
		);
		expect(new Set(used).size).toBe(1);
		expect(await mostInAMinute(gates.gateFor(accessWith({ requestsPerMinute: 100 })), clock)).toBe(
			most,
		);
	});

	test('a cap above the documented limit holds too, where a service bears more than it', async () => {
		const { clock, gates } = setUp();
		gates.gateFor(accessWith({ requestsPerMinute: 100 }));
		expect(await mostInAMinute(gates.gateFor(accessWith()), clock)).toBe(100);
	});

	test('the documented limit alone is found out', async () => {
		const { clock, gates } = setUp();
		expect(await mostInAMinute(gates.gateFor(accessWith()), clock)).toBeGreaterThan(200);
	});

	test('a limit that no credential names for an hour is forgotten', async () => {
		const { clock, gates } = setUp();
		gates.gateFor(accessWith({ requestsPerMinute: 5 }));
		for (let minutes = 0; minutes < 59; minutes += 1) {
			await clock.advance(MINUTE);
			gates.gateFor(accessWith({ requestsPerMinute: 30 }));
		}
		await clock.advance(MINUTE);
		expect(await mostInAMinute(gates.gateFor(accessWith({ requestsPerMinute: 30 })), clock)).toBe(
			30,
		);
	});

	test('one that is named again and again stays', async () => {
		const { clock, gates } = setUp();
		for (let minutes = 0; minutes < 180; minutes += 30) {
			gates.gateFor(accessWith({ requestsPerMinute: 5 }));
			await clock.advance(30 * MINUTE);
		}
		expect(await mostInAMinute(gates.gateFor(accessWith()), clock)).toBe(5);
	});

	test('requests that wait keep to a limit that comes later', async () => {
		const { clock, gates } = setUp();
		const traffic = createTraffic(gates.gateFor(accessWith({ requestsPerMinute: 30 })), clock);
		void traffic.requests(200, { maxWaitMs: HOUR });
		await clock.advance(MINUTE / 2);
		gates.gateFor(accessWith({ requestsPerMinute: 3 }));
		await clock.advance(10 * MINUTE);
		expect(mostInAnyWindow(traffic.sent.slice(30), MINUTE)).toBe(3);
	});
});

test.each([
	['another key', { apiKey: 'demo_live_5678' }],
	['another address', { baseUrl: 'https://other.example.com' }],
])('%s has a gate of its own', (_, facts) => {
	const { gates } = setUp();
	expect(gates.gateFor(accessWith(facts))).not.toBe(gates.gateFor(accessWith()));
});

describe('lost answers are remembered for each account', () => {
	test('whoever uses the account sees them, others do not', () => {
		const { gates } = setUp();
		gates.lostAnswersOf(accessWith()).lastAt = 5;
		expect(gates.lostAnswersOf(accessWith({ requestsPerMinute: 30 })).lastAt).toBe(5);
		expect(gates.lostAnswersOf(accessWith({ apiKey: 'demo_live_5678' })).lastAt).toBe(-Infinity);
	});

	test('and freed with its gate', async () => {
		const { clock, gates } = setUp();
		gates.lostAnswersOf(accessWith()).lastAt = clock.now();
		await clock.advance(HOUR - 1);
		expect(gates.lostAnswersOf(accessWith()).lastAt).not.toBe(-Infinity);
		await clock.advance(HOUR);
		gates.gateFor(accessWith({ apiKey: 'demo_live_5678' }));
		expect(gates.size).toBe(1);
		expect(gates.lostAnswersOf(accessWith()).lastAt).toBe(-Infinity);
	});
});

describe('gates that nobody uses are freed', () => {
	const keyNumber = (number: number) => accessWith({ apiKey: `demo_live_${number}` });

	test('after an hour, whenever another one is used', async () => {
		const { clock, gates } = setUp();
		for (let number = 0; number < 50; number += 1) gates.gateFor(keyNumber(number));
		await clock.advance(HOUR);
		gates.gateFor(accessWith());
		expect(gates.size).toBe(1);
	});

	test('not one that is used, although it is the oldest', async () => {
		const { clock, gates } = setUp();
		const gate = gates.gateFor(keyNumber(1));
		gates.gateFor(keyNumber(2));
		for (let minutes = 0; minutes < 120; minutes += 10) {
			expect(gates.gateFor(keyNumber(1))).toBe(gate);
			await clock.advance(10 * MINUTE);
		}
		expect(gates.size).toBe(1);
	});

	test('not one that somebody waits for', async () => {
		const { clock, gates } = setUp();
		const gate = gates.gateFor(keyNumber(1));
		const traffic = createTraffic(gate, clock, (number) =>
			number === 1 ? { kind: 'rejected', retryAfterMs: 3 * HOUR } : { kind: 'accepted' },
		);
		const ending = traffic.request({ maxWaitMs: 4 * HOUR });
		await clock.advance(2 * HOUR);
		expect(gates.gateFor(keyNumber(2))).not.toBe(gate);
		expect(gates.gateFor(keyNumber(1))).toBe(gate);
		await clock.advance(2 * HOUR);
		expect((await ending).kind).toBe('replied');
	});

	test('earlier where there are more than a thousand, but none that has sent in the last minute', async () => {
		const { clock, gates } = setUp();
		const busy = gates.gateFor(keyNumber(0));
		for (let number = 1; number < 1_000; number += 1) gates.gateFor(keyNumber(number));
		void createTraffic(busy, clock).request();
		await clock.advance(1_000);
		for (let number = 1_000; number < 5_000; number += 1) gates.gateFor(keyNumber(number));
		expect(gates.size).toBe(1_000);
		expect(gates.gateFor(keyNumber(0))).toBe(busy);
	});
});
