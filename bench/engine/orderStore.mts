/**
 * Prints the seconds that the order store takes for new keys, known keys and the mark of a run. It runs
 * over n8n's own deduplication helper. A stand-in for the database delays each statement.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import type { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { deduplicationFunctions } from '../../test/order-store/deduplicationFunctions.mts';
import { orderAll } from '../../test/order-store/orderAll.mts';

const [n8nModules = '', packageFolder = '', statementMs = '', newKeys = '', knownKeys = ''] =
	process.argv.slice(2);
const load = createRequire(join(n8nModules, 'engine.js'));
const loadFromN8n = createRequire(join(n8nModules, 'n8n', 'package.json'));

// Types of n8n's and our own modules, which are loaded from their installed places.
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

// The helper reads only their IDs.
const context = {
	workflow: { id: 'workflow', active: true },
	node: { id: 'node' },
} as ICheckProcessedContextData;

const table = slowTable();
Container.set(ProcessedDataRepository, table);
const functions = deduplicationFunctions(new DeduplicationHelper(), context);

const timeless: Clock = {
	wallTime: () => Date.now(),
	now: () => 0,
	random: () => Math.random(),
	sleep: async () => {},
};

// Pays the known keys first, which is not measured.
const known = named('known', Number(knownKeys));
await orderAll(new Store(functions, 'before', timeless), known, MOST_KEYS_PER_CLAIM);
table.statementMs = Number(statementMs);
const store = new Store(functions, 'workflow');
const order = async (keys: string[]) => await orderAll(store, keys, MOST_KEYS_PER_CLAIM);
const knownSeconds = await timed(async () => await order(known));
await table.delete({ workflowId: 'workflow', context: '' });
const newSeconds = await timed(async () => await order(named('new', Number(newKeys))));
const oneSeconds = await timed(async () => await order(['one more']));
// After a session, a process leaves the lock to others for a moment.
await pause(100);
const markSeconds = await timed(async () => await store.mark(['mark'], ['mark']));
console.log(JSON.stringify({ newSeconds, knownSeconds, oneSeconds, markSeconds }));
process.exit();

async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return (performance.now() - start) / 1_000;
}

function named(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

interface Where {
	workflowId: string;
	context: string;
}

type ProcessedData = Where & { value: unknown };

/**
 * Stands for n8n's table of deduplication data, with the functions that n8n's helper calls. A row is a
 * JSON text and can be created only once. Statements run one after another, as in SQLite.
 */
function slowTable() {
	const rows = new Map<string, string>();
	let lastStatement: Promise<unknown> = Promise.resolve();
	const nameOf = ({ workflowId, context: name }: Where) => JSON.stringify([workflowId, name]);

	async function statement<Result>(run: () => Result): Promise<Result> {
		const done = lastStatement.then(async () => {
			if (slow.statementMs > 0) await pause(slow.statementMs);
			return run();
		});
		lastStatement = done.catch(() => {});
		return await done;
	}

	const slow = {
		/** Time that a statement takes, in ms. */
		statementMs: 0,
		findOne: async ({ where }: { where: Where }): Promise<ProcessedData | null> =>
			await statement(() => {
				// Safe cast: the functions below have written it.
				return JSON.parse(rows.get(nameOf(where)) ?? 'null') as ProcessedData | null;
			}),
		insert: async (data: ProcessedData) =>
			await statement(() => {
				if (rows.has(nameOf(data))) throw new Error('UNIQUE constraint');
				rows.set(nameOf(data), JSON.stringify(data));
			}),
		update: async (where: Where, data: ProcessedData) =>
			await statement(() => {
				if (rows.has(nameOf(where))) rows.set(nameOf(where), JSON.stringify(data));
			}),
		delete: async (where: Where) => await statement(() => rows.delete(nameOf(where))),
	};
	return slow;
}
