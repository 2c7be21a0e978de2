import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { PreparedOrder } from '../operations/prepareItem';
import { idempotencyKeyOption } from '../parameters/options';
import { executionMode } from '../api/optionalFunctions';
import type { OrderJournal } from './OrderJournal';
import { KEYS_KEPT } from './store/OrderStore';

/**
 * Keys of orders in the order store: the user's idempotency key, and in a retry the item's place. n8n can
 * retry an execution several times, each time without the data of earlier retries.
 */
export class OrderKeys {
	/** Prefix of the retry keys; undefined if this execution is no retry. */
	private readonly retry: string | undefined;
	/** First item of each idempotency key, as index and hash: a whole item may hold a long article. */
	private readonly firstItems = new Map<string, Pick<PreparedOrder, 'itemIndex' | 'fingerprint'>>();

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly journal: OrderJournal,
	) {
		const isRetry = executionMode(functions) === 'retry' && journal.id !== undefined;
		// Not n8n's run index: it may count runs of a lost execution, and counts the calls of a tool.
		const round = journal.isTool ? '' : journal.round;
		this.retry = isRetry ? `retry ${journal.scope} ${round} ${operation}` : undefined;
	}

	/** Lists an order's keys in the order store, the retry key first; an order without keys is not stored. */
	of(item: PreparedOrder): string[] {
		const { itemIndex, fingerprint } = item;
		const place = this.journal.isTool ? fingerprint : itemIndex;
		return [this.retry && `${this.retry} ${place}`, this.own(item)].filter(
			(key) => key !== undefined,
		);
	}

	/** Returns the idempotency key in the form that the order store keeps. */
	own({ idempotencyKey }: PreparedOrder): string | undefined {
		return idempotencyKey === undefined ? undefined : `${this.operation} ${idempotencyKey}`;
	}

	/** True if the item sets Send Unknown Orders Again, unless this execution sent the unknown order itself. */
	mayResend(item: PreparedOrder): boolean {
		return item.resendsUnknown && !this.of(item).some((key) => this.journal.hasLeftUnknown(key));
	}

	/**
	 * Refuses a key that an earlier item has for a different order: `post-{{ $json.guid }}` gives equal
	 * keys if the field is missing. Callers check the items by ascending index.
	 */
	check(item: PreparedOrder | PanelFailure): PreparedOrder | PanelFailure {
		if (item.kind === 'failure' || item.idempotencyKey === undefined) return item;
		const { itemIndex, fingerprint } = item;
		const first = this.firstItems.get(item.idempotencyKey) ?? { itemIndex, fingerprint };
		this.firstItems.set(item.idempotencyKey, first);
		if (first.fingerprint === fingerprint) return item;
		return failure('keyClash', {
			detail: `item ${first.itemIndex} has the same key, “${sanitizeText(item.idempotencyKey)}”, for a different order`,
		});
	}

	/** True if an earlier item has the same idempotency key. */
	isRepeated({ itemIndex, idempotencyKey = '' }: PreparedOrder): boolean {
		return (this.firstItems.get(idempotencyKey)?.itemIndex ?? itemIndex) !== itemIndex;
	}

	/** Refuses a run with more keys than the order store keeps: forgotten orders could be placed again. */
	refusal(itemCount: number): PanelFailure | undefined {
		const keysOfAnItem = (this.retry === undefined ? 0 : 1) + (this.hasOwnKeys() ? 1 : 0);
		const keys = (itemCount - this.journal.size) * keysOfAnItem;
		if (keys <= KEYS_KEPT) return undefined;
		return failure('tooManyKeys', {
			detail: `This run has ${keys} keys, and a workflow remembers ${KEYS_KEPT}`,
		});
	}

	/** True if the option Idempotency Key is set, even if an item gives it no value. */
	hasOwnKeys(): boolean {
		const { options } = this.functions.getNode().parameters;
		return isObject(options) && Boolean(options[idempotencyKeyOption.name as keyof typeof options]);
	}
}
