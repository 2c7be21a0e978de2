import { itemRanges, shortList } from '../../nodes/BacklinkPanel/errors/shortLists.ts';

test.each([
	[[3], 'item 3'],
	[[3, 4], 'items 3, 4'],
	[[3, 4, 5], 'items 3–5'],
	[[0, 2, 3, 4, 5, 9], 'items 0, 2–5, 9'],
])('%j reads “%s”', (indexes, text) => {
	expect(itemRanges(indexes)).toBe(text);
});

test('what is not named is counted', () => {
	expect(itemRanges([0, 2, 4, 5, 6, 8], 3)).toBe('items 0, 2, 4–6 and 1 more');
});

test.each([
	[['a', 'b'], 'a, b'],
	[['a', 'b', 'c'], 'a, b and 1 more sites'],
	[['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more sites'],
])('%j in a list of two reads “%s”', (texts, text) => {
	expect(shortList(texts, 2, 'sites')).toBe(text);
	expect(shortList(texts, 2)).toBe(text.replace(' sites', ''));
});
