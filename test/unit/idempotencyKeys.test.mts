import type {
	DeduplicationHelperFunctions,
	IExecuteFunctions,
	INode,
	Workflow,
} from 'n8n-workflow';

import type { IdempotencyKeys } from '../../nodes/BacklinkPanel/batch/IdempotencyKeys.ts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';

const OPERATION = 'backlink create';

let workflowsSoFar = 0;
let workflowId = '';
beforeEach(() => {
	workflowsSoFar += 1;
	workflowId = `workflow-${workflowsSoFar}`;
});

/** The keys as an n8n process of its own has them: what a module remembers is not shared. */
async function keysOfAProcess(
	change: Partial<DeduplicationHelperFunctions> = {},
): Promise<IdempotencyKeys> {
	let keys: IdempotencyKeys | undefined;
	await jest.isolateModulesAsync(async () => {
		const module = await import('../../nodes/BacklinkPanel/batch/IdempotencyKeys.ts');
		keys = new module.IdempotencyKeys(functionsFor(change), OPERATION);
	});
	if (!keys) throw new Error('The module was not loaded');
	return keys;
}

/** As much of what n8n gives a node as the keys use. */
function functionsFor(change: Partial<DeduplicationHelperFunctions>): IExecuteFunctions {
	// The store asks for their ids alone.
	const context = { workflow: { id: workflowId } as Workflow, node: { id: 'node' } as INode };
	const helpers: Partial<DeduplicationHelperFunctions> = {
		checkProcessedAndRecord: (items, scope, options) =>
			deduplicationStore.checkProcessedAndRecord(items, scope, context, options),
		removeProcessed: (items, scope, options) =>
			deduplicationStore.removeProcessed(items, scope, context, options),
		clearAllProcessedItems: (scope, options) =>
			deduplicationStore.clearAllProcessedItems(scope, context, options),
		...change,
	};
	return { getWorkflow: () => context.workflow, helpers } as unknown as IExecuteFunctions;
}

const named = (prefix: string) => Array.from({ length: 10 }, (_, index) => `${prefix}-${index}`);

test('two queue workers that record different keys at the same time lose none of them', async () => {
	const workers = [
		{ keys: await keysOfAProcess(), names: named('first') },
		{ keys: await keysOfAProcess(), names: named('second') },
	];
	const orders = workers.flatMap(({ keys, names }) =>
		names.map(async (name) => {
			expect(await keys.claim(name)).toBe('free');
			await keys.markDone(name);
		}),
	);
	await Promise.all(orders);

	const later = await keysOfAProcess();
	for (const name of workers.flatMap(({ names }) => names)) {
		expect([name, await later.claim(name)]).toEqual([name, 'done']);
	}
});

test('two queue workers that want the same new key at the same moment: one of them may order', async () => {
	const workers = [await keysOfAProcess(), await keysOfAProcess()];
	for (const name of named('key')) {
		const claims = await Promise.all(workers.map((keys) => keys.claim(name)));
		expect(claims.sort()).toEqual(['free', 'open']);
	}
});

test('a key that another node has overwritten meanwhile is recorded again with its outcome', async () => {
	const keys = await keysOfAProcess();
	expect(await keys.claim('key')).toBe('free');
	const context = { workflow: { id: workflowId } as Workflow, node: { id: 'node' } as INode };
	await deduplicationStore.clearAllProcessedItems('workflow', context, { mode: 'entries' });
	await keys.markDone('key');

	expect(await (await keysOfAProcess()).claim('key')).toBe('done');
});

describe('a process that ends while it is in the store', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	test('is waited for, for a minute', async () => {
		const never = () => new Promise<never>(() => {});
		const ended = await keysOfAProcess({ removeProcessed: never });
		void ended.release('its key');
		const claim = (await keysOfAProcess()).claim('another key');
		const hasReturned = jest.fn();
		void claim.then(hasReturned);

		await jest.advanceTimersByTimeAsync(59_000);
		expect(hasReturned).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(2_000);
		expect(await claim).toBe('free');
	});
});

test('a store that does not work is told, and the key is not taken', async () => {
	const broken = () => Promise.reject(new Error('no connection to the database'));
	const keys = await keysOfAProcess({ checkProcessedAndRecord: broken });
	expect(await keys.claim('key')).toMatchObject({
		reason: 'orderStoreUnavailable',
		detail: 'no connection to the database',
	});
	expect(await (await keysOfAProcess()).claim('key')).toBe('free');
});
