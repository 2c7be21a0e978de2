import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';

const redactApiKey = (value: unknown, apiKey: string) => createRedactor(apiKey)(value);

const key = 'demo_live_1a2b3c';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
	['text', `key ${key} ${key}`, 'key [API key] [API key]'],
	[
		'a field deep inside',
		{ a: [{ b: { c: `no ${key}` } }] },
		{ a: [{ b: { c: 'no [API key]' } }] },
	],
	['the name of a field', { [key]: 1 }, { '[API key]': 1 }],
	['a list', [key, null, 1], ['[API key]', null, 1]],
])('the key is taken out, wherever it is: %s', (_, value, cleaned) => {
	expect(redactApiKey(value, key)).toEqual(cleaned);
});

test.each([
	['an object', { ok: true, bakiye: 5, site: { alan: 'örnek.com' }, list: [null, false] }],
	['nothing', undefined],
	['a key of other letters', { hata: key.toUpperCase() }],
])('without the key, %s stays as it is', (_, value) => {
	expect(redactApiKey(value, key)).toEqual(value);
});

test('where the key has digits alone, numbers stay', () => {
	const plain = '12345678';
	const body = { ok: true, kalanKredi: 12345678 };
	expect(redactApiKey({ ...body, hata: plain }, plain)).toEqual({ ...body, hata: '[API key]' });
});

test.each([key, 'demo_live_"+/$&=<>\\%\'^', 'a.c(d)[e]'])(
	'no form of the key %s stays',
	(secret) => {
		const encoded = encodeURIComponent(secret);
		const inLowerCase = encoded.replace(/%../g, (code) => code.toLowerCase());
		const forms = [
			secret,
			encoded,
			inLowerCase,
			encoded.replaceAll('d', '%64'),
			secret.replaceAll('/', '\\/'),
		];
		for (const form of forms) expect(redactApiKey(`<${form}>`, secret)).toBe('<[API key]>');
		for (const before of ['', 'a', 'ab', 'user:', 'kullanıcı:']) {
			for (const behind of ['', 'a', 'ab', '\n']) {
				for (const encoding of ['base64', 'base64url'] as const) {
					const echoed = Buffer.from(before + secret + behind).toString(encoding);
					const rest = String(redactApiKey(echoed, secret)).split('[API key]');
					const decoded = rest.map((part) => Buffer.from(part, 'base64').toString()).join('');
					expect(rest).toHaveLength(2);
					for (const part of [secret.slice(0, 4), secret.slice(-4)])
						expect(decoded).not.toContain(part);
				}
			}
		}
	},
);

test('a long text of nothing but beginnings of the key is gone through once', () => {
	const text = 'demo_live_'.repeat(200_000);
	expect(redactApiKey(text + key, key)).toBe(`${text}[API key]`);
	expect(redactApiKey(base64(text), key)).toBe(base64(text));
});
