import type { IExecuteFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { ItemResult } from '../operations/ItemResult';
import { idempotencyKeyOption } from '../parameters/options';
import type { PreparedOrder } from '../operations/prepareItem';
import type { ExecutionMemory } from './ExecutionMemory';
import { executionMode, isTool, runIndex } from './optionalFunctions';
import type { RunLedger } from './RunLedger';
import type { KeyedOrder } from './store/OrderClaims';
import { KEYS_KEPT } from './store/OrderStore';

/**
 * By what the order store recognises the orders of a run: by the user's idempotency key, and in a retry
 * of an execution by what n8n runs again. n8n offers Retry for the original as often as one likes, and its
 * data knows nothing of an earlier retry.
 */
export class OrderKeys {
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
		// Where both are known, the first one tells: what an earlier retry ordered is part of what was spent.
		const keys = [repeated, this.storeKey(item)].filter((key) => key !== undefined);
		if (keys.length === 0) return undefined;
		const { memory } = this;
		return {
			itemIndex,
			keys,
			// Asked when it is claimed: another call may leave it unknown while this one waits for it.
			get resendsUnknown() {
				return item.resendsUnknown && !keys.some((key) => memory.isUnknownByThisExecution(key));
			},
		};
	}

	/** The idempotency key as the store has it. */
	storeKey({ idempotencyKey }: PreparedOrder): string | undefined {
		return idempotencyKey === undefined ? undefined : `${this.operation} ${idempotencyKey}`;
	}
}

/** Of the first item with a key; not the item itself, which may hold a long article. */
interface FirstOfKey extends Pick<PreparedOrder, 'itemIndex' | 'fingerprint'> {
	result?: Promise<ItemResult>;
}

/**
 * The idempotency keys of one batch. Items with the same key that order the same are one order; items
 * that order different things are a mistake: a key like `post-{{ $json.guid }}` is the same wherever the
 * field is missing, and they would all be skipped as ordered.
 */
export class BatchIdempotencyKeys {
	private readonly firsts = new Map<string, FirstOfKey>();

	/** Has to be called for the items in their order. */
	check(item: PreparedOrder | PanelFailure): PreparedOrder | PanelFailure {
		if (item.kind === 'failure' || item.idempotencyKey === undefined) return item;
		const { itemIndex, fingerprint } = item;
		const first = this.firsts.get(item.idempotencyKey);
		if (first === undefined) this.firsts.set(item.idempotencyKey, { itemIndex, fingerprint });
		if (first === undefined || first.fingerprint === fingerprint) return item;
		return failure('keyClash', {
			detail: `item ${first.itemIndex} has the same key, “${sanitizeText(item.idempotencyKey)}”, for a different order`,
		});
	}

	/** Whether the item is the first one of its key, or has none. */
	isFirst({ itemIndex, idempotencyKey }: PreparedOrder): boolean {
		const first = idempotencyKey === undefined ? undefined : this.firsts.get(idempotencyKey);
		return first === undefined || first.itemIndex === itemIndex;
	}

	/** To be told of the first item of a key what becomes of it. */
	started({ idempotencyKey }: PreparedOrder, result: Promise<ItemResult>): void {
		const first = idempotencyKey === undefined ? undefined : this.firsts.get(idempotencyKey);
		if (first) first.result = result;
	}

	/** What became of the first item with the same key; undefined if it was not started. */
	async resultOfFirst({ idempotencyKey }: PreparedOrder): Promise<ItemResult | undefined> {
		return idempotencyKey === undefined ? undefined : await this.firsts.get(idempotencyKey)?.result;
	}
}

/**
 * Refuses an execution that has more keys than are remembered: the first ones would be forgotten when the
 * last ones come, and bought again the next time.
 *
 * @param isKeyed whether all of them do, with or without an idempotency key
 */
export function tooManyKeysFailure(
	functions: IExecuteFunctions,
	memory: ExecutionMemory,
	ledger: RunLedger,
	itemCount: number,
	isKeyed: boolean,
): PanelFailure | undefined {
	const hasOwnKeys = keyOf(functions, 0) !== undefined;
	if (!isKeyed && !hasOwnKeys) return undefined;
	const newItems = itemCount - ledger.size;
	const ofRetry = isKeyed ? newItems : 0;
	const total = (ownKeys: number) => memory.keysOfExecution(ofRetry + ownKeys, KEYS_KEPT);
	// How many of them differ takes long to find out.
	if (total(hasOwnKeys ? newItems : 0) <= KEYS_KEPT) return undefined;
	const ofExecution = total(hasOwnKeys ? differentKeys(functions, newItems) : 0);
	if (ofExecution <= KEYS_KEPT) return undefined;
	return failure('tooManyKeys', {
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
		return functions.getNodeParameter(`options.${idempotencyKeyOption.name}`, itemIndex, undefined);
	} catch {
		return null;
	}
}
