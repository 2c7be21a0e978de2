import { excerpt, sanitizeText } from '../../nodes/BacklinkPanel/errors/serverText.ts';

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

test('within a sentence it is cut to 80 characters', () => {
	expect(excerpt('x'.repeat(80))).toBe('x'.repeat(80));
	expect(excerpt('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});
