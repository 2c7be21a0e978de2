import { namedPanels } from './concurrency/namedPanels.mts';
import { runBatch } from './concurrency/runBatch.mts';
import { goals } from './goals.mts';
import { runScenario } from './runScenario.mts';
import { serviceKinds } from './services.mts';
import { missed, sweep } from './sweep.mts';

/** Part of the scenarios of `npm run simulate`. */
const common = { inFlight: 20, retryAfter: 'none', windowsEnd: 'after35s' } as const;
const batch = { ...common, processes: 1, requests: 600, latencyMs: 1_000, seed: 20261127 } as const;

const adaptive = { inFlight: 'adaptive', window: 'sliding', seed: 1 } as const;

test.each([1, 4, 8])('%i processes that share a key reach the goals', async (processes) => {
	const set = { ...common, processes, requests: [120, 600], latencies: [1_000], runs: 1 };
	expect(missed(processes, await sweep(set))).toEqual([]);
});

test.each(serviceKinds)('a small job is done in time beside a big one: %s', async (service) => {
	const report = await runScenario({ ...batch, service, windowsEnd: 'atAnyTime', latecomer: 5 });
	expect(report.isFinished).toBe(true);
	expect(report.latecomerMs).toBeLessThanOrEqual(goals.latecomerMs);
});

test.each(['seconds', 'date'] as const)(
	'a service that sends Retry-After (%s) refuses few requests',
	async (retryAfter) => {
		const told = { ...batch, service: 'F2', processes: 2, requests: 300, retryAfter } as const;
		const { isFinished, rejectionShare } = await runScenario(told);
		expect(isFinished).toBe(true);
		expect(rejectionShare).toBeLessThan(0.1);
	},
);

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
	const scenario = { ...batch, service: 'SC', processes: 3, requests: 120, inFlight: 5 } as const;
	expect(await runScenario(scenario)).toEqual(await runScenario(scenario));
});
