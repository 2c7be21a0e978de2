import type { IExecuteFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { idempotencyKey } from '../parameters/options';
import type { ExecutionMemory } from './ExecutionMemory';
import { KEYS_KEPT } from './OrderStore';

/**
 * Refuses an execution that has more keys than are remembered: the first ones would be forgotten when the
 * last ones come, and bought again the next time.
 *
 * @param itemCount how many items may need a key
 * @param isKeyed whether all of them do, with or without an idempotency key
 */
export function tooManyKeys(
	functions: IExecuteFunctions,
	memory: ExecutionMemory,
	itemCount: number,
	isKeyed: boolean,
): PanelFailure | undefined {
	const hasOwnKeys = keyOf(functions, 0) !== undefined;
	if (!isKeyed && !hasOwnKeys) return undefined;
	const isFew = memory.keysOfExecution(itemCount) <= KEYS_KEPT;
	const count = isFew || isKeyed ? itemCount : differentKeys(functions, itemCount);
	const ofExecution = memory.keysOfExecution(count);
	if (ofExecution <= KEYS_KEPT) return undefined;
	return failure('tooManyKeys', {
		spendsCredits: true,
		detail: `This execution has ${ofExecution} keys, and a workflow remembers ${KEYS_KEPT}`,
	});
}

function differentKeys(functions: IExecuteFunctions, itemCount: number): number {
	const keys = new Set<unknown>();
	for (let index = 0; index < itemCount && keys.size <= KEYS_KEPT; index += 1) {
		keys.add(keyOf(functions, index));
	}
	return keys.size;
}

/** Undefined where there is none; one that cannot be evaluated is told with its item. */
function keyOf(functions: IExecuteFunctions, itemIndex: number): unknown {
	try {
		return functions.getNodeParameter(`options.${idempotencyKey.name}`, itemIndex, undefined);
	} catch {
		return null;
	}
}
