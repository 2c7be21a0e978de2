import fc from 'fast-check';

import { type Framing, type HostileAnswer, KEY } from './hostileServer.mts';

/** Numbers that JavaScript cannot hold exactly, and others that the service should not send. */
const ODD_NUMBERS = ['9007199254740993', '1e999', '-0', '-5', '1e21'];

/** Texts with a meaning to n8n or a browser, such as markup, expressions and error codes. */
const ODD_TEXTS = [
	`<script>alert("${KEY}")</script>`,
	'<img src=x onerror="alert(1)">',
	`<a href="https://evil.example/?${KEY}">click</a>`,
	`Bearer ${KEY}`,
	'ECONNREFUSED ENOENT canceled preexisting',
	'\u0000\u0007\u001b[31m<\r\n\u2028\u202e',
	'\ud800 < \udfff',
	'İıŞş “n8n” {{ $json.x }} ${1} <b>',
	`<${'x'.repeat(5000)}>`,
	'',
	'2026-13-45',
];

/** Field names with a meaning to JavaScript, to n8n or to the node. */
const ODD_NAMES = [
	...['__proto__', 'constructor', 'toString', 'toJSON', 'then', ''],
	...['error', 'message', 'description', 'response', 'httpCode', 'data', 'json', 'binary'],
	...['pairedItem', 'status', 'orderType', '<b>name</b>', KEY],
];

const KODS = ['yetkisiz', 'krediYetersiz', 'uygunSiteYok', 'limit', 'bakim'];
const ORDER_FIELDS = ['id', 'durum', 'status', 'bitis', 'expiresAt', 'hedefUrl', 'baslik'];

const oddNumber = fc.constantFrom(...ODD_NUMBERS).map((digits) => `#${digits}#`);
const oddText = fc.oneof(
	fc.constantFrom(...ODD_TEXTS),
	fc.string({ unit: 'binary', maxLength: 12 }),
);
const plain = fc.oneof(
	oddText,
	oddNumber,
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.constant([]),
	fc.constant({}),
);

const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		plain,
		fc.array(tie('value'), { maxLength: 4 }),
		objectOf(fc.constantFrom(...ODD_NAMES), tie('value')),
	),
})).value;

function objectOf(names: fc.Arbitrary<string>, values: fc.Arbitrary<unknown>) {
	return fc.array(fc.tuple(names, values), { maxLength: 5 }).map(fieldsOf);
}

/** Makes an object in which even `__proto__` is an ordinary field. */
function fieldsOf(entries: Array<[string, unknown]>): Record<string, unknown> {
	return Object.fromEntries(entries);
}

/** Gives a documented value in two of three cases, otherwise any value. */
const nearly = (documented: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 2, arbitrary: documented }, { weight: 1, arbitrary: anyValue });

const order = fc
	.tuple(
		objectOf(fc.constantFrom(...ORDER_FIELDS), nearly(fc.constantFrom('7', 'aktif', '2026-12-31'))),
		objectOf(fc.constantFrom(...ODD_NAMES), anyValue),
	)
	.map(([known, odd]) => ({ ...known, ...odd }));
const orders = nearly(fc.array(nearly(order), { maxLength: 4 }));

/** An answer with the documented fields and others beside them. */
const document = fc
	.tuple(
		fc.record(
			{
				ok: nearly(fc.constantFrom(true, true, false)),
				kod: nearly(fc.constantFrom(...KODS)),
				hata: nearly(oddText),
				bakiye: nearly(fc.integer()),
				placementId: nearly(fc.string()),
				harcananKredi: nearly(fc.integer()),
				basariliSayisi: nearly(fc.nat(3)),
				kalanKredi: nearly(fc.integer()),
				sonuclar: nearly(fc.array(nearly(fc.record({ site: oddText, ok: fc.boolean() })))),
				backlinkler: orders,
				tanitimlar: orders,
			},
			{ requiredKeys: [] },
		),
		objectOf(fc.constantFrom(...ODD_NAMES), anyValue),
	)
	.map(([known, odd]) => ({ ...known, ...odd }));

/** Writes a value as JSON. A string of `oddNumber` such as "#1e999#" becomes the number 1e999. */
function jsonText(value: unknown): string {
	return (JSON.stringify(value) ?? '').replace(/"#([-+.\de]+)#"/g, '$1');
}

const nested = fc
	.tuple(fc.constantFrom(50, 2_000, 20_000), fc.constantFrom('bakiye', 'hata', 'error', 'sonuclar'))
	.map(([depth, name]) => `{"ok":true,"${name}":${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}}`);

const body = fc.oneof(
	{ weight: 12, arbitrary: document.map(jsonText) },
	{ weight: 2, arbitrary: anyValue.map(jsonText) },
	{ weight: 1, arbitrary: document.map((value) => jsonText(value).slice(0, -1)) },
	{ weight: 1, arbitrary: oddText },
	{ weight: 1, arbitrary: fc.constant(`<!DOCTYPE html><html><body>${KEY}</body></html>`) },
	{ weight: 1, arbitrary: nested },
);

/** Header values that ask for no wait: past times, zero, and values that are no time. */
const WAITS = ['-1', 'soon', '0', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 99 Foo', '0x10', '', KEY];
const LONG_WAITS = ['1e999', '31536000', '4102444800', 'Fri, 31 Dec 9999 23:59:59 GMT'];

const harmlessHeader = fc.oneof(
	fc.tuple(
		fc.constantFrom('Retry-After', 'RateLimit-Reset', 'X-RateLimit-Reset', 'Date'),
		fc.constantFrom(...WAITS),
	),
	fc.tuple(
		fc.constantFrom('RateLimit', 'RateLimit-Remaining', 'X-RateLimit-Remaining'),
		fc.constantFrom('r=0;t=-1', '"a";r=;t=x', 'remaining=0, reset=0', '0', '-0', 'NaN', KEY),
	),
	fc.tuple(
		fc.constantFrom('Location', 'Refresh', 'Content-Location', 'Link'),
		fc.constantFrom(`https://evil.example/?${KEY}`, '//evil.example', '<script>', '\t', '/api/v1'),
	),
	fc.tuple(fc.constant('Content-Encoding'), fc.constantFrom('gzip', 'br', 'deflate', 'x-odd', '')),
	fc.tuple(
		fc.constant('Content-Type'),
		fc.constantFrom('text/html', 'application/octet-stream', 'image/png', 'a/b; charset=x', ''),
	),
	fc.tuple(
		fc.constantFrom('Set-Cookie', 'X-Echo', '__proto__', 'constructor', 'WWW-Authenticate', KEY),
		fc.constantFrom(`a=${KEY}`, 'Bearer', 'Basic realm="x"', '\u00ff\u0080', 'y'.repeat(9000)),
	),
	fc.tuple(fc.constant('X-Broken'), fc.constantFrom('\u0001', '\r', '\r\n folded')),
);
const longWait = fc.tuple(
	fc.constantFrom('Retry-After', 'X-RateLimit-Reset'),
	fc.constantFrom(...LONG_WAITS),
);

const status = fc.oneof(
	{ weight: 6, arbitrary: fc.constant(200) },
	{ weight: 4, arbitrary: fc.constantFrom(400, 401, 402, 404, 409, 422) },
	{ weight: 1, arbitrary: fc.constantFrom(408, 429, 500, 502, 503) },
	{ weight: 2, arbitrary: fc.integer({ min: 100, max: 999 }) },
);
const framing = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom<Framing>('length', 'chunked', 'untilClose') },
	{ weight: 1, arbitrary: fc.constantFrom<Framing>('tooLong', 'tooShort', 'brokenChunks') },
);

export const hostileAnswer: fc.Arbitrary<HostileAnswer> = fc
	.record({
		status,
		framing,
		body,
		harmless: fc.array(harmlessHeader, { maxLength: 4 }),
		long: fc.array(longWait, { maxLength: 1 }),
	})
	.map(({ harmless, long, ...answer }) => ({
		...answer,
		// Leaves long waits out, because after a 408 or 5xx a read waits up to 20 s if the service asks for it.
		headers: answer.status >= 500 || answer.status === 408 ? harmless : [...harmless, ...long],
	}));
