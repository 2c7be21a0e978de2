import { MOST_KEYS_PER_CLAIM } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { chanceFrom } from '../simulation/chance.mts';
import { brokenAssumptions, everyForm, otherCases, type Check } from './configurations.mts';
import { everyInterleaving } from './everyInterleaving.mts';
import { orderStore } from './programs.mts';
import { randomRuns } from './randomRuns.mts';
import { RowsInMemory } from './RowsInMemory.mts';

/** The shorter cases of `npm run check-order-store`, with fewer crashes and fewer overwritten writes. */
const checks = [...everyForm, ...otherCases].filter(({ isLong }) => !isLong).map(reduced);

function reduced({ name, configuration }: Check): Check {
	const nodes = new Set(configuration.processes.map(({ node }) => node));
	const crashes = nodes.size > 1 ? 0 : configuration.crashes;
	return { name, configuration: { ...configuration, mostWrites: 1, crashes } };
}

test.each(checks)('no key is paid twice, or reads paid without an order: $name', async (check) => {
	const { states, example } = await everyInterleaving(check.configuration);
	expect(example).toBeUndefined();
	expect(states).toBeGreaterThan(100);
});

test.each(brokenAssumptions.filter(({ isLong }) => !isLong))(
	'the check finds a violation if an assumption is broken: $name',
	async (check) => {
		const { violations } = await everyInterleaving({ ...check.configuration, mostWrites: 1 });
		expect(violations).toBeGreaterThan(0);
	},
);

test.each(['XXXX', 'XXYY', 'XYZ'])('random runs of nodes %s have no violation', async (nodes) => {
	const found = await randomRuns({ store: orderStore, nodes, rounds: 80, seed: 1 });
	expect(found.example).toBeUndefined();
	expect(found.orders).toBeGreaterThan(50);
});

/** Number of keys used every day. With the new keys of two days, they are the 10,000 keys that the store keeps. */
const EVERY_DAY = 9_000;
const NEW_EACH_DAY = 500;
/** Share of the orders of 50 keys that crash and are made again. */
const CRASHES = 0.1;

test('keys that are used every day are remembered, whatever else is ordered', async () => {
	const random = chanceFrom(1);
	const rows = new RowsInMemory();
	const placed = new Set<string>();
	let crashes = 0;

	async function order(keys: string[], callsUntilCrash: number): Promise<void> {
		rows.callsUntilCrash = callsUntilCrash;
		const store = orderStore(rows.functions, 'used every day', rows.environment);
		const claims = keys.map((key) => ({ key, resendsUnknown: false }));
		const states = await store.claim(claims).catch(() => new Map());
		const granted = keys.filter((key) => states.get(key) === 'free');
		expect(granted.filter((key) => placed.has(key))).toEqual([]);
		for (const key of granted) placed.add(key);
		const outcomes = granted.map((key) => ({ key, outcome: 'paid' as const }));
		await store.conclude(outcomes).catch(() => {});
		if (rows.hasCrashed) crashes += 1;
		rows.restart();
	}

	for (let day = 0; day < 30; day += 1) {
		const keys = [...named('row', EVERY_DAY), ...named(`new on day ${day}`, NEW_EACH_DAY)];
		for (let from = 0; from < keys.length; from += MOST_KEYS_PER_CLAIM) {
			const some = keys.slice(from, from + MOST_KEYS_PER_CLAIM);
			if (random() < CRASHES) await order(some, Math.floor(random() * 12));
			await order(some, Infinity);
		}
	}
	expect(crashes).toBeGreaterThan(100);
});

function named(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}
