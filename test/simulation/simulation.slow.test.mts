import { burstThroughLimiter, burstThroughPool } from './burst.mts';
import { namedPanels } from './concurrency/namedPanels.mts';
import { runBatch } from './concurrency/runBatch.mts';
import { goals, missed } from './goals.mts';
import { runScenario } from './runScenario.mts';
import { serviceKinds } from './services.mts';
import { sweep } from './sweep.mts';

/** A part of what `npm run simulate` goes through. */
const common = {
	requests: [600],
	latencies: [1_000],
	runs: 1,
	inFlight: 20,
	retryAfter: 'none',
	windowsEnd: 'after35s',
} as const;

/** A batch of orders, with as many in flight as the node decides. */
const adaptive = { inFlight: 'adaptive', window: 'sliding', seed: 1 } as const;

describe.each([1, 4, 8])('%i processes that share a key', (processes) => {
	test.each(serviceKinds)('reach the goals where the service counts as %s', async (service) => {
		const set = { ...common, requests: [...common.requests], latencies: [...common.latencies] };
		const limiter = await sweep({ ...set, service, processes, strategy: 'RateLimiter' });
		const aws = await sweep({ ...set, service, processes, strategy: 'AWS adaptive' });
		expect(missed(service, limiter, aws)).toEqual([]);
	});
});

test.each(serviceKinds)('a small job is done in time beside a big one: %s', async (service) => {
	const { isFinished, latecomerMs } = await runScenario({
		service,
		strategy: 'RateLimiter',
		processes: 1,
		requests: 600,
		latencyMs: 1_000,
		inFlight: 20,
		retryAfter: 'none',
		windowsEnd: 'atAnyTime',
		seed: 20261127,
		latecomer: 5,
	});
	expect(isFinished).toBe(true);
	expect(latecomerMs).toBeLessThanOrEqual(goals.latecomerMs);
});

test.each(['seconds', 'date'] as const)(
	'a service that says when to come again (%s) refuses few',
	async (retryAfter) => {
		const { isFinished, rejections } = await runScenario({
			service: 'F2',
			strategy: 'RateLimiter',
			processes: 2,
			requests: 300,
			latencyMs: 1_000,
			inFlight: 20,
			retryAfter,
			windowsEnd: 'after35s',
			seed: 20261127,
		});
		expect(isFinished).toBe(true);
		expect(rejections).toBeLessThan(30);
	},
);

test.each([10, 20])('60 requests from rest are not held back: %i in flight', async (inFlight) => {
	const burst = { requests: 60, inFlight, latencyMs: 100 };
	const ratio = (await burstThroughLimiter(burst)) / burstThroughPool(burst);
	expect(ratio).toBeLessThanOrEqual(goals.burstToPool);
});

describe('how many orders are in flight', () => {
	test.each(namedPanels)('$name: none of 300 is lost', async ({ panel, mostInFlight }) => {
		const report = await runBatch({ ...adaptive, orders: 300, panel });
		expect(report.lost).toBe(0);
		expect(report.mostInFlight).toBeLessThanOrEqual(mostInFlight);
	});

	test.each([
		{ orders: 40, orderMs: 5_000, seconds: 17 },
		{ orders: 60, orderMs: 20_000, seconds: 85 },
		{ orders: 300, orderMs: 20_000, seconds: 330 },
	])('$orders of $orderMs ms take at most $seconds s', async ({ orders, orderMs, seconds }) => {
		const { makespanMs } = await runBatch({
			...adaptive,
			orders,
			panel: { workers: 100, orderMs },
		});
		expect(makespanMs).toBeLessThanOrEqual(seconds * 1_000);
	});
});

test('the same seed gives the same run', async () => {
	const scenario = {
		service: 'SC',
		strategy: 'RateLimiter',
		processes: 3,
		requests: 120,
		latencyMs: 300,
		inFlight: 5,
		retryAfter: 'none',
		windowsEnd: 'atAnyTime',
		seed: 1,
	} as const;
	expect(await runScenario(scenario)).toEqual(await runScenario(scenario));
});
