import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';

const redactApiKey = (value: unknown, apiKey: string) => createRedactor(apiKey)(value);

const key = 'demo_live_1a2b3c';
const percent = (text: string) =>
	text.replace(/[^]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asHtml = (text: string) => text.replace(/[^]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the key is taken out, wherever it is', () => {
	test.each([
		['text', `key ${key} ${key}`, 'key [API key] [API key]'],
		['a field', { ok: false, hata: `no ${key}` }, { ok: false, hata: 'no [API key]' }],
		['a field deep inside', { a: [{ b: { c: key } }] }, { a: [{ b: { c: '[API key]' } }] }],
		['the name of a field', { [key]: 1 }, { '[API key]': 1 }],
		['a list', [key, null, 1], ['[API key]', null, 1]],
	])('%s', (_, value, cleaned) => {
		expect(redactApiKey(value, key)).toEqual(cleaned);
	});
});

test.each([
	['an object', { ok: true, bakiye: 5, site: { alan: 'örnek.com' }, list: [null, false] }],
	['text', 'Kredi yok "x" \\ \u2028'],
	['empty text', ''],
	['null', null],
	['nothing', undefined],
	['a key of other letters', { hata: key.toUpperCase() }],
])('without it, %s stays as it is', (_, value) => {
	expect(redactApiKey(value, key)).toEqual(value);
});

test.each(['12345678', 'truetrue'])(
	'where the key is %s, numbers and truth values stay',
	(plain) => {
		const body = { ok: true, kalanKredi: 12345678 };
		expect(redactApiKey({ ...body, hata: plain }, plain)).toEqual({ ...body, hata: '[API key]' });
	},
);

describe.each([key, 'demo_live_"+/$&=<>\\%\'^', 'demo_1a2'])(
	'however it is written: %s',
	(secret) => {
		test.each([
			['as it is', secret],
			['in an address', encodeURIComponent(secret)],
			['percent-encoded whole', percent(secret)],
			['percent-encoded twice', percent(percent(secret))],
			['percent-encoded in part, in small letters', secret.replaceAll('_', '%5f')],
			['in base64', base64(secret)],
			['in base64 without its end', base64(secret).replace(/=+$/, '')],
			['in base64 of addresses', Buffer.from(secret).toString('base64url')],
			['in base64 in an address', encodeURIComponent(base64(secret))],
			['as JSON', asJson(secret)],
			['as JSON in JSON', asJson(asJson(secret))],
			['as HTML', asHtml(secret)],
			['in hex', Buffer.from(secret).toString('hex')],
		])('%s', (_, form) => {
			expect(redactApiKey(`<${form}>`, secret)).toBe('<[API key]>');
			expect(redactApiKey({ list: [{ [`${form} `]: `key: ${form}!` }] }, secret)).toEqual({
				list: [{ '[API key] ': 'key: [API key]!' }],
			});
		});
	},
);

test.each(['', 'a', 'ab', 'user:', 'kullanıcı:'])(
	'in base64 behind “%s”, with other text after it, no part of it can be decoded',
	(before) => {
		for (const behind of ['', 'a', 'ab', '\n']) {
			const clean = String(redactApiKey(`Basic ${base64(before + key + behind)}`, key));
			expect(clean).toContain('[API key]');
			const rest = clean.replace('Basic ', '').split('[API key]');
			const decoded = rest.map((part) => Buffer.from(part, 'base64').toString()).join('');
			for (const part of [key.slice(0, 4), key.slice(-4)]) expect(decoded).not.toContain(part);
		}
	},
);

test.each([
	['one letter', 'a'.repeat(1_000_000), `${'a'.repeat(999)}b`],
	['backslashes', '\\'.repeat(200_000), `${'\\'.repeat(100)}a`],
	['percent signs', '%25'.repeat(200_000), '%25'.repeat(50)],
	['beginnings of the key', 'demo_live_'.repeat(200_000), key],
])('a text of nothing but %s is gone through once', (_, text, secret) => {
	expect(redactApiKey(text, secret)).not.toContain(secret);
});
