import fc from 'fast-check';

import { PriorityQueue } from '../../nodes/BacklinkPanel/api/pacing/PriorityQueue.ts';

interface Item {
	rank: number;
}

const queueOf = (items: Item[]) => {
	const queue = new PriorityQueue<Item>((one, other) => one.rank - other.rank);
	for (const item of items) queue.add(item);
	return queue;
};

const ranksInOrder = (queue: PriorityQueue<Item>) => {
	const ranks: number[] = [];
	for (let first = queue.first; first; first = queue.first) {
		ranks.push(first.rank);
		queue.remove(first);
	}
	return ranks;
};

test('an empty one has no first item', () => {
	const queue = queueOf([]);
	expect(queue.first).toBeUndefined();
	expect(queue.size).toBe(0);
});

test('an item that is not in it can be removed without harm', () => {
	const queue = queueOf([{ rank: 2 }, { rank: 1 }]);
	queue.remove({ rank: 1 });
	expect(ranksInOrder(queue)).toEqual([1, 2]);
});

test('whatever is added and removed, the rest comes in order', () => {
	const items = fc.array(
		fc.record({ rank: fc.integer({ min: 0, max: 20 }), isRemoved: fc.boolean() }),
	);
	fc.assert(
		fc.property(items, (all) => {
			const queue = queueOf(all);
			for (const item of all) if (item.isRemoved) queue.remove(item);
			const rest = all.filter(({ isRemoved }) => !isRemoved);
			expect(queue.size).toBe(rest.length);
			expect(ranksInOrder(queue)).toEqual(rest.map(({ rank }) => rank).sort((a, b) => a - b));
		}),
		{ seed: 20261127 },
	);
});
