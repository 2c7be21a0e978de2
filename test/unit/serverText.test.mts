import {
	escapeHtml,
	excerpt,
	sanitizeText,
	withoutMarkup,
} from '../../nodes/BacklinkPanel/errors/serverText.ts';

describe('text of the service on one line', () => {
	test.each([
		['as it is', 'Kredi yok', 'Kredi yok'],
		['Turkish letters', 'ıİşŞğĞçÇöÖüÜ', 'ıİşŞğĞçÇöÖüÜ'],
		['apostrophes and quotes', 'Panel\'in "sınırı"', 'Panel\'in "sınırı"'],
		['without spaces around', '  Kredi yok \n', 'Kredi yok'],
		['line breaks', 'Kredi\r\nyok', 'Kredi yok'],
		['line breaks of Unicode', 'Kredi\u2028yok\u2029.', 'Kredi yok .'],
		['tabs and runs of spaces', 'Kredi \t  yok', 'Kredi yok'],
		['control characters', 'Kredi\u0000\u001b[31m yok\u0007', 'Kredi [31m yok'],
		['signs that turn the direction of reading', 'Kredi \u202eyok', 'Kredi yok'],
		['a number', 42, '42'],
		['true', true, 'true'],
		['null', null, 'null'],
		['nothing', undefined, ''],
		['a list', ['a', 1], '["a",1]'],
		['an object', { anchor: 'çok uzun' }, '{"anchor":"çok uzun"}'],
		['an object with line breaks', { anchor: 'çok\nuzun' }, '{"anchor":"çok\\nuzun"}'],
	])('%s', (_, value, text) => {
		expect(sanitizeText(value)).toBe(text);
	});

	test('of 300 characters stays whole', () => {
		expect(sanitizeText('x'.repeat(300))).toBe('x'.repeat(300));
		expect(sanitizeText('🙂'.repeat(300))).toBe('🙂'.repeat(300));
	});

	test.each([
		['301 letters', 'x', 301],
		['5 million letters', 'x', 5_000_000],
		['301 emoji', '🙂', 301],
		['10,000 emoji', '🙂', 10_000],
	])('of %s is cut to 300 characters, none of them halved', (_, sign, count) => {
		expect(sanitizeText(sign.repeat(count))).toBe(sign.repeat(300) + '…');
	});
});

test.each([
	['80 letters', 'x'.repeat(80), 'x'.repeat(80)],
	['81 letters', 'x'.repeat(81), `${'x'.repeat(80)}…`],
	['an object', { a: 1 }, '{"a":1}'],
])('within a sentence, %s', (_, value, text) => {
	expect(excerpt(value)).toBe(text);
});

describe('text that n8n shows as HTML', () => {
	test.each([
		['markup', '<b>Kredi</b>', '&lt;b&gt;Kredi&lt;/b&gt;'],
		['a script', '<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
		['an ampersand', 'a & b', 'a &amp; b'],
		['what is escaped already', '&lt;', '&amp;lt;'],
		['Turkish apostrophes and quotes stay', 'Panel\'in "sınırı"', 'Panel\'in "sınırı"'],
		['nothing', '', ''],
	])('%s', (_, text, escaped) => {
		expect(escapeHtml(text)).toBe(escaped);
	});
});

test('a message reads the same as text and as HTML', () => {
	expect(withoutMarkup('<a href="x">Kredi</a> & 2 > 1')).toBe('‹a href="x"›Kredi‹/a› & 2 › 1');
});
