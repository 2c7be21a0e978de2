import { failure, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { ItemResult } from '../operations/ItemResult';
import type { PreparedOrder } from '../operations/prepareItem';

/** Of the first item with a key; not the item itself, which may hold a long article. */
interface FirstOfKey extends Pick<PreparedOrder, 'itemIndex' | 'fingerprint'> {
	result?: Promise<ItemResult>;
}

/**
 * The idempotency keys of one batch. Items with the same key that order the same are one order; items
 * that order different things are a mistake: a key like `post-{{ $json.guid }}` is the same wherever the
 * field is missing, and they would all be skipped as ordered.
 */
export class BatchKeys {
	private readonly firsts = new Map<string, FirstOfKey>();

	/** Has to be called for the items in their order. */
	check(item: PreparedOrder | PanelFailure): PreparedOrder | PanelFailure {
		if (item.kind === 'failure' || item.idempotencyKey === undefined) return item;
		const { itemIndex, fingerprint } = item;
		const first = this.firsts.get(item.idempotencyKey);
		if (first === undefined) this.firsts.set(item.idempotencyKey, { itemIndex, fingerprint });
		if (first === undefined || first.fingerprint === fingerprint) return item;
		return failure('keyClash', {
			spendsCredits: true,
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
