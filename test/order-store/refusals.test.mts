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
		'after %s items in a history of 10, a claim is refused, and the error names the settings to change',
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

	/** Adds entries until the row has more than ten, the history size of Remove Duplicates. */
	async function fillTheRow(store: OrderStore): Promise<void> {
		const keys = named('another key', 15);
		await store.claim(claimsOf(keys));
		await store.conclude(keys.map((key) => ({ key, outcome: 'paid' })));
	}

	test('an order in flight is still concluded, and the next claim refused', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await removeDuplicates(named('item', 20));
		await conclude(store, 'key', 'paid');
		expect(await messageOf(claim(store, 'key'))).toMatch(/Remove Duplicates/);
	});

	test('a row that Remove Duplicates used before this node is refused, because entries may be lost', async () => {
		await removeDuplicates(['item'], 10_000);
		expect(await messageOf(claim(await storeOfAProcess(), 'key'))).toMatch(/Remove Duplicates/);
	});

	test('Remove Duplicates does no harm if it runs after this node, and its history is large enough', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await removeDuplicates(named('item', 100), 10_000);
		await conclude(store, 'key', 'paid');
		await removeDuplicates(named('more', 100), 10_000);
		expect(await claim(await storeOfAProcess(), 'key')).toBe('paid');
	});

	test('if n8n refuses a row with dates or numbers, the error names the settings to change', async () => {
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
	test('the error tells that the database failed, and the key stays free', async () => {
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
	])('without n8n’s %s, the error asks for an update of n8n', async (name) => {
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

	test('a claim is refused if the database is too slow, before another process takes the lock', async () => {
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
		// Leaves the lock alone, because another process may hold it soon.
		expect(unlock).not.toHaveBeenCalled();
	});

	test('a claim is refused if another node overwrites every write, and the key stays free', async () => {
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
