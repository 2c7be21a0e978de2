import type { INode, Workflow } from 'n8n-workflow';

import {
	type DeduplicationHelpers,
	type KeyState,
	type OrderOutcomeKind,
	type OrderStore,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';
import { deduplicationFunctions } from './deduplicationFunctions.mts';

const NOON = Date.UTC(2026, 10, 28, 12);
/** Factor by which waits are shorter: 500 ms become 10 ms, still longer than a call, which takes 1 ms. */
const TIMES_FASTER = 50;

export const situation = { workflowId: '' };

let workflowsSoFar = 0;

export function useFreshWorkflow(): void {
	beforeEach(() => {
		workflowsSoFar += 1;
		situation.workflowId = `workflow-${workflowsSoFar}`;
	});
}

export const environment: Clock = {
	wallTime: () => NOON,
	now: () => performance.now(),
	random: () => Math.random(),
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / TIMES_FASTER)),
};

// Safe casts: `deduplicationStore` reads only the IDs.
export const contextOf = (node: string) => ({
	workflow: { id: situation.workflowId } as Workflow,
	node: { id: node } as INode,
});

export const functionsOf = (node: string) =>
	deduplicationFunctions(deduplicationStore, contextOf(node));

interface Process {
	node?: string;
	functions?: Partial<DeduplicationHelpers>;
	environment?: Partial<Clock>;
	workflow?: string;
}

/** Makes the store of another n8n process. Loads its module anew, so that processes share no memory. */
export async function storeOfAProcess(process: Process = {}): Promise<OrderStore> {
	const { node = 'node', workflow = situation.workflowId } = process;
	const functions = { ...functionsOf(node), ...process.functions };
	let store: OrderStore | undefined;
	await jest.isolateModulesAsync(async () => {
		// Replaces n8n-workflow, because loading it takes longer than a test. The store here does not use its `sleep`.
		jest.doMock('n8n-workflow', () => ({}));
		const module = await import('../../nodes/BacklinkPanel/orders/store/OrderStore.ts');
		const around = { ...environment, ...process.environment };
		store = new module.OrderStore(functions, workflow, around);
	});
	if (!store) throw new Error('The module was not loaded');
	return store;
}

export const claimsOf = (keys: readonly string[], resendsUnknown = false) =>
	keys.map((key) => ({ key, resendsUnknown }));

export async function claim(store: OrderStore, key: string): Promise<KeyState | undefined> {
	return (await store.claim(claimsOf([key]))).get(key);
}

export async function conclude(
	store: OrderStore,
	key: string,
	outcome: OrderOutcomeKind,
): Promise<void> {
	await store.conclude([{ key, outcome }]);
}

export async function messageOf(call: Promise<unknown>): Promise<string> {
	return await call.then(
		() => 'nothing was refused',
		(error: Error) => error.message,
	);
}

export const named = (prefix: string, count = 10) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
