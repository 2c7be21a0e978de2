import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { PreparedOrder } from '../operations/prepareItem';
import { idempotencyKeyOption } from '../parameters/options';
import { executionMode, runIndex } from '../api/optionalFunctions';
import type { OrderJournal } from './OrderJournal';
import { KEYS_KEPT } from './store/OrderStore';

/**
 * The keys of orders in the order store: the user's idempotency key, and in a retry the place that n8n runs
 * again. n8n offers Retry for the original again and again, and its data has nothing of an earlier retry.
 */
export class OrderKeys {
	/** Undefined where this execution retries none. */
	private readonly retry: string | undefined;
	/** The first item of each key; not as a whole, because it may hold a long article. */
	private readonly firsts = new Map<string, Pick<PreparedOrder, 'itemIndex' | 'fingerprint'>>();

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly journal: OrderJournal,
	) {
		const isRetry = executionMode(functions) === 'retry' && journal.id !== undefined;
		this.retry = isRetry ? `retry ${journal.scope} ${runIndex(functions)} ${operation}` : undefined;
	}

	/** All keys of an order, the most telling first; none where the store is not asked. */
	of(item: PreparedOrder): string[] {
		const { itemIndex, fingerprint } = item;
		const place = this.journal.isTool ? fingerprint : itemIndex;
		return [this.retry && `${this.retry} ${place}`, this.own(item)].filter(
			(key) => key !== undefined,
		);
	}

	/** The idempotency key as the store has it. */
	own({ idempotencyKey }: PreparedOrder): string | undefined {
		return idempotencyKey === undefined ? undefined : `${this.operation} ${idempotencyKey}`;
	}

	/** True if the order may be sent again where its outcome is unknown: not if this execution left it so. */
	mayResend(item: PreparedOrder): boolean {
		return item.resendsUnknown && !this.of(item).some((key) => this.journal.hasLeftUnknown(key));
	}

	/**
	 * Refuses an item whose key an earlier item has for a different order: a key like `post-{{ $json.guid }}`
	 * is the same wherever the field is missing. Has to be called for the items in their order.
	 */
	check(item: PreparedOrder | PanelFailure): PreparedOrder | PanelFailure {
		if (item.kind === 'failure' || item.idempotencyKey === undefined) return item;
		const { itemIndex, fingerprint } = item;
		const first = this.firsts.get(item.idempotencyKey) ?? { itemIndex, fingerprint };
		this.firsts.set(item.idempotencyKey, first);
		if (first.fingerprint === fingerprint) return item;
		return failure('keyClash', {
			detail: `item ${first.itemIndex} has the same key, “${sanitizeText(item.idempotencyKey)}”, for a different order`,
		});
	}

	/** True if an earlier item has the same key. */
	isRepeated({ itemIndex, idempotencyKey = '' }: PreparedOrder): boolean {
		return (this.firsts.get(idempotencyKey)?.itemIndex ?? itemIndex) !== itemIndex;
	}

	/** Refuses a batch with more keys than are remembered: the first ones would be forgotten, and bought again. */
	refusal(itemCount: number): PanelFailure | undefined {
		const keysOfAnItem = (this.retry === undefined ? 0 : 1) + (this.hasOwnKeys() ? 1 : 0);
		const keys = (itemCount - this.journal.size) * keysOfAnItem;
		if (keys <= KEYS_KEPT) return undefined;
		return failure('tooManyKeys', {
			detail: `This run has ${keys} keys, and a workflow remembers ${KEYS_KEPT}`,
		});
	}

	/** True if the option is set, whatever it comes to for an item. */
	hasOwnKeys(): boolean {
		const { options } = this.functions.getNode().parameters;
		return isObject(options) && Boolean(options[idempotencyKeyOption.name as keyof typeof options]);
	}
}
