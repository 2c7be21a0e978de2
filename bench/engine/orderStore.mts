/**
 * Prints how many seconds the order store takes for new and for known keys, over n8n's own deduplication
 * helper. The database behind it is a stand-in of which each statement takes a while.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type {
	DeduplicationFunctions,
	OrderStore,
	OrderStoreEnvironment,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { SlowTable } from './SlowTable.mts';

const [n8nModules = '', packageFolder = '', statementMs = '', newKeys = '', knownKeys = ''] =
	process.argv.slice(2);
const load = createRequire(join(n8nModules, 'engine.js'));
const loadFromN8n = createRequire(join(n8nModules, 'n8n', 'package.json'));

// n8n's and our own modules are loaded from where they are installed, so their types are told here.
const { Container } = loadFromN8n('@n8n/di') as {
	Container: { set(id: unknown, is: unknown): void };
};
const { ProcessedDataRepository } = loadFromN8n('@n8n/db') as { ProcessedDataRepository: unknown };
const { DeduplicationHelper } = loadFromN8n('./dist/deduplication/deduplication-helper.js') as {
	DeduplicationHelper: new () => N8nHelper;
};
const { OrderStore: Store, KEYS_AT_ONCE } = load(
	join(packageFolder, 'dist/nodes/BacklinkPanel/orders/store/OrderStore.js'),
) as { OrderStore: typeof OrderStore; KEYS_AT_ONCE: number };

type Functions = Required<DeduplicationFunctions>;
/** The same functions, which are told whose data it is besides. */
type N8nHelper = {
	[Name in keyof Functions]: Functions[Name] extends (
		...args: [...infer Before, infer Last]
	) => infer R
		? (...args: [...Before, typeof context, Last]) => R
		: never;
};
const context = { workflow: { id: 'workflow', active: true }, node: { id: 'node' } };

const table = new SlowTable();
Container.set(ProcessedDataRepository, table);
const helper = new DeduplicationHelper();
const functions: Functions = {
	checkProcessedAndRecord: async (items, scope, options) =>
		await helper.checkProcessedAndRecord(items, scope, context, options),
	removeProcessed: async (items, scope, options) =>
		await helper.removeProcessed(items, scope, context, options),
	clearAllProcessedItems: async (scope, options) =>
		await helper.clearAllProcessedItems(scope, context, options),
	getProcessedDataCount: async (scope, options) =>
		await helper.getProcessedDataCount(scope, context, options),
};

const timeless: OrderStoreEnvironment = {
	wallClock: () => Date.now(),
	monotonicClock: () => 0,
	random: () => Math.random(),
	sleep: async () => {},
};

// What is known was paid before; that is not measured.
await order(named('known', Number(knownKeys)), new Store(functions, 'before', timeless));
table.statementMs = Number(statementMs);
const knownSeconds = await timed(named('known', Number(knownKeys)));
await table.delete({ workflowId: 'workflow', context: '' });
const newSeconds = await timed(named('new', Number(newKeys)));
const oneNewSeconds = await timed(['one more']);
const oneKnownSeconds = await timed(['one more']);
console.log(JSON.stringify({ newSeconds, knownSeconds, oneNewSeconds, oneKnownSeconds }));
process.exit();

async function timed(keys: string[]): Promise<number> {
	const start = performance.now();
	await order(keys, new Store(functions, 'workflow'));
	return (performance.now() - start) / 1_000;
}

/** Claims keys, and concludes at once what is new. */
async function order(keys: string[], store: OrderStore): Promise<void> {
	for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
		const some = keys.slice(from, from + KEYS_AT_ONCE);
		const states = await store.claim(some.map((key) => ({ key, resendsUnknown: false })));
		const granted = some.filter((key) => states.get(key) === 'free');
		await store.conclude(granted.map((key) => ({ key, outcome: 'paid' })));
	}
}

function named(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}
