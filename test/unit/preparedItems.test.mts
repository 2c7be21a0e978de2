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

test('the items of a batch are prepared once each, fifty in one go, in the order of the input', () => {
	const { items, prepared } = batchOf(120);
	expect(items.take(0)).toBe('item 0');
	expect(prepared).toEqual(upTo(50));
	for (let index = 1; index < 50; index++) items.take(index);
	expect(prepared).toEqual(upTo(50));
	for (let index = 50; index < 120; index++) expect(items.take(index)).toBe(`item ${index}`);
	expect(prepared).toEqual(upTo(120));
});

test('they are not kept after their turn', () => {
	const { items } = batchOf(3);
	expect([...items.next]).toEqual([]);
	items.take(0);
	expect([...items.next]).toEqual(['item 1', 'item 2']);
	items.take(2);
	expect([...items.next]).toEqual(['item 1']);
});
