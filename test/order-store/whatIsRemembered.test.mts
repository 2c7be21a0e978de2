import { createHash } from 'node:crypto';

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
	functionsOf,
	named,
	situation,
	storeOfAProcess,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

useFreshWorkflow();

describe('what a call takes', () => {
	test('one key needs as many calls of n8n as 50', async () => {
		const calls = [];
		for (const count of [1, MOST_KEYS_PER_CLAIM]) {
			const rows = new RowsInMemory();
			const store = await storeOfAProcess({
				functions: rows.functions,
				environment: rows.environment,
				workflow: `${situation.workflowId} ${count}`,
			});
			const keys = named('key', count);
			await store.claim(claimsOf(keys));
			await store.conclude(keys.map((key) => ({ key, outcome: 'paid' })));
			const ofNewKeys = rows.calls;
			await store.claim(claimsOf(keys));
			calls.push([ofNewKeys, rows.calls - ofNewKeys]);
		}
		expect(calls[0]).toEqual(calls[1]);
		expect(calls[0]).toEqual([14, 6]);
	});

	test('no more than 50 keys, and none of them twice', async () => {
		const store = await storeOfAProcess();
		const tooMany = store.claim(claimsOf(named('key', MOST_KEYS_PER_CLAIM + 1)));
		await expect(tooMany).rejects.toThrow('up to 50 keys');
		await expect(store.claim(claimsOf(['key', 'key']))).rejects.toThrow('each of them once');
		expect(await claim(store, 'key')).toBe('free');
	});

	test('no key at all is no call', async () => {
		const store = await storeOfAProcess({ functions: { checkProcessedAndRecord: undefined } });
		expect(await store.claim([])).toEqual(new Map());
		await store.conclude([]);
	});

	test('sessions of one process take turns', async () => {
		let open = 0;
		let most = 0;
		const { checkProcessedAndRecord } = functionsOf('node');
		const counted: typeof checkProcessedAndRecord = async (...args) => {
			open += 1;
			most = Math.max(most, open);
			return await checkProcessedAndRecord(...args).finally(() => (open -= 1));
		};
		const store = await storeOfAProcess({ functions: { checkProcessedAndRecord: counted } });
		await Promise.all(named('key').map((key) => claim(store, key)));
		expect(most).toBe(1);
	});
});

test('a key may be any text', async () => {
	const keys = ['', ' ', 'a', 'A', 'a ', '"a"', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`];
	const odd = [
		'ü',
		'u\u0308',
		'\ud800',
		'\udbff',
		'\ufffd',
		'💰',
		'\n',
		'\0',
		'{"a":1}',
		'__proto__',
	];
	const all = [...keys, ...odd];
	const rows = hashedByN8n();
	const store = await storeOfAProcess({
		functions: rows.functions,
		environment: rows.environment,
	});
	for (const [index, key] of all.entries()) {
		expect([index, await claim(store, key)]).toEqual([index, 'free']);
		await conclude(store, key, 'paid');
	}
	expect([...(await store.claim(claimsOf(all))).values()]).toEqual(all.map(() => 'paid'));
});

/** n8n keeps no texts, but their hashes. */
function hashedByN8n(): RowsInMemory {
	const rows = new RowsInMemory();
	const { checkProcessedAndRecord, removeProcessed } = rows.functions;
	const hash = (item: unknown) => createHash('md5').update(String(item)).digest('base64');
	rows.functions.checkProcessedAndRecord = async (items, scope, options) => {
		const found = await checkProcessedAndRecord?.(items.map(hash), scope, options);
		const isKnown = (item: unknown) => found?.processed.includes(hash(item)) ?? false;
		return {
			new: items.filter((item) => !isKnown(item)),
			processed: items.filter(isKnown),
		};
	};
	rows.functions.removeProcessed = async (items, scope, options) =>
		await removeProcessed?.(items.map(hash), scope, options);
	return rows;
}

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
