import { createHash } from 'node:crypto';

import * as n8nWorkflow from 'n8n-workflow';
import type { INode, Workflow } from 'n8n-workflow';

import {
	KEYS_AT_ONCE,
	KEYS_KEPT,
	type DeduplicationFunctions,
	type KeyState,
	type OrderOutcome,
	type OrderStore,
	type OrderStoreSurroundings,
} from '../../nodes/BacklinkPanel/orders/OrderStore.ts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';
import { RowsInMemory } from './RowsInMemory.mts';

const NOON = Date.UTC(2026, 10, 28, 12);
const MINUTE = 60_000;
/** A wait is shortened so much; it stays longer than a call of the store, which takes a millisecond. */
const TIMES_FASTER = 10;

let workflowId = '';
let workflowsSoFar = 0;
/** What the wall clock shows. */
let now = NOON;
beforeEach(() => {
	workflowsSoFar += 1;
	workflowId = `workflow-${workflowsSoFar}`;
	now = NOON;
});

const surroundings: OrderStoreSurroundings = {
	wallClock: () => now,
	monotonicClock: () => performance.now(),
	random: () => Math.random(),
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / TIMES_FASTER)),
};

// The stand-in asks for their ids alone.
const contextOf = (node: string) => ({
	workflow: { id: workflowId } as Workflow,
	node: { id: node } as INode,
});

/** As much of what n8n gives a node as the store uses. */
function functionsOf(node: string): Required<DeduplicationFunctions> {
	const context = contextOf(node);
	return {
		checkProcessedAndRecord: (...[items, scope, options]) =>
			deduplicationStore.checkProcessedAndRecord(items, scope, context, options),
		removeProcessed: (...[items, scope, options]) =>
			deduplicationStore.removeProcessed(items, scope, context, options),
		clearAllProcessedItems: (scope, options) =>
			deduplicationStore.clearAllProcessedItems(scope, context, options),
		getProcessedDataCount: (scope, options) =>
			deduplicationStore.getProcessedDataCount(scope, context, options),
	};
}

interface Process {
	node?: string;
	functions?: DeduplicationFunctions;
	surroundings?: Partial<OrderStoreSurroundings>;
	workflow?: string;
}

/** The store as an n8n process of its own has it: what a module remembers is not shared. */
async function storeOfAProcess(process: Process = {}): Promise<OrderStore> {
	const { node = 'node', workflow = workflowId } = process;
	const functions = { ...functionsOf(node), ...process.functions };
	let store: OrderStore | undefined;
	await jest.isolateModulesAsync(async () => {
		// Loading it takes longer than a test.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		const module = await import('../../nodes/BacklinkPanel/orders/OrderStore.ts');
		const around = { ...surroundings, ...process.surroundings };
		store = new module.OrderStore(functions, workflow, around);
	});
	if (!store) throw new Error('The module was not loaded');
	return store;
}

const claimsOf = (keys: readonly string[], resendsUnknown = false) =>
	keys.map((key) => ({ key, resendsUnknown }));

async function claim(store: OrderStore, key: string): Promise<KeyState | undefined> {
	return (await store.claim(claimsOf([key]))).get(key);
}

/** With “Send Unknown Orders Again”. */
async function claimToResend(store: OrderStore, key: string): Promise<KeyState | undefined> {
	return (await store.claim(claimsOf([key], true))).get(key);
}

async function conclude(store: OrderStore, key: string, outcome: OrderOutcome): Promise<void> {
	await store.conclude([{ key, outcome }]);
}

async function messageOf(call: Promise<unknown>): Promise<string> {
	return await call.then(
		() => 'nothing was refused',
		(error: Error) => error.message,
	);
}

const named = (prefix: string, count = 10) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe('what becomes of a key', () => {
	test('a paid key is paid, for every execution after it', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'paid');
		for (const later of [
			store,
			await storeOfAProcess(),
			await storeOfAProcess({ node: 'other' }),
		]) {
			expect(await claim(later, 'key')).toBe('paid');
			expect(await claimToResend(later, 'key')).toBe('paid');
		}
	});

	test('a key whose order was certainly not placed can be used again', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'released');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});

	test('a lost answer leaves the key unknown at once, and nobody orders it unasked', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
	});

	test('a process that ended before it concluded: in flight for a while, then unknown', async () => {
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
		const later = await storeOfAProcess();
		now = NOON + 9 * MINUTE;
		expect(await claimToResend(later, 'key')).toBe('inFlight');
		now = NOON + 21 * MINUTE;
		expect(await claim(later, 'key')).toBe('unknown');
		now = NOON + 24 * 60 * MINUTE;
		expect(await claim(later, 'key')).toBe('unknown');
	});

	test('several keys at once, each with an outcome of its own', async () => {
		const store = await storeOfAProcess();
		const keys = ['paid', 'released', 'unknown', 'nothing said'];
		expect([...(await store.claim(claimsOf(keys))).values()]).toEqual(keys.map(() => 'free'));
		await store.conclude([
			{ key: 'paid', outcome: 'paid' },
			{ key: 'released', outcome: 'released' },
			{ key: 'unknown', outcome: 'unknown' },
		]);
		expect(await (await storeOfAProcess()).claim(claimsOf([...keys, 'new']))).toEqual(
			new Map([
				['paid', 'paid'],
				['released', 'free'],
				['unknown', 'unknown'],
				['nothing said', 'inFlight'],
				['new', 'free'],
			]),
		);
	});

	test('another workflow has keys of its own', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await conclude(store, 'key', 'paid');
		workflowId = `${workflowId}-copy`;
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});
});

describe('unknown orders are sent again', () => {
	async function leaveUnknown(key: string): Promise<void> {
		const store = await storeOfAProcess();
		await claim(store, key);
		await conclude(store, key, 'unknown');
	}

	test('by one of several that ask at the same moment', async () => {
		await leaveUnknown('key');
		const stores = [await storeOfAProcess(), await storeOfAProcess(), await storeOfAProcess()];
		const states = await Promise.all(stores.map((store) => claimToResend(store, 'key')));
		expect(states.sort()).toEqual(['inFlight', 'inFlight', 'unknown']);
	});

	test('by one of two nodes that ask at the same moment', async () => {
		await leaveUnknown('key');
		const stores = [await storeOfAProcess(), await storeOfAProcess({ node: 'other' })];
		const states = await Promise.all(stores.map((store) => claimToResend(store, 'key')));
		expect(states.filter((state) => state === 'unknown').length).toBeLessThanOrEqual(1);
	});

	test('not while somebody only looks, and not taken by who did not ask for it', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('unknown');
		expect(await claimToResend(store, 'key')).toBe('unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('inFlight');
	});

	test('and are paid then', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		await claimToResend(store, 'key');
		await conclude(store, 'key', 'paid');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('paid');
	});

	test('and stay unknown when the second order was refused: the first one may have been placed', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		await claimToResend(store, 'key');
		await conclude(store, 'key', 'released');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
	});

	test('never two at once, where the clock of a second machine is in the slot before', async () => {
		await leaveUnknown('key');
		const behind = await storeOfAProcess({ surroundings: { wallClock: () => NOON - 1 } });
		expect(await claimToResend(await storeOfAProcess(), 'key')).toBe('unknown');
		expect(await claimToResend(behind, 'key')).toBe('inFlight');
	});
});

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

describe('what a call takes', () => {
	test('one key needs as many calls of n8n as 50', async () => {
		const calls = [];
		for (const count of [1, KEYS_AT_ONCE]) {
			const rows = new RowsInMemory();
			const store = await storeOfAProcess({
				functions: rows.functions,
				surroundings: rows.surroundings,
				workflow: `${workflowId} ${count}`,
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
		const tooMany = store.claim(claimsOf(named('key', KEYS_AT_ONCE + 1)));
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
		surroundings: rows.surroundings,
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
		const { functions, surroundings: around } = rows;
		return { rows, store: await storeOfAProcess({ functions, surroundings: around }) };
	};

	async function order(store: OrderStore, keys: string[]): Promise<KeyState[]> {
		const states: KeyState[] = [];
		for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
			const some = keys.slice(from, from + KEYS_AT_ONCE);
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
		expect(rows.size).toBeLessThanOrEqual(2.2 * KEYS_KEPT);
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

	test('where it keeps a date or a number, n8n refuses: told with what to change', async () => {
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
			/keeps a date or a number .* Set its scope to Node/,
		);
	});
});

describe('n8n’s data cannot be used', () => {
	test('a store that does not work is told, and the key is not taken', async () => {
		const broken = () => Promise.reject(new Error('no connection to the database'));
		const store = await storeOfAProcess({ functions: { checkProcessedAndRecord: broken } });
		expect(await messageOf(claim(store, 'key'))).toBe(
			'n8n’s data on paid orders could not be read or written (no connection to the database)',
		);
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});

	test.each([
		'checkProcessedAndRecord',
		'removeProcessed',
		'clearAllProcessedItems',
		'getProcessedDataCount',
	])('an n8n without %s', async (name) => {
		const store = await storeOfAProcess({ functions: { [name]: undefined } });
		expect(await messageOf(claim(store, 'key'))).toMatch(/does not have here. Update n8n/);
	});

	test('a workflow that was not saved yet', async () => {
		const store = await storeOfAProcess({ workflow: '' });
		expect(await messageOf(claim(store, 'key'))).toMatch(/Save this one first/);
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
			surroundings: { monotonicClock: () => clock },
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
			surroundings: { sleep: async () => {} },
		});
		expect(await messageOf(claim(store, 'key'))).toMatch(/kept overwriting/);
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});
});
