/**
 * Items in an order, the first one at hand. Most come at the end and leave at the beginning, which takes
 * no longer the more there are; in between, those behind an item are moved.
 */
export class SortedArray<Item> {
	private items: Item[] = [];
	/** Those before this index have left. */
	private start = 0;

	/** @param compare negative if the first item goes before the second one; 0 for the same item alone */
	constructor(private readonly compare: (one: Item, other: Item) => number) {}

	get size(): number {
		return this.items.length - this.start;
	}

	get first(): Item | undefined {
		return this.items[this.start];
	}

	add(item: Item): void {
		this.items.splice(this.indexOf(item), 0, item);
	}

	/** Does nothing if the item is not in it. */
	remove(item: Item): void {
		const index = this.indexOf(item);
		if (this.items[index] !== item) return;
		if (index > this.start) this.items.splice(index, 1);
		else this.removeFirst();
	}

	private removeFirst(): void {
		this.start += 1;
		if (2 * this.start < this.items.length) return;
		this.items = this.items.slice(this.start);
		this.start = 0;
	}

	/** Where an item is or belongs. */
	private indexOf(item: Item): number {
		let [low, high] = [this.start, this.items.length];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			const other = this.items[middle];
			if (other !== undefined && this.compare(other, item) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
