import fc from 'fast-check';

import { SortedArray } from '../../nodes/BacklinkPanel/rateLimiter/SortedArray.ts';

/** Those of the same rank are in the order of their numbers. */
interface Item {
	rank: number;
	number: number;
}

const inOrder = (one: Item, other: Item) => one.rank - other.rank || one.number - other.number;

test('whatever is added and removed, in it or not, the rest comes in order', () => {
	const items = fc.array(
		fc.record({ rank: fc.integer({ min: 0, max: 20 }), isRemoved: fc.boolean() }),
	);
	fc.assert(
		fc.property(items, items, (atFirst, later) => {
			const all = [...atFirst, ...later].map((item, number) => ({ ...item, number }));
			const array = new SortedArray<Item>(inOrder);
			for (const item of all.slice(0, atFirst.length)) array.add(item);
			for (const item of all) if (item.isRemoved) array.remove(item);
			for (const item of all.slice(atFirst.length)) array.add(item);
			const rest = all.filter(({ isRemoved, number }) => !isRemoved || number >= atFirst.length);
			expect(array.size).toBe(rest.length);
			const found: Item[] = [];
			for (let { first } = array; first; first = array.first) {
				found.push(first);
				array.remove(first);
			}
			expect(found).toEqual(rest.sort(inOrder));
		}),
		{ seed: 20261127 },
	);
});
