import { excerpt, sanitizeText } from '../../nodes/BacklinkPanel/errors/serverText.ts';
import { itemRanges, shortList } from '../../nodes/BacklinkPanel/errors/shortLists.ts';

test.each([
	['quotes and apostrophes stay', ' Panel\'in "sınırı" ', 'Panel\'in "sınırı"'],
	['line breaks and runs of spaces', 'Kredi\r\n\u2028  yok', 'Kredi yok'],
	[
		'control characters and signs of direction',
		'Kredi\u0000\u001b[31m \u202eyok',
		'Kredi [31m yok',
	],
	['a number', 42, '42'],
	['nothing', undefined, ''],
	['an object', { anchor: 'çok\nuzun' }, '{"anchor":"çok\\nuzun"}'],
])('text of the service on one line: %s', (_, value, text) => {
	expect(sanitizeText(value)).toBe(text);
});

test.each(['x', '🙂'])('text of %s is cut to 300 characters, none of them halved', (sign) => {
	expect(sanitizeText(sign.repeat(300))).toBe(sign.repeat(300));
	expect(sanitizeText(sign.repeat(301))).toBe(`${sign.repeat(300)}…`);
	expect(sanitizeText(sign.repeat(1_000_000))).toBe(`${sign.repeat(300)}…`);
});

test('text of the service within a sentence is cut to 80 characters', () => {
	expect(excerpt('x'.repeat(80))).toBe('x'.repeat(80));
	expect(excerpt('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test.each([
	[[3], 'item 3'],
	[[3, 4], 'items 3, 4'],
	[[3, 4, 5], 'items 3–5'],
	[[0, 2, 3, 4, 5, 9], 'items 0, 2–5, 9'],
])('%j reads “%s”', (indexes, text) => {
	expect(itemRanges(indexes)).toBe(text);
});

test('ranges that are not named are counted by their items', () => {
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
