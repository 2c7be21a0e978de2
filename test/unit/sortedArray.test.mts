import fc from 'fast-check';

import { SortedArray } from '../../nodes/BacklinkPanel/rateLimiter/SortedArray.ts';

interface Item {
	rank: number;
	/** Those of the same rank are in this order. */
	number: number;
}

const arrayOf = (items: Item[]) => {
	const array = new SortedArray<Item>(
		(one, other) => one.rank - other.rank || one.number - other.number,
	);
	for (const item of items) array.add(item);
	return array;
};

const inOrder = (array: SortedArray<Item>) => {
	const items: Item[] = [];
	for (let { first } = array; first; first = array.first) {
		items.push(first);
		array.remove(first);
	}
	return items;
};

test('an empty one has no first item', () => {
	const array = arrayOf([]);
	expect(array.first).toBeUndefined();
	expect(array.size).toBe(0);
});

test('an item that is not in it can be removed without harm', () => {
	const [one, two, other] = [2, 1, 1].map((rank, number) => ({ rank, number }));
	const array = arrayOf([one, two].filter((item) => item !== undefined));
	if (other) array.remove(other);
	expect(inOrder(array)).toEqual([two, one]);
});

test('whatever is added and removed, the rest comes in order', () => {
	const items = fc.array(
		fc.record({ rank: fc.integer({ min: 0, max: 20 }), isRemoved: fc.boolean() }),
	);
	fc.assert(
		fc.property(items, items, (atFirst, later) => {
			const all = [...atFirst, ...later].map((item, number) => ({ ...item, number }));
			const array = arrayOf(all.slice(0, atFirst.length));
			for (const item of all) if (item.isRemoved) array.remove(item);
			for (const item of all.slice(atFirst.length)) array.add(item);
			const rest = all.filter(({ isRemoved, number }) => !isRemoved || number >= atFirst.length);
			expect(array.size).toBe(rest.length);
			expect(inOrder(array)).toEqual(
				rest.sort((one, other) => one.rank - other.rank || one.number - other.number),
			);
		}),
		{ seed: 20261127 },
	);
});
