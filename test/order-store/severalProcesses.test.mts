import type { OptionalDeduplicationHelpers } from '../../nodes/BacklinkPanel/api/deduplicationHelpers.ts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';
import {
	claim,
	claimsOf,
	conclude,
	contextOf,
	functionsOf,
	named,
	storeOfAProcess,
	environment,
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

	test.each([1, 2, 3, 4])(
		'two nodes that want the same new keys, one of them %i calls of the database later: one orders',
		async (callsLater) => {
			const keys = named('key', 3);
			let calls = 0;
			let isTime = () => {};
			const timeHasCome = new Promise<void>((resolve) => (isTime = resolve));
			const countCalls = () => {
				calls += 1;
				if (calls === callsLater) isTime();
			};
			const first = await storeOfAProcess({ node: 'one', functions: observed('one', countCalls) });
			const second = await storeOfAProcess({ node: 'two' });

			const found = await Promise.all([
				first.claim(claimsOf(keys)),
				timeHasCome.then(async () => await second.claim(claimsOf(keys))),
			]);
			for (const key of keys) {
				expect(found.map((states) => states.get(key)).sort()).toEqual(['free', 'inFlight']);
			}
		},
	);

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
			environment: {
				monotonicClock: () => clock,
				// The waits for the lock, which are short, pass quickly.
				sleep: async (ms) => {
					await environment.sleep(1);
					clock += ms < 100 ? 100 * ms : ms;
				},
			},
		});
		expect(await claim(later, 'another key')).toBe('free');
		expect(clock).toBeGreaterThan(120_000);
		expect(clock).toBeLessThan(130_000);
	});
});

/** Tells of each call to the row that the nodes of the workflow share. */
function observed(
	node: string,
	onCall: () => void,
): Pick<OptionalDeduplicationHelpers, 'checkProcessedAndRecord'> {
	const { checkProcessedAndRecord } = functionsOf(node);
	return {
		checkProcessedAndRecord: async (items, scope, options) => {
			if (scope === 'workflow') onCall();
			return await checkProcessedAndRecord(items, scope, options);
		},
	};
}
