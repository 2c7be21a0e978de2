import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';

const redactApiKey = (value: unknown, apiKey: string) => createRedactor(apiKey)(value);

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
		['a field beside nothing', { hata: key, site: null }, { hata: '[API key]', site: null }],
	])('%s', (_, value, cleaned) => {
		expect(redactApiKey(value, key)).toEqual(cleaned);
	});

	test('of a key with signs that JSON writes differently', () => {
		const odd = 'demo_live_"\\/$&';
		expect(redactApiKey({ hata: `no ${odd}!` }, odd)).toEqual({ hata: 'no [API key]!' });
	});

	test('as it stands in JSON that was cut, and in an address', () => {
		const odd = 'demo_live_"+/$&=';
		const answer = {
			headers: { location: '/giris?anahtar=demo_live_%22%2B%2F%24%26%3D&x=1' },
			body: '{"istek":"demo_live_\\"+/$&=',
		};
		expect(redactApiKey(answer, odd)).toEqual({
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
		expect(redactApiKey(value, key)).toEqual(value);
	});

	test.each([
		['digits', '12345678', { ok: true, kalanKredi: 12345678, hata: 'no 12345678' }],
		['a word of JSON', 'truetrue', { ok: true, hata: 'no truetrue' }],
	])('numbers and truth values too, where the key is %s', (_, plainKey, body) => {
		expect(redactApiKey(body, plainKey)).toEqual({ ...body, hata: 'no [API key]' });
	});
});

test('what was sent back is not changed itself', () => {
	const body = Object.freeze({ hata: key });
	expect(redactApiKey(body, key)).toEqual({ hata: '[API key]' });
	expect(body.hata).toBe(key);
});

describe('however the key is written', () => {
	const percent = (text: string, upper = true) =>
		text.replace(/[^]/g, (sign) => {
			const digits = sign.charCodeAt(0).toString(16);
			return `%${upper ? digits.toUpperCase() : digits}`;
		});
	const htmlEntities = (text: string, of: (code: number) => string) =>
		text.replace(/[^]/g, (sign) => `&#${of(sign.charCodeAt(0))};`);
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const unicode = (text: string) =>
		text.replace(/[^]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

	test.each([
		['an ordinary key', key],
		['a key with signs', 'demo_live_"+/$&=<>\\%\'^'],
		['a short key', 'demo_1a2'],
	])('%s', (_, secret) => {
		const forms = [
			secret,
			encodeURIComponent(secret),
			percent(secret),
			percent(secret, false),
			percent(percent(secret)),
			secret.replaceAll('_', '%5F'),
			secret.replaceAll('_', '%5f'),
			htmlEntities(secret, String),
			htmlEntities(secret, (code) => `x${code.toString(16)}`),
			htmlEntities(secret, (code) => `X00${code.toString(16).toUpperCase()}`),
			htmlEntities(secret, (code) => `00${code}`),
			secret
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#39;')
				.replaceAll('_', '&lowbar;'),
			htmlEntities(secret, String).replaceAll('&', '&amp;'),
			JSON.stringify(secret).slice(1, -1),
			JSON.stringify(JSON.stringify(secret)).slice(3, -3),
			unicode(secret),
			JSON.stringify(unicode(secret)).slice(1, -1),
			Buffer.from(secret).toString('hex'),
			Buffer.from(secret).toString('hex').toUpperCase(),
			base64(secret),
			base64(secret).replace(/=+$/, ''),
			Buffer.from(secret).toString('base64url'),
			encodeURIComponent(base64(secret)),
			base64(secret).replaceAll('/', '\\/'),
		];
		for (const form of forms) {
			expect([form, redactApiKey(`<${form}>`, secret)]).toEqual([form, '<[API key]>']);
			expect(redactApiKey({ list: [{ [`${form} `]: `key: ${form}!` }] }, secret)).toEqual({
				list: [{ '[API key] ': 'key: [API key]!' }],
			});
		}
	});

	test.each(['', 'a', 'ab', 'abc', 'user:', 'kullanıcı:'])(
		'in base64 behind “%s”, with other text after it',
		(before) => {
			for (const behind of ['', 'a', 'ab', ':x', '\n']) {
				for (const encoding of ['base64', 'base64url'] as const) {
					const text = Buffer.from(before + key + behind).toString(encoding);
					const clean = String(redactApiKey(`Basic ${text}`, key));
					// Neither of the digits that the key shares with what is beside it stays.
					const digitsOf = (bytes: string) => (Buffer.byteLength(bytes) * 8) / 6;
					const first = text.slice(0, Math.floor(digitsOf(before)));
					const last = behind && text.slice(Math.ceil(digitsOf(before + key)));
					expect(clean).toBe(`Basic ${first}[API key]${last}`);
					const rest = clean.replace('Basic ', '').split('[API key]');
					const decoded = rest
						.map((part) => Buffer.from(part, encoding).toString('latin1'))
						.join('');
					for (const part of [key.slice(0, 4), key.slice(-4)]) expect(decoded).not.toContain(part);
				}
			}
		},
	);

	test('in base64 whose beginning was cut, nothing of what is before it is taken', () => {
		const text = `Basic ${base64(`a${key}`).slice(2)}`;
		expect(redactApiKey(text, key)).toBe('Basic [API key]');
	});

	test.each([
		['as an address', percent],
		['as HTML', (text: string) => text.replace(/./g, (sign) => `&#${sign.charCodeAt(0)};`)],
		['as JSON', (text: string) => JSON.stringify(text).slice(1, -1)],
	])('escaped four times, at last %s', (_, escaped) => {
		const times = (count: number, text: string): string =>
			count === 0 ? text : times(count - 1, escaped(text));
		const form = times(3, unicode(key));
		expect(redactApiKey(form, key)).toBe('[API key]');
		expect(redactApiKey({ hata: `<${form}>` }, key)).toEqual({ hata: '<[API key]>' });
	});

	test('escaped behind an entity that stands for no sign, exactly the key is taken out', () => {
		expect(redactApiKey(`a&nbsp;${percent(key)}&nbsp;b`, key)).toBe('a&nbsp;[API key]&nbsp;b');
	});

	test.each([
		['decimal', '&#95'],
		['hexadecimal', '&#x5f'],
	])('in HTML whose %s numbers have no semicolon', (_, underscore) => {
		const text = `<demo${underscore}live${underscore}xyz>`;
		expect(redactApiKey(text, 'demo_live_xyz')).toBe('<[API key]>');
	});

	test.each([
		['!', 'excl'],
		['"', 'quot QUOT'],
		['#', 'num'],
		['$', 'dollar'],
		['%', 'percnt'],
		['&', 'amp AMP'],
		["'", 'apos'],
		['(', 'lpar'],
		[')', 'rpar'],
		['*', 'ast midast'],
		['+', 'plus'],
		[',', 'comma'],
		['.', 'period'],
		['/', 'sol'],
		[':', 'colon'],
		[';', 'semi'],
		['<', 'lt LT'],
		['=', 'equals'],
		['>', 'gt GT'],
		['?', 'quest'],
		['@', 'commat'],
		['[', 'lsqb lbrack'],
		['\\', 'bsol'],
		[']', 'rsqb rbrack'],
		['^', 'Hat'],
		['_', 'lowbar UnderBar'],
		['`', 'grave DiacriticalGrave'],
		['{', 'lcub lbrace'],
		['|', 'verbar vert VerticalLine'],
		['}', 'rcub rbrace'],
	])('with “%s” under each name that HTML has for it: %s', (sign, names) => {
		for (const name of names.split(' ')) {
			const text = `<demo1live&${name};9z>`;
			expect([name, redactApiKey(text, `demo1live${sign}9z`)]).toEqual([name, '<[API key]>']);
		}
	});

	test('several of them in one text, each is taken out', () => {
		const text = `a ${key} b ${base64(key)} c ${percent(key)} d ${key}`;
		expect(redactApiKey(text, key)).toBe('a [API key] b [API key] c [API key] d [API key]');
	});
});

test.each([
	['one letter', 'a'.repeat(1_000_000), `${'a'.repeat(999)}b`],
	['backslashes', '\\'.repeat(200_000), `${'\\'.repeat(100)}a`],
	['percent signs', '%25'.repeat(200_000), '%25'.repeat(50)],
	['ampersands', '&amp;'.repeat(200_000), `${'&'.repeat(100)}a`],
	['beginnings of the key', 'demo_live_'.repeat(200_000), key],
	['escaped beginnings of the key', '%64%65mo_'.repeat(200_000), key],
])('a text of nothing but %s is gone through once', (_, text, secret) => {
	const clean = String(redactApiKey(text, secret));
	expect(clean).not.toContain(secret);
});
