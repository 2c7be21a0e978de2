import {
	MOST_KEYS_PER_CLAIM,
	KEYS_KEPT,
	type KeyState,
	type OrderStore,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from './RowsInMemory.mts';
import {
	claim,
	claimsOf,
	conclude,
	named,
	storeOfAProcess,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

useFreshWorkflow();

describe('what is remembered', () => {
	const inMemory = async () => {
		const rows = new RowsInMemory();
		const { functions, environment: around } = rows;
		return { rows, store: await storeOfAProcess({ functions, environment: around }) };
	};

	async function order(store: OrderStore, keys: string[]): Promise<KeyState[]> {
		const states: KeyState[] = [];
		for (let from = 0; from < keys.length; from += MOST_KEYS_PER_CLAIM) {
			const some = keys.slice(from, from + MOST_KEYS_PER_CLAIM);
			const found = await store.claim(claimsOf(some));
			states.push(...found.values());
			const granted = some.filter((key) => found.get(key) === 'free');
			await store.conclude(granted.map((key) => ({ key, outcome: 'paid' })));
		}
		return states;
	}

	test('10,000 paid keys', async () => {
		const { rows, store } = await inMemory();
		const keys = named('key', KEYS_KEPT);
		await order(store, keys);
		expect(new Set(await order(store, keys))).toEqual(new Set(['paid']));
		expect(rows.size).toBeLessThanOrEqual(2.4 * KEYS_KEPT);
	});

	test('those used last: the key of every day is kept, whatever is ordered besides', async () => {
		const { store } = await inMemory();
		await order(store, ['every day']);
		for (let day = 0; day < 8; day += 1) {
			await order(store, named(`day ${day}`, KEYS_KEPT / 2));
			expect(await order(store, ['every day'])).toEqual(['paid']);
		}
		expect(await order(store, ['day 0-0'])).toEqual(['free']);
	});

	test('unknown keys, too, if they are looked up', async () => {
		const { store } = await inMemory();
		await claim(store, 'lost');
		await conclude(store, 'lost', 'unknown');
		for (let day = 0; day < 8; day += 1) {
			await order(store, named(`day ${day}`, KEYS_KEPT / 2));
			expect(await claim(store, 'lost')).toBe('unknown');
		}
	});
});
