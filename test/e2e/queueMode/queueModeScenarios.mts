import type { Scenarios } from '../scenarios.mts';
import { keysScenarios } from './keys.mts';
import { killedWorkerScenarios } from './killedWorker.mts';
import type { QueueMode } from './queueMode.mts';
import { sharedKeyScenarios } from './sharedKey.mts';
import { twoRetriesScenarios } from './twoRetries.mts';

export async function queueModeScenarios(queue: QueueMode, scenarios: Scenarios): Promise<void> {
	await sharedKeyScenarios(queue, scenarios);
	await keysScenarios(queue, scenarios);
	await twoRetriesScenarios(queue, scenarios);
	// Comes last, because it kills one of the two workers.
	await killedWorkerScenarios(queue, scenarios);
}
