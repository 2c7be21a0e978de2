import { brokenAssumptions, everyForm, otherCases, type Check } from './configurations.mts';
import { everyInterleaving } from './everyInterleaving.mts';
import { orderStore } from './programs.mts';
import { randomRuns } from './randomRuns.mts';
import { usedEveryDay } from './usedEveryDay.mts';

/**
 * The order store's own code, in every order in which the calls of some processes can follow each other.
 * `npm run check-order-store` has more cases, and in each of them more crashes and overwritten writes.
 */
const checks = [...everyForm, ...otherCases].filter(({ isLong }) => !isLong).map(reduced);

function reduced({ name, configuration }: Check): Check {
	const nodes = new Set(configuration.processes.map(({ node }) => node));
	const crashes = nodes.size > 1 ? 0 : configuration.crashes;
	return { name, configuration: { ...configuration, mostWrites: 1, crashes } };
}

test.each(checks)('nothing is paid twice, or wrongly taken for paid: $name', async (check) => {
	const { states, example } = await everyInterleaving(check.configuration);
	expect(example).toBeUndefined();
	expect(states).toBeGreaterThan(100);
});

test.each(brokenAssumptions.filter(({ isLong }) => !isLong))(
	'this has to be assumed not to happen: $name',
	async (check) => {
		const { violations } = await everyInterleaving({ ...check.configuration, mostWrites: 1 });
		expect(violations).toBeGreaterThan(0);
	},
);

test.each(['XXXX', 'XXYY', 'XYZ'])('four processes of the nodes %s, by chance', async (nodes) => {
	const found = await randomRuns({ store: orderStore, nodes, rounds: 80, seed: 1 });
	expect(found.example).toBeUndefined();
	expect(found.orders).toBeGreaterThan(50);
});

test('keys that are used every day are remembered, whatever else is ordered', async () => {
	const { crashes, forgotten } = await usedEveryDay(orderStore, 30, 0.1);
	expect(forgotten).toBe(0);
	expect(crashes).toBeGreaterThan(100);
});
