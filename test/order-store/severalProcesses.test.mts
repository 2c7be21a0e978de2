import { deduplicationStore } from '../engine/deduplicationStore.mts';
import {
	claim,
	claimsOf,
	conclude,
	contextOf,
	named,
	storeOfAProcess,
	surroundings,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

useFreshWorkflow();

describe('several processes', () => {
	test('two queue workers that record different keys at the same time lose none of them', async () => {
		const workers = [
			{ store: await storeOfAProcess(), keys: named('first') },
			{ store: await storeOfAProcess(), keys: named('second') },
		];
		const orders = workers.flatMap(({ store, keys }) =>
			keys.map(async (key) => {
				expect(await claim(store, key)).toBe('free');
				await conclude(store, key, 'paid');
			}),
		);
		await Promise.all(orders);

		const later = await storeOfAProcess();
		const keys = workers.flatMap((worker) => worker.keys);
		expect(await later.claim(claimsOf(keys))).toEqual(new Map(keys.map((key) => [key, 'paid'])));
	});

	test('two queue workers that want the same new key at the same moment: one of them may order', async () => {
		const workers = [await storeOfAProcess(), await storeOfAProcess()];
		for (const key of named('key', 5)) {
			const states = await Promise.all(workers.map((store) => claim(store, key)));
			expect(states.sort()).toEqual(['free', 'inFlight']);
		}
	});

	test('six executions of one process that want the same new keys: each key is one’s', async () => {
		const store = await storeOfAProcess();
		const keys = named('key');
		const found = await Promise.all(named('execution', 6).map(() => store.claim(claimsOf(keys))));
		for (const key of keys) {
			const states = found.map((each) => each.get(key));
			expect(states.filter((state) => state === 'free')).toHaveLength(1);
		}
	});

	test('two nodes of the workflow that want the same new key: one of them may order at most', async () => {
		const nodes = [await storeOfAProcess({ node: 'one' }), await storeOfAProcess({ node: 'two' })];
		for (const key of named('key', 5)) {
			const states = await Promise.all(nodes.map((store) => claim(store, key)));
			expect(states.filter((state) => state === 'free').length).toBeLessThanOrEqual(1);
		}
	});

	test('a key that another node has overwritten meanwhile is recorded again with its outcome', async () => {
		for (const outcome of ['paid', 'unknown'] as const) {
			const store = await storeOfAProcess();
			expect(await claim(store, outcome)).toBe('free');
			await deduplicationStore.clearAllProcessedItems('workflow', contextOf('node'), {
				mode: 'entries',
			});
			await conclude(store, outcome, outcome);
			expect(await claim(await storeOfAProcess(), outcome)).toBe(outcome);
		}
	});

	test('one that ended while it held the lock is waited for, for two minutes', async () => {
		const never = () => new Promise<never>(() => {});
		const ended = await storeOfAProcess({ functions: { removeProcessed: never } });
		void conclude(ended, 'its key', 'released');

		let clock = 0;
		const later = await storeOfAProcess({
			surroundings: {
				monotonicClock: () => clock,
				// The waits for the lock, which are short, pass quickly.
				sleep: async (ms) => {
					await surroundings.sleep(1);
					clock += ms < 100 ? 100 * ms : ms;
				},
			},
		});
		expect(await claim(later, 'another key')).toBe('free');
		expect(clock).toBeGreaterThan(120_000);
		expect(clock).toBeLessThan(130_000);
	});
});
