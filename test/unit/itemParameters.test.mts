import type { INodeProperties } from 'n8n-workflow';

import { filledIn } from './filledIn.mts';

const field: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'number',
	default: 30,
	typeOptions: { minValue: 1, maxValue: 300 },
};
const withField = (value: unknown) => filledIn({ field: value });

describe('a web address', () => {
	test.each([
		['https://example.com'],
		['HTTP://example.com/sayfa?x=1&y=İ#bölüm'],
		['https://fa.example/می‌خواهم'],
		['https://example.com/why-undefined-is-not-null?x=null'],
		['https://example.com/nullable/NaNcy'],
		['https://example.com/100%'],
		['https://example.com/?q=NaN'],
		['https://example.com/search?q=undefined&lang=en'],
		['https://example.com/what-is-undefined.html?a=undefined-behaviour'],
		['https://example.com/?keyword=undefined'],
		['https://example.com/n.helloull'],
		['https://example.com/a,b;c|d/x,y.html'],
		['https://web.archive.org/web/2026/https://example.com/'],
		['https://example.com/?pages=https://a.example,https://b.example'],
		['https://images.example/w_10,h_10/https://example.com/a.png'],
		['https://httpsexample.com/'],
		['https://my_shop.example/'],
		['https://xn--rnek-4qa.com:8443/'],
		['https://örnek.com'],
		['http://[::1]:3000/'],
		['https://example.com/❤️'],
		['https://example.com/1️⃣-👨‍👩‍👧-🏴󠁧󠁢󠁷󠁬󠁳󠁿/葛\u{e0100}'],
	])('%s is taken as it is', (address) => {
		expect(withField(address).webAddress(field)).toBe(address);
	});

	test('is taken without what cannot be seen at its ends', () => {
		expect(withField('\ufeff https://example.com/\u00ad\n').webAddress(field)).toBe(
			'https://example.com/',
		);
	});

	test.each([
		['example.com'],
		['//example.com'],
		['ftp://example.com'],
		['xhttps://example.com'],
		['see https://example.com'],
		['https:example.com'],
		['https://'],
		['https:///path'],
		['https://?q=1'],
		['https://#top'],
		['https://[example'],
		['https://example.com/a b'],
		['https://example.com\nhttps://other.example'],
		['https://exa\u200bmple.com/'],
		['https://example.com/ha\u00adlı'],
		['https://example.com/\u0007halı'],
		['https://example.com/a\u3000b'],
		['https://example.com/p\ufe0f'],
		['https://example.com/p\ufe00q'],
		['https://example.com/a\u061cb'],
		['https://example.com/a\u180eb'],
		['https://example.com/a\u2800b'],
		['https://example.com/a\u3164b'],
		['https://https://example.com'],
		['https://http//example.com'],
		['https://example.com,https://example.org'],
		['https://example.com,example.org'],
		['https://example.com/a,https://example.org/b'],
		['https://example.com/a;HTTP://example.org/b'],
		['https://example.com)'],
		['https://.example.com/'],
		['https://www..example/'],
	])('%j is none that is absolute', (address) => {
		expect(() => withField(address).webAddress(field)).toThrow(
			'“Field” has to be an absolute http or https address, e.g. https://example.com/page, not ',
		);
	});

	test.each([
		['https://example.com/undefined', '“undefined”'],
		['https://example.com/null/halı', '“null”'],
		['https://example.com/NaN?x=1', '“NaN”'],
		['https://example.com/halı/undefined.html', '“undefined”'],
		['https://example.com/?id=undefined', '“undefined”'],
		['https://example.com/?ids=undefined', '“undefined”'],
		['https://example.com/?a=1&q2=%75ndefined#top', '“undefined”'],
		['https://undefined/halı', '“undefined”'],
		['https://nan/', '“NaN”'],
		['https://example.com/%6eull', '“null”'],
		['https://example.com/[object Object]'.replace(' ', '%20'), '“[object Object]”'],
		['https://example.com/%5Bobject%20Object%5D', '“[object Object]”'],
		['https://example.com/?q=[object+Object]', '“[object Object]”'],
		['https://example.com/{{$json.slug}}', 'an expression that was not evaluated'],
		['https://example.com/%7B%7B%20$json.slug%20%7D%7D', 'an expression that was not evaluated'],
	])('%s is what a broken expression leaves', (address, words) => {
		expect(() => withField(address).webAddress(field)).toThrow(`“Field” contains ${words}`);
	});
});

describe('HTML', () => {
	test('that shows something is taken as it is, with the white space around it', () => {
		const html = '\n <p>Metin</p>\u00ad\n';
		expect(withField(html).html(field)).toBe(html);
	});

	test.each([[''], [null], ['<p>&nbsp;</p>'], ['<script>track()</script>']])(
		'%j shows nothing',
		(html) => {
			expect(() => withField(html).html(field)).toThrow('“Field” shows no text, image or video');
		},
	);
});

describe('an ID', () => {
	test.each([
		['bl_1', 'bl_1'],
		[' 10\u200b', '10'],
		[10, '10'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[{ __rl: true, mode: 'id', value: 'bl_1' }, 'bl_1'],
		[{ __rl: true, mode: 'list', value: 7, cachedResultName: 'x' }, '7'],
	])('%j is %s', (value, id) => {
		expect(withField(value).id(field)).toBe(id);
	});

	test.each([
		[2 ** 53, 'up to 9007199254740991, since larger ones lose digits, not 9007199254740992'],
		[1.5, 'has to be text, or a whole number'],
		[{ mode: 'id', value: 1.5 }, 'has to be text, or a whole number'],
		[{ mode: 'list', value: '' }, 'is empty'],
		[{ value: 'bl_1' }, 'has to be text'],
		[['bl_1'], 'has to be text'],
		[undefined, 'is empty'],
		['undefined', 'contains “undefined”'],
	])('%j is none', (value, words) => {
		expect(() => withField(value).id(field)).toThrow(words);
	});
});

test('text, numbers, switches and choices are checked as such', () => {
	expect(withField(' halı ').text(field)).toBe('halı');
	expect(withField('3').number(field)).toBe(3);
	expect(() => withField(301).number(field)).toThrow('from 1 to 300');
	expect(withField('true').flag(field)).toBe(true);
	expect(withField('a').choice(field, ['a', 'b'])).toBe('a');
	expect(filledIn({}, 'Europe/Istanbul').timezone).toBe('Europe/Istanbul');
});

test('a field without any value is what n8n says of it', () => {
	expect(() => filledIn({}).text(field)).toThrow('Could not get parameter');
});

describe('Options', () => {
	const withOption = (value: unknown) => filledIn({ options: { field: value } });

	test.each([[{}], [{ options: {} }], [{ options: 'none' }], [{ options: null }]])(
		'%j: what was not added has its default, or is off',
		(fields) => {
			const parameters = filledIn(fields);
			expect(parameters.numberOption(field)).toBe(30);
			expect(parameters.limitOption(field)).toBeUndefined();
			expect(parameters.flagOption(field)).toBe(false);
			expect(parameters.keyOption(field)).toBeUndefined();
		},
	);

	test.each([[null], [undefined], [''], [' \u200b']])(
		'a number whose expression gives %j has its default',
		(value) => {
			expect(withOption(value).numberOption(field)).toBe(30);
		},
	);

	test.each([[null], [undefined], [''], ['many'], [-1], [true]])(
		'a limit whose expression gives %j is refused: it must not mean “no limit”',
		(value) => {
			expect(() => withOption(value).limitOption(field)).toThrow('“Field” has to be a number');
		},
	);

	test('what was added counts', () => {
		expect(withOption('60').numberOption(field)).toBe(60);
		expect(withOption(60).limitOption(field)).toBe(60);
		expect(withOption('true').flagOption(field)).toBe(true);
		expect(withOption(' key ').keyOption(field)).toBe('key');
	});

	test('what was added and cannot be meant is refused', () => {
		expect(() => withOption(0).numberOption(field)).toThrow('from 1 to 300');
		expect(() => withOption(true).numberOption(field)).toThrow('from 1 to 300');
		expect(() => withOption([]).numberOption(field)).toThrow('from 1 to 300');
		expect(() => withOption('perhaps').flagOption(field)).toThrow('true or false');
		expect(() => withOption(null).flagOption(field)).toThrow('true or false');
		expect(() => withOption(null).keyOption(field)).toThrow('is empty');
	});

	test.each([
		['post-undefined', '“undefined”'],
		['undefinedundefined', '“undefined”'],
		['undefined-7', '“undefined”'],
		['NaN', '“NaN”'],
		['post-NaN', '“NaN”'],
		['NaN en', '“NaN”'],
		['post Invalid Date', '“Invalid Date”'],
		['Invalid DateTime post', '“Invalid DateTime”'],
		['post-[object Object]', '“[object Object]”'],
		[
			9007199254740992,
			'up to 9007199254740991, since larger ones lose digits, not 9007199254740992',
		],
		[-9007199254740992, 'larger ones lose digits'],
		[1e300, 'larger ones lose digits'],
	])('a key that has lost its value is refused: %j', (key, words) => {
		expect(() => withOption(key).keyOption(field)).toThrow(words);
		expect(() => withOption(key).keyOption(field)).toThrow('“Field”');
	});

	test.each([
		['nullable', 'nullable'],
		['post-null', 'post-null'],
		['https://example.com/undefined-behaviour', 'https://example.com/undefined-behaviour'],
		['why-undefinedness', 'why-undefinedness'],
		['xNaN7', 'xNaN7'],
		['7NaN', '7NaN'],
		['NaNé', 'NaNé'],
		['An Invalid Dates list', 'An Invalid Dates list'],
		['9007199254740993', '9007199254740993'],
		[9007199254740991, '9007199254740991'],
		[-9007199254740991, '-9007199254740991'],
		[45000.5, '45000.5'],
		[0, '0'],
	])('a key that tells things apart is taken: %j', (given, key) => {
		expect(withOption(given).keyOption(field)).toBe(key);
	});

	test('are evaluated once for an item, however many there are', () => {
		const read: string[] = [];
		const fields = {
			get options() {
				read.push('options');
				return { field: 5 };
			},
		};
		const parameters = filledIn(fields);
		parameters.numberOption(field);
		parameters.limitOption(field);
		expect(read).toEqual(['options']);
	});
});
