import { type OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';
import {
	claim,
	claimsOf,
	conclude,
	contextOf,
	functionsOf,
	messageOf,
	named,
	storeOfAProcess,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

useFreshWorkflow();

describe('beside Remove Duplicates with the scope Workflow', () => {
	const options = { mode: 'entries', maxEntries: 10 } as const;

	async function removeDuplicates(items: string[], maxEntries = 10): Promise<void> {
		await deduplicationStore.checkProcessedAndRecord(items, 'workflow', contextOf('other'), {
			...options,
			maxEntries,
		});
	}

	async function clearHistory(): Promise<void> {
		await deduplicationStore.clearAllProcessedItems('workflow', contextOf('other'), options);
	}

	test.each([3, 10, 20])(
		'a history of 10 that takes %s items: refused, with what to change',
		async (count) => {
			const store = await storeOfAProcess();
			await claim(store, 'key');
			await conclude(store, 'key', 'paid');
			await fillTheRow(store);
			await removeDuplicates(named('item', count));

			for (const again of [
				store,
				await storeOfAProcess(),
				await storeOfAProcess({ node: 'other' }),
			]) {
				const message = await messageOf(claim(again, 'key'));
				expect(message).toMatch(/Remove Duplicates .* Set the scope of those nodes to Node/);
				expect(message).toMatch(/Clear Deduplication History/);
			}
			await clearHistory();
			expect(await claim(store, 'key')).toBe('free');
		},
	);

	/** So that the row has more than ten entries. */
	async function fillTheRow(store: OrderStore): Promise<void> {
		const keys = named('another key', 15);
		await store.claim(claimsOf(keys));
		await store.conclude(keys.map((key) => ({ key, outcome: 'paid' })));
	}

	test('an order in flight is concluded all the same, and the next one refused', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await removeDuplicates(named('item', 20));
		await conclude(store, 'key', 'paid');
		expect(await messageOf(claim(store, 'key'))).toMatch(/Remove Duplicates/);
	});

	test('a row that it has used before: refused, since nobody can tell what was there', async () => {
		await removeDuplicates(['item'], 10_000);
		expect(await messageOf(claim(await storeOfAProcess(), 'key'))).toMatch(/Remove Duplicates/);
	});

	test('used after this node, and large enough, it does no harm', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await removeDuplicates(named('item', 100), 10_000);
		await conclude(store, 'key', 'paid');
		await removeDuplicates(named('more', 100), 10_000);
		expect(await claim(await storeOfAProcess(), 'key')).toBe('paid');
	});

	test('where it stores a date or a number, n8n refuses: told with what to change', async () => {
		const refused = () =>
			Promise.reject(
				new Error(
					'Deduplication data was originally saved with an incompatible setting of the ‘Keep Items Where’ parameter. Try ’Clean Database’ operation to reset.',
				),
			);
		const { checkProcessedAndRecord } = functionsOf('node');
		const store = await storeOfAProcess({
			functions: {
				checkProcessedAndRecord: (items, scope, more) =>
					scope === 'workflow' ? refused() : checkProcessedAndRecord(items, scope, more),
			},
		});
		expect(await messageOf(claim(store, 'key'))).toMatch(
			/has used or shortened the data .* Set the scope of those nodes to Node/,
		);
	});
});

describe('n8n’s data cannot be used', () => {
	test('a store that does not work is told, and the key is not taken', async () => {
		const broken = () => Promise.reject(new Error('no connection to the database'));
		const store = await storeOfAProcess({ functions: { checkProcessedAndRecord: broken } });
		expect(await messageOf(claim(store, 'key'))).toBe(
			'n8n’s deduplication data could not be read or written (no connection to the database)',
		);
		await expect(claim(store, 'key')).rejects.toHaveProperty('cause', expect.any(Error));
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});

	test.each([
		'checkProcessedAndRecord',
		'removeProcessed',
		'clearAllProcessedItems',
		'getProcessedDataCount',
	])('an n8n without %s', async (name) => {
		const store = await storeOfAProcess({ functions: { [name]: undefined } });
		expect(await messageOf(claim(store, 'key'))).toMatch(/are missing here. Update n8n/);
	});

	test('another node that makes the row at the same moment is no reason to refuse', async () => {
		const { checkProcessedAndRecord } = functionsOf('node');
		let isFirst = true;
		const refusedOnce: typeof checkProcessedAndRecord = async (items, scope, more) => {
			const isRefused = scope === 'workflow' && isFirst;
			if (isRefused) isFirst = false;
			if (isRefused) throw new Error('duplicate key value violates unique constraint');
			return await checkProcessedAndRecord(items, scope, more);
		};
		const store = await storeOfAProcess({ functions: { checkProcessedAndRecord: refusedOnce } });
		expect(await claim(store, 'key')).toBe('free');
	});

	test('a database that takes too long: refused before somebody else takes the lock', async () => {
		let clock = 0;
		const { checkProcessedAndRecord } = functionsOf('node');
		const slow: typeof checkProcessedAndRecord = async (items, scope, options) => {
			if (scope === 'workflow') clock += 21_000;
			return await checkProcessedAndRecord(items, scope, options);
		};
		const unlock = jest.fn(functionsOf('node').clearAllProcessedItems);
		const store = await storeOfAProcess({
			functions: { checkProcessedAndRecord: slow, clearAllProcessedItems: unlock },
			environment: { now: () => clock },
		});
		expect(await messageOf(claim(store, 'key'))).toMatch(/more than 20 seconds/);
		// By now the lock may be somebody else's.
		expect(unlock).not.toHaveBeenCalled();
	});

	test('another node that overwrites every write: refused, and nothing is granted', async () => {
		const { checkProcessedAndRecord } = functionsOf('node');
		const overwritten: typeof checkProcessedAndRecord = async (items, scope, more) => {
			const found = await checkProcessedAndRecord(items, scope, more);
			const added = found.new.filter((item) => !String(item).includes('first'));
			if (scope === 'workflow') await functionsOf('node').removeProcessed(added, scope, more);
			return found;
		};
		const store = await storeOfAProcess({
			functions: { checkProcessedAndRecord: overwritten },
			environment: { sleep: async () => {} },
		});
		expect(await messageOf(claim(store, 'key'))).toMatch(/kept overwriting/);
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});
});
