import type { Scenarios } from '../scenarios.mts';
import { keysOfTwoNodesScenarios } from './keysOfTwoNodes.mts';
import { killedWorkerScenarios } from './killedWorker.mts';
import type { QueueMode } from './queueMode.mts';
import { sharedKeyScenarios } from './sharedKey.mts';
import { simultaneousKeysScenarios } from './simultaneousKeys.mts';
import { twoRetriesScenarios } from './twoRetries.mts';

/** n8n in queue mode: what two workers and one service make of each other. */
export async function queueModeScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	await sharedKeyScenarios(queue, scenarios);
	await simultaneousKeysScenarios(queue, scenarios);
	await keysOfTwoNodesScenarios(queue, scenarios);
	await twoRetriesScenarios(queue, scenarios);
	// One worker is left after it.
	await killedWorkerScenarios(queue, scenarios);
}
