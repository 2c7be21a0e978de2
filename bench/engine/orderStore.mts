/**
 * Prints how many seconds the order store takes for new and for known keys, over n8n's own deduplication
 * helper. The database behind it is a stand-in of which each statement takes a while.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import type { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { deduplicationFunctions } from '../../test/order-store/deduplicationFunctions.mts';
import { orderAll } from '../../test/order-store/orderAll.mts';
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
	DeduplicationHelper: new () => IDataDeduplicator;
};
const { OrderStore: Store, MOST_KEYS_PER_CLAIM } = load(
	join(packageFolder, 'dist/nodes/BacklinkPanel/orders.js'),
) as { OrderStore: typeof OrderStore; MOST_KEYS_PER_CLAIM: number };

// The helper asks for their IDs alone.
const context = {
	workflow: { id: 'workflow', active: true },
	node: { id: 'node' },
} as ICheckProcessedContextData;

const table = new SlowTable();
Container.set(ProcessedDataRepository, table);
const functions = deduplicationFunctions(new DeduplicationHelper(), context);

const timeless: Clock = {
	wallTime: () => Date.now(),
	now: () => 0,
	random: () => Math.random(),
	sleep: async () => {},
};

// What is known was paid before; that is not measured.
await orderAll(
	new Store(functions, 'before', timeless),
	named('known', Number(knownKeys)),
	MOST_KEYS_PER_CLAIM,
);
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
	await orderAll(new Store(functions, 'workflow'), keys, MOST_KEYS_PER_CLAIM);
	return (performance.now() - start) / 1_000;
}

function named(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}
