import {
	OrderStore,
	type DeduplicationHelpers,
	type OrderOutcomeKind,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import type { Program } from './SteppedProcess.mts';

export type Store = Pick<OrderStore, 'claim' | 'conclude'>;

export type StoreFactory = (
	functions: DeduplicationHelpers,
	workflowId: string,
	environment: Clock,
) => Store;

export const orderStore: StoreFactory = (...args) => new OrderStore(...args);

export interface NodeRun {
	keys: string[];
	resendsUnknown: boolean;
}

/** Makes a program of node runs, one after another. Each run claims keys, then sends and concludes its orders. */
export function runsOfTheNode(createStore: StoreFactory, runs: readonly NodeRun[]): Program {
	return async ({ functions, workflowId, environment, ...tools }) => {
		for (const { keys, resendsUnknown } of runs) {
			const store = createStore(functions, workflowId, environment);
			const claims = keys.map((key) => ({ key, resendsUnknown }));
			const states = await store.claim(claims).catch(() => undefined);
			if (!states) continue;
			await tools.read(states);
			const conclusions: Array<{ key: string; outcome: OrderOutcomeKind }> = [];
			for (const key of keys) {
				const state = states.get(key);
				const isGranted = state === 'free' || (resendsUnknown && state === 'unknown');
				if (isGranted) conclusions.push({ key, outcome: await tools.send(key) });
			}
			const isConcluded = await store.conclude(conclusions).then(
				() => true,
				() => false,
			);
			if (isConcluded) await tools.concluded();
			else return;
		}
	};
}

/** Makes a program of n8n's Remove Duplicates node with the scope Workflow, which takes no lock. */
export function removeDuplicates(
	executions: number,
	historySize: number,
	/** True if the node stops at a full row, as n8n's own node does. */
	refusesWhenFull: boolean,
): Program {
	return async ({ functions }) => {
		const options = { mode: 'entries', maxEntries: historySize } as const;
		for (let execution = 0; execution < executions; execution += 1) {
			if (refusesWhenFull) {
				const count = (await functions.getProcessedDataCount?.('workflow', options)) ?? 0;
				if (count + 1 > historySize) return;
			}
			const items = [`item ${execution}`];
			await functions.checkProcessedAndRecord?.(items, 'workflow', options).catch(() => {});
		}
	};
}
