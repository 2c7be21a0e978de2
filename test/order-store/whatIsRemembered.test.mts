import { createHash } from 'node:crypto';

import {
	KEYS_KEPT,
	MOST_KEYS_PER_CLAIM,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { INITIAL_ROW_ENTRIES } from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { orderAll } from './orderAll.mts';
import { RowsInMemory } from './RowsInMemory.mts';
import {
	claim,
	claimsOf,
	conclude,
	messageOf,
	named,
	situation,
	storeOfAProcess,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

useFreshWorkflow();

const storeOn = async ({ functions, environment }: RowsInMemory, workflow?: string) =>
	await storeOfAProcess({ functions, environment, workflow });

describe('what a call takes', () => {
	test('one key needs as many calls of n8n as 50', async () => {
		const calls = [];
		for (const count of [1, MOST_KEYS_PER_CLAIM]) {
			const rows = new RowsInMemory();
			const store = await storeOn(rows, `${situation.workflowId} ${count}`);
			const keys = named('key', count);
			await store.claim(claimsOf(keys));
			await store.conclude(keys.map((key) => ({ key, outcome: 'paid' })));
			const ofNewKeys = rows.calls;
			await store.claim(claimsOf(keys));
			calls.push([ofNewKeys, rows.calls - ofNewKeys]);
		}
		expect(calls[0]).toEqual(calls[1]);
	});

	test('a claim takes no more than 50 keys, and no key twice', async () => {
		const store = await storeOfAProcess();
		const tooMany = store.claim(claimsOf(named('key', MOST_KEYS_PER_CLAIM + 1)));
		await expect(tooMany).rejects.toThrow('up to 50 keys');
		await expect(store.claim(claimsOf(['key', 'key']))).rejects.toThrow('each of them once');
		expect(await claim(store, 'key')).toBe('free');
	});
});

test('a key may be any text', async () => {
	const keys = ['', ' ', 'a', 'A', 'a ', '"a"', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`];
	const odd = ['ü', 'u\u0308', '\ud800', '\udbff', '\ufffd', '💰', '\n', '\0', '__proto__'];
	const all = [...keys, ...odd];
	const store = await storeOn(hashedByN8n());
	for (const [index, key] of all.entries()) {
		expect([index, await claim(store, key)]).toEqual([index, 'free']);
		await conclude(store, key, 'paid');
	}
	expect([...(await store.claim(claimsOf(all))).values()]).toEqual(all.map(() => 'paid'));
});

/** Makes rows that keep MD5 hashes instead of texts, as n8n does. */
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

describe('a row of n8n’s data that is full', () => {
	/** Fills the row up with entries of other nodes, behind those of a paid key. */
	async function filledUpTo(count: number) {
		const rows = new RowsInMemory();
		const store = await storeOn(rows);
		await claim(store, 'key');
		await conclude(store, 'key', 'paid');
		const items = named('item', count - rows.size);
		await rows.functions.checkProcessedAndRecord?.(items, 'workflow', { mode: 'entries' });
		return { rows, store };
	}

	test('may have lost its first entries because it is full: new keys are granted', async () => {
		const { rows, store } = await filledUpTo(20_000);
		await rows.functions.removeProcessed?.([...INITIAL_ROW_ENTRIES], 'workflow', {
			mode: 'entries',
		});
		await rows.functions.checkProcessedAndRecord?.(named('more', 2), 'workflow', {
			mode: 'entries',
		});
		expect(await claim(store, 'another')).toBe('free');
		expect(await claim(store, 'key')).toBe('paid');
	});

	test('has lost its first entries to another node if it has fewer than 20,000: new keys are refused', async () => {
		const { rows, store } = await filledUpTo(19_999);
		await rows.functions.removeProcessed?.([...INITIAL_ROW_ENTRIES], 'workflow', {
			mode: 'entries',
		});
		expect(await messageOf(claim(store, 'another'))).toMatch(/Remove Duplicates/);
	});

	test('keeps the keys used last', async () => {
		const { rows, store } = await filledUpTo(24_000);
		expect(await claim(store, 'key')).toBe('paid');
		for (const key of named('new', 30)) await claim(store, key);
		expect(await claim(store, 'key')).toBe('paid');
		expect(rows.size).toBeLessThanOrEqual(24_000);
	});
});

describe('many keys', () => {
	test('10,000 paid keys are all kept', async () => {
		const rows = new RowsInMemory();
		const store = await storeOn(rows);
		const keys = named('key', KEYS_KEPT);
		await orderAll(store, keys, MOST_KEYS_PER_CLAIM);
		for (const key of keys.filter((_, index) => index % 100 === 0)) {
			expect(await claim(store, key)).toBe('paid');
		}
		expect(rows.size).toBeLessThanOrEqual(2.4 * KEYS_KEPT);
	});

	test('an unknown key is kept for as long as it is looked up', async () => {
		const store = await storeOn(new RowsInMemory());
		await claim(store, 'lost');
		await conclude(store, 'lost', 'unknown');
		for (let day = 0; day < 4; day += 1) {
			await orderAll(store, named(`day ${day}`, KEYS_KEPT / 2), MOST_KEYS_PER_CLAIM);
			expect(await claim(store, 'lost')).toBe('unknown');
		}
	});
});
