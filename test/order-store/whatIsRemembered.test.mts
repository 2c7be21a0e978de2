import { createHash } from 'node:crypto';

import { MOST_KEYS_PER_CLAIM } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { defaultOrderStoreEnvironment } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';
import { INITIAL_ROW_ENTRIES } from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { RowsInMemory } from './RowsInMemory.mts';
import {
	claim,
	claimsOf,
	conclude,
	functionsOf,
	messageOf,
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

test('unless a test says otherwise, time and chance are those of the machine', () => {
	jest.spyOn(Date, 'now').mockReturnValue(7_000);
	jest.spyOn(performance, 'now').mockReturnValue(300);
	jest.spyOn(Math, 'random').mockReturnValue(0.25);
	const { wallClock, monotonicClock, random } = defaultOrderStoreEnvironment;
	expect([wallClock(), monotonicClock(), random()]).toEqual([7_000, 300, 0.25]);
	jest.restoreAllMocks();
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

describe('a row of n8n’s data that is full', () => {
	/** Other nodes of the workflow have written so many entries behind the first ones. */
	async function filledUpTo(count: number) {
		const rows = new RowsInMemory();
		const store = await storeOfAProcess({
			functions: rows.functions,
			environment: rows.environment,
		});
		await claim(store, 'key');
		await conclude(store, 'key', 'paid');
		const items = named('item', count - rows.size);
		await rows.functions.checkProcessedAndRecord?.(items, 'workflow', { mode: 'entries' });
		return { rows, store };
	}

	test('may have lost its first entries by itself: new keys are granted', async () => {
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

	test('with fewer entries it has not: somebody has taken them away', async () => {
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
