/**
 * How many items are prepared in one go. n8n evaluates expressions much faster one after another than
 * in between requests; more at once would keep it from other work for too long.
 */
const PREPARED_AT_ONCE = 50;

/** The items of a batch, prepared a little ahead of their turn and not kept after it. */
export class PreparedItems<Item> {
	private readonly ready = new Map<number, Item>();

	/** @param prepare reads and checks an item; called in the order of the input, once for each */
	constructor(
		private readonly itemCount: number,
		private readonly prepare: (itemIndex: number) => Item,
	) {}

	/** Each item is taken once, in about the order of the input. */
	take(itemIndex: number): Item {
		if (!this.ready.has(itemIndex)) this.prepareFrom(itemIndex);
		const item = this.ready.get(itemIndex) ?? this.prepare(itemIndex);
		this.ready.delete(itemIndex);
		return item;
	}

	/** The items whose turn is next, as far as they are prepared already. */
	get next(): Iterable<Item> {
		return this.ready.values();
	}

	private prepareFrom(first: number): void {
		const end = Math.min(this.itemCount, first + PREPARED_AT_ONCE);
		for (let index = first; index < end; index += 1) this.ready.set(index, this.prepare(index));
	}
}
