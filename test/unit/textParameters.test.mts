import { checkedHtml, checkedText } from '../../nodes/BacklinkPanel/parameters/checkValue.ts';
import { isBlank, trimInvisible } from '../../nodes/BacklinkPanel/api/visibleText.ts';

const field = { name: 'title', displayName: 'Title' };

describe('what cannot be seen at the ends of a text is taken off', () => {
	test.each([
		['spaces and line breaks', ' \t\r\n', 'halı', '\n '],
		['zero width spaces', '\u200b', 'halı', '\u200b\u200b'],
		['soft hyphens', '\u00ad', 'halı', '\u00ad'],
		['byte order marks', '\ufeff', 'halı', '\ufeff'],
		['bidirectional marks', '\u200e\u202a', 'halı', '\u202c\u200f\u2069'],
		['control characters', '\u0000\u001b', 'halı', '\u007f\u0085'],
		['no-break, ideographic and thin spaces', '\u00a0\u3000', 'halı', '\u2009\u202f'],
		['line and paragraph separators', '\u2028', 'halı', '\u2029'],
		['word joiners and invisible operators', '\u2060', 'halı', '\u2062\u2063'],
		['Hangul and Braille blanks', '\u3164\u115f', 'halı', '\uffa0\u2800'],
		['a joiner with nothing to join', '\u200d', 'halı', '\u200d'],
		['a variation selector with nothing before it', '\ufe0f', 'halı', ''],
		['grapheme joiners', '\u034f', 'halı', '\u034f'],
		['annotation marks', '\ufff9', 'halı', '\ufffb'],
		['language tags', '\u{e0001}', 'halı', '\u{e0001}'],
	])('%s', (_, before, text, behind) => {
		expect(trimInvisible(before + text + behind)).toBe(text);
	});

	test.each([
		['a family of joined emoji', '👨‍👩‍👧'],
		['a heart in colour', '❤️'],
		['a digit in a box', '1️⃣'],
		['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
		['a Persian word with a joiner', 'می‌خواهم'],
		['a soft hyphen and a zero width space in a text', 'Halı\u00adbakımı\u200bve'],
		['an Arabic sign that is drawn', 'آية \u06dd'],
		['a combined accent', 'e\u0301'],
		['quotes and dashes', '“halı” –'],
	])('%s stays as it is', (_, text) => {
		expect(trimInvisible(text)).toBe(text);
		expect(trimInvisible(`\u200b ${text}\u200b `)).toBe(text);
	});

	test('of nothing else, nothing is left', () => {
		const invisible = ' \u200b\ufeff\u00ad\u3164\u2800\u200d\ufe0f\u{e0067}\n';
		expect(trimInvisible(invisible)).toBe('');
		expect(isBlank(invisible)).toBe(true);
		expect(isBlank(`${invisible}.`)).toBe(false);
	});

	test('a million of them in the middle take no longer than anywhere else', () => {
		const text = `a${' \u200b'.repeat(500_000)}b`;
		expect(trimInvisible(text)).toBe(text);
	});
});

describe('what cannot be meant is refused, by the name of the field', () => {
	test.each([
		['[object Object]', '“[object Object]”'],
		['Yeni: [object Object]', '“[object Object]”'],
		['[object Object],[object Object]', '“[object Object]”'],
		['[object Promise]', '“[object Promise]”'],
		['[object Undefined] halı', '“[object Undefined]”'],
		['undefined', '“undefined”'],
		[' null\u200b', '“null”'],
		['NaN', '“NaN”'],
		['Invalid Date', '“Invalid Date”'],
		['Invalid DateTime', '“Invalid DateTime”'],
		['undefined undefined', '“undefined”'],
		['null - null', '“null”'],
		['[null]', '“null”'],
		['NaN, undefined', '“NaN”'],
		['Invalid DateTime – Invalid Date', '“Invalid DateTime”'],
		['nullundefined', '“null”'],
		['[object object]', '“[object object]”'],
		['About [Object Object]', '“[Object Object]”'],
		['[OBJECT OBJECT]', '“[OBJECT OBJECT]”'],
		['{{ $json.title }}', 'an expression'],
		['{{ $json.items.map((i) => { return i.x }) }}', 'an expression'],
		['{{ ({ a: 1 }).a + $json.x }}', 'an expression'],
		['{{ JSON.stringify({ a: $json.x }) }}', 'an expression'],
		['On {{ DateTime.now().toISO() }}', 'an expression'],
		['{{ new Date().getFullYear() }}', 'an expression'],
		["Halı: {{$('RSS').item.json.title}}", 'an expression'],
		['half \ud83d of it', 'half of a character'],
		['\udc00', 'half of a character'],
		['🧿'.slice(0, 1), 'half of a character'],
		['', 'is empty'],
		['\u200b\u3164', 'is empty'],
		[' - ', 'has only separators in it, such as around missing values'],
		['| ', 'only separators'],
		['() , "" – :', 'only separators'],
	])('%j', (text, words) => {
		expect(() => checkedText(field, text)).toThrow('“Title”');
		expect(() => checkedText(field, text)).toThrow(words);
	});

	test.each([[{ rendered: 'x' }], [['x']], [true], [Number.NaN], [Number.POSITIVE_INFINITY]])(
		'%j, as a value',
		(value) => {
			expect(() => checkedText(field, value)).toThrow('“Title” has to be text');
		},
	);
});

test.each([
	['null', 'contains “null”, which an expression returns when it finds no value'],
	[
		'[object Object]',
		'contains “[object Object]”, which an expression returns for an object: select the field of the object that holds the text',
	],
	[
		'{{ $json.title }}',
		'contains an expression that was not evaluated: switch the field from Fixed to Expression',
	],
])('%s: the user reads what to do', (text, words) => {
	expect(() => checkedText(field, text)).toThrow(new Error(`“Title” ${words}`));
});

describe('what can be meant is taken', () => {
	test.each([
		['What undefined means in JavaScript'],
		['What is undefined behaviour?'],
		['undefined vs null'],
		['null & undefined'],
		['NaN?'],
		['null and void'],
		['Nullpunkt'],
		['NaN bread'],
		['PHP basics [object oriented]'],
		['{{ mustache }} templates'],
		["{{ url_for('index') }} in Jinja"],
		['{{ a }} costs $5 and {{ b }}'],
		['{ $a } and }} { {{'],
		['object object'],
		['A New Date for {{ couples }}'],
		['Prices from $5 {a} {b}'],
		['ığüşöç İ 🧿 “halı”'],
		['👨‍👩‍👧'],
		['0'],
		['[2026]'],
		['...'],
		['!?'],
		['<b>bold</b> & more'],
	])('%s', (text) => {
		expect(checkedText(field, text)).toBe(text);
	});

	test('a number, as its digits', () => {
		expect(checkedText(field, 2027)).toBe('2027');
	});
});

describe('content', () => {
	test.each([
		[' <p>Metin</p>\u200b\n'],
		['<p>In JavaScript you may see <code>[object Object]</code> or undefined.</p>'],
		['<p>Use {{ $json.title }} in n8n.</p>'],
		['<table><td>un</td><td>defined</td></table>'],
		['<p>{{ $json.title }}</p><p>is evaluated</p>'],
		['<p>undefined</p><img src="https://example.com/undefined.png">'],
		['<p>undefined</p><p>🧿</p>'],
		['<hr><p>- , -</p>'],
		['<p>👨‍👩‍👧</p>'],
	])('%j is passed on as it is', (html) => {
		expect(checkedHtml(field, html)).toBe(html);
	});

	test.each([
		['[object Object]', '“[object Object]”'],
		['<p>[object Object]</p>\n', '“[object Object]”'],
		['<p>[object Object],[object Object]</p>', '“[object Object]”'],
		['<div><p>undefined</p></div>', '“undefined”'],
		['null', '“null”'],
		['<h2>undefined</h2><p>undefined</p>', '“undefined”'],
		['<h2>[object Object]</h2><p>undefined</p>', '“[object Object]”'],
		['<style>p{color:red}</style><p>undefined</p>', '“undefined”'],
		['<p>NaN&nbsp;</p><hr>&#160;<p>null</p>', '“NaN”'],
		['<p>{{ $json.html }}</p>', 'an expression'],
		['<h1>{{ $json.title }}</h1><br><p>{{ $json.text }}</p>', 'an expression'],
		['{{ $json.a.map((i) => `<li>${i}</li>`) }}', 'an expression'],
		['<img src="{{ $json.image }}">', 'an expression'],
		['<p></p><img src=undefined>', '“undefined”'],
		['<p>cut 🧿</p>'.slice(0, 8), 'half of a character'],
	])('%j is refused: a reader would see nothing else', (html, words) => {
		expect(() => checkedHtml(field, html)).toThrow(words);
	});

	test.each(['<', '{{ ', '{{ a', '{{ DateTime.', '{{ $', '[object A', 'undefined ! ', 'x{'])(
		'of megabytes of %j is looked through once',
		(piece) => {
			const html = piece.repeat(2_000_000 / piece.length);
			expect(checkedHtml(field, html)).toBe(html);
		},
	);
});
