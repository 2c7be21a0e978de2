import type { IExecuteFunctions } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';
import type { Operation } from '../operations/Operation';
import { type PreparedItem, prepareItem } from './preparedItem';

/**
 * How many items are prepared in one go. n8n evaluates expressions much faster one after another than
 * in between requests; more at once would keep it from other work for too long.
 */
const PREPARED_AT_ONCE = 50;

/** The items of a batch, prepared a little ahead of their turn and not kept after it. */
export class PreparedItems {
	private readonly ready = new Map<number, PreparedItem | PanelFailure>();

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly itemCount: number,
	) {}

	/** Each item is taken once, in about the order of the input. */
	take(itemIndex: number): PreparedItem | PanelFailure {
		if (!this.ready.has(itemIndex)) this.prepareFrom(itemIndex);
		const item = this.ready.get(itemIndex) ?? this.prepare(itemIndex);
		this.ready.delete(itemIndex);
		return item;
	}

	private prepareFrom(first: number): void {
		const end = Math.min(this.itemCount, first + PREPARED_AT_ONCE);
		for (let index = first; index < end; index += 1) this.ready.set(index, this.prepare(index));
	}

	private prepare(itemIndex: number): PreparedItem | PanelFailure {
		return prepareItem(this.functions, this.operation, itemIndex);
	}
}
