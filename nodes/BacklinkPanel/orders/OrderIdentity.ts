import type { IExecuteFunctions } from 'n8n-workflow';

import type { PreparedOrder } from '../operations/prepareItem';
import type { ExecutionMemory } from './ExecutionMemory';
import { executionMode, isTool, runIndex } from './optionalFunctions';
import type { KeyedOrder } from './OrderClaims';

/**
 * By what the order store recognises the orders of a run: by the user's idempotency key, and in a retry
 * of an execution by what n8n runs again. n8n offers Retry for the original as often as one likes, and its
 * data knows nothing of an earlier retry.
 */
export class OrderIdentity {
	/** Undefined where this execution retries none, or one that no node of this type had run in. */
	private readonly retry: string | undefined;
	private readonly isTool: boolean;

	constructor(
		functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly memory: ExecutionMemory,
	) {
		this.isTool = isTool(functions);
		const isRetry = executionMode(functions) === 'retry' && memory.retryId !== undefined;
		this.retry = isRetry
			? `retry ${memory.retryId} ${functions.getNode().id} ${runIndex(functions)} ${operation}`
			: undefined;
	}

	/** Whether the store has to be asked for each item, with a key of its own or without. */
	get isRetry(): boolean {
		return this.retry !== undefined;
	}

	/** The order with all its keys; undefined where the store need not be asked. */
	keyed(item: PreparedOrder): KeyedOrder | undefined {
		const { itemIndex, fingerprint } = item;
		// The calls of an agent all have index 0; what tells them apart is the request.
		const repeated = this.retry && `${this.retry} ${this.isTool ? fingerprint : itemIndex}`;
		const keys = [this.storeKey(item), repeated].filter((key) => key !== undefined);
		if (keys.length === 0) return undefined;
		const { memory } = this;
		return {
			itemIndex,
			keys,
			// Asked when it is claimed: another call may leave it unknown while this one waits for it.
			get resendsUnknown() {
				return item.resendsUnknown && !keys.some((key) => memory.leftKeyUnknown(key));
			},
		};
	}

	/** The idempotency key as the store has it. */
	storeKey({ idempotencyKey }: PreparedOrder): string | undefined {
		return idempotencyKey === undefined ? undefined : `${this.operation} ${idempotencyKey}`;
	}
}
