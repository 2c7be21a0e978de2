/**
 * Items in an order, the first one at hand: a binary heap. Adding and removing take logarithmic time,
 * whatever the item's place.
 */
export class PriorityQueue<Item> {
	/** The item at `index` goes before those at `2 * index + 1` and `2 * index + 2`. */
	private readonly heap: Item[] = [];
	private readonly indexes = new Map<Item, number>();

	/** @param compare negative if the first item goes before the second one */
	constructor(private readonly compare: (one: Item, other: Item) => number) {}

	get size(): number {
		return this.heap.length;
	}

	get first(): Item | undefined {
		return this.heap[0];
	}

	add(item: Item): void {
		this.moveUp(item, this.heap.length);
	}

	/** Does nothing if the item is not in the queue. */
	remove(item: Item): void {
		const index = this.indexes.get(item);
		if (index === undefined) return;
		this.indexes.delete(item);
		const last = this.heap.pop();
		if (last === undefined || last === item) return;
		this.moveUp(last, index);
		this.moveDown(last, this.indexes.get(last) ?? index);
	}

	/** Puts an item at the index, or further up where it belongs there. */
	private moveUp(item: Item, index: number): void {
		const parentIndex = Math.floor((index - 1) / 2);
		const parent = this.heap[parentIndex];
		if (parent === undefined || this.compare(parent, item) <= 0) return this.put(item, index);
		this.put(parent, index);
		this.moveUp(item, parentIndex);
	}

	/** Puts an item at the index, or further down where it belongs there. */
	private moveDown(item: Item, index: number): void {
		const childIndex = this.firstChildOf(index);
		const child = this.heap[childIndex];
		if (child === undefined || this.compare(item, child) <= 0) return this.put(item, index);
		this.put(child, index);
		this.moveDown(item, childIndex);
	}

	private firstChildOf(index: number): number {
		const left = 2 * index + 1;
		const leftChild = this.heap[left];
		const rightChild = this.heap[left + 1];
		if (leftChild === undefined || rightChild === undefined) return left;
		return this.compare(leftChild, rightChild) <= 0 ? left : left + 1;
	}

	private put(item: Item, index: number): void {
		this.heap[index] = item;
		this.indexes.set(item, index);
	}
}
