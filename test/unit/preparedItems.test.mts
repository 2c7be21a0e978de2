import { PreparedItems } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';

/** The items of a batch, and the indexes of those that have been prepared. */
function batchOf(count: number) {
	const prepared: number[] = [];
	const items = new PreparedItems(count, (index) => {
		prepared.push(index);
		return `item ${index}`;
	});
	return { items, prepared };
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('an item is prepared at its turn, unless the order store looks ahead', () => {
	const { items, prepared } = batchOf(3);
	expect(items.take(0)).toBe('item 0');
	expect(prepared).toEqual([0]);
	expect([...items.next()]).toEqual(['item 1', 'item 2']);
	items.take(1);
	expect([...items.next()]).toEqual(['item 2']);
	expect(prepared).toEqual([0, 1, 2]);
});

test('each is prepared once, in the order of the input, no more than fifty ahead', () => {
	const { items, prepared } = batchOf(120);
	for (let index = 0; index < 120; index += 1) {
		items.take(index);
		if (index % 7 === 0) expect([...items.next()]).toHaveLength(Math.min(50, 119 - index));
		expect(prepared.length).toBeLessThanOrEqual(index + 51);
	}
	expect(prepared).toEqual(upTo(120));
});
