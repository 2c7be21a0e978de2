import { failure, type PanelFailure } from '../errors/panelFailure';
import { oneLine } from '../errors/serverText';
import type { PreparedOrder } from '../operations/preparedItem';

/**
 * The idempotency keys of one batch. A key like `post-{{ $json.guid }}` is the same for all items where
 * the field is missing; then the others would be skipped as ordered, and never were.
 */
export class BatchKeys {
	private readonly first = new Map<string, PreparedOrder>();

	/** Has to be called for the items in their order. */
	check(item: PreparedOrder | PanelFailure): PreparedOrder | PanelFailure {
		if (item.kind === 'failure' || item.idempotencyKey === undefined) return item;
		const first = this.first.get(item.idempotencyKey);
		if (first === undefined) this.first.set(item.idempotencyKey, item);
		if (first === undefined || first.fingerprint === item.fingerprint) return item;
		return failure('keyClash', {
			spendsCredits: true,
			detail: `item ${first.itemIndex} has the same one, “${oneLine(item.idempotencyKey)}”, and orders something else`,
		});
	}
}
