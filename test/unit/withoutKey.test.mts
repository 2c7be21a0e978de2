import { withoutKey } from '../../nodes/BacklinkPanel/api/withoutKey.ts';

const key = 'demo_live_1a2b3c';

describe('the key is taken out of what the service sent back', () => {
	test.each([
		['text', `key ${key} unknown`, 'key [API key] unknown'],
		['text that is the key', key, '[API key]'],
		['text that has it twice', `${key}${key}`, '[API key][API key]'],
		['a web page', `<p>Bearer ${key}</p>`, '<p>Bearer [API key]</p>'],
		['a field', { ok: false, hata: `no ${key}` }, { ok: false, hata: 'no [API key]' }],
		['a field deep inside', { a: [{ b: { c: key } }] }, { a: [{ b: { c: '[API key]' } }] }],
		['the name of a field', { [key]: 1 }, { '[API key]': 1 }],
		['a list', [key, 1], ['[API key]', 1]],
	])('%s', (_, value, cleaned) => {
		expect(withoutKey(value, key)).toEqual(cleaned);
	});

	test('of a key with signs that JSON writes differently', () => {
		const odd = 'demo_live_"\\/$&';
		expect(withoutKey({ hata: `no ${odd}!` }, odd)).toEqual({ hata: 'no [API key]!' });
	});

	test('as it stands in JSON that was cut, and in an address', () => {
		const odd = 'demo_live_"+/$&=';
		const answer = {
			headers: { location: '/giris?anahtar=demo_live_%22%2B%2F%24%26%3D&x=1' },
			body: '{"istek":"demo_live_\\"+/$&=',
		};
		expect(withoutKey(answer, odd)).toEqual({
			headers: { location: '/giris?anahtar=[API key]&x=1' },
			body: '{"istek":"[API key]',
		});
	});
});

describe('everything else stays as it is', () => {
	test.each([
		['an object', { ok: true, bakiye: 5, site: { alan: 'örnek.com' }, list: [null, false] }],
		['text', 'Kredi yok "x" \\ \u2028'],
		['empty text', ''],
		['null', null],
		['nothing', undefined],
		['a number', 5],
		['a key of other letters', { hata: key.toUpperCase() }],
	])('%s', (_, value) => {
		expect(withoutKey(value, key)).toEqual(value);
	});

	test.each([
		['digits', '12', { ok: true, kalanKredi: 120, hata: 'no 12' }],
		['a word of JSON', 'true', { ok: true, hata: 'no true' }],
	])('numbers and truth values too, where the key is %s', (_, shortKey, body) => {
		expect(withoutKey(body, shortKey)).toEqual({ ...body, hata: 'no [API key]' });
	});
});

test('what was sent back is not changed itself', () => {
	const body = Object.freeze({ hata: key });
	expect(withoutKey(body, key)).toEqual({ hata: '[API key]' });
	expect(body.hata).toBe(key);
});
