import { readOk, signOfOrder } from '../../nodes/BacklinkPanel/api/signOfOrder.ts';
import { html, refusal, whenCreating, whenReading } from './answeredOutcome.mts';

const NOTICE = '\n<br />\n<b>Notice</b>: Undefined index in <b>x.php</b> on line <b>4</b><br />\n';
const PLACED = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';
const escaped = (text: string) => text.replaceAll('"', '&quot;');
const encoded = (text: string, times: number) =>
	Array.from({ length: times }).reduce<string>((inner) => JSON.stringify(inner), text);

describe('what `ok` says', () => {
	test.each([true, 1, 'true', 'True', ' TRUE ', '1', 'evet', 'Yes', 'on', 'OK', 'tamam'])(
		'%j is a yes',
		(ok) => expect(readOk(ok)).toBe(true),
	);
	test.each(['başarılı', 'success'])('%j is a yes', (ok) => expect(readOk(ok)).toBe(true));
	test.each([false, 0, 'false', 'False', '0'])('%j is a no', (ok) => {
		expect(readOk(ok)).toBe(false);
	});
	test.each([undefined, null, '', 'belki', 2, {}, []])('%j is not clear', (ok) => {
		expect(readOk(ok)).toBeUndefined();
	});
});

const sites = [{ site: 'a.example', ok: true, url: 'https://a.example/1' }];

/** Answers that show an order, and what in them does. */
const shown: Array<[string, unknown, string]> = [
	['ok: true', { ok: true }, '“ok: true”'],
	['ok as a number', { ok: 1 }, '“ok: 1”'],
	['ok in Turkish', { ok: 'evet' }, '“ok: evet”'],
	['OK in capitals', { OK: true }, '“OK: true”'],
	['an ID', { placementId: 'bl_1' }, '“placementId: bl_1”'],
	['an ID beside ok: false', { ok: false, placementId: 7 }, '“placementId: 7”'],
	['an ID in another spelling', { placement_id: 'bl_1' }, '“placement_id: bl_1”'],
	['an ID in a list', { placementId: ['bl_1'] }, '“placementId: ["bl_1"]”'],
	['the ID of an article', { tanitimId: '5' }, '“tanitimId: 5”'],
	['spent credits', { ok: false, harcananKredi: 1 }, '“harcananKredi: 1”'],
	['spent credits as text', { harcananKredi: '0.5' }, '“harcananKredi: 0.5”'],
	['a count of sites', { ok: false, basariliSayisi: 2 }, '“basariliSayisi: 2”'],
	['a published site', { ok: false, sonuclar: sites }, 'a.example'],
	['a published site of PHP', { sonuclar: { 3: { site: 'b.example', ok: 1 } } }, 'b.example'],
	['a site without ok', { sonuclar: [{ site: 'c.example', url: 'https://c' }] }, 'c.example'],
	['a wrapper', { ok: false, data: { sonuc: { placementId: 'bl_1' } } }, '“placementId: bl_1”'],
	['a list', [{}, { ok: true }], '“ok: true”'],
	['text in a wrapper', { data: ` ${PLACED}` }, '“ok: true”'],
	['text in a list', [encoded(PLACED, 1)], '“ok: true”'],
	['a notice behind it', PLACED + NOTICE, '“ok: true”'],
	['a notice before it', NOTICE + PLACED, '“ok: true”'],
	[
		'a number with a notice behind it',
		`{"ok":false,"harcananKredi":1${NOTICE}`,
		'harcananKredi: 1',
	],
	['a list as text', `[${PLACED}]`, '“ok: true”'],
	['cut at the end', PLACED.slice(0, -1), '“ok: true”'],
	['cut within the ID', '{"x":"y","placementId":"bl_', '“placementId: bl_”'],
	['cut in front', 'acementId":"bl_1","harcananKredi":1}', '“harcananKredi: 1”'],
	['encoded twice', encoded(PLACED, 2), '“ok: true”'],
	['encoded four times', encoded(PLACED, 4), '“ok: true”'],
	['JSON as HTML', `<pre>${escaped(PLACED)}</pre>`, '“ok: true”'],
	['JSONP', `cb(${PLACED})`, '“ok: true”'],
	['white space', '{\n\t"ok" :\n\ttrue\n', '“ok: true”'],
	['single quotes', "{'ok': 'evet'}", '“ok: evet”'],
	['two answers', '{"ok":false}' + PLACED, '“ok: true”'],
];

const none: Array<[string, unknown]> = [
	['a refusal', refusal('limit')],
	[
		'a refusal with fields that are empty',
		{
			...refusal('limit'),
			bakiye: 3,
			gerekli: 10,
			harcananKredi: 0,
			basariliSayisi: 0,
			placementId: null,
			kalanKredi: 3,
			sonuclar: [],
		},
	],
	['sites that have not published', { sonuclar: [{ site: 'a', ok: false }, { ok: 0 }] }],
	['sites that are no objects', { sonuclar: ['a', null] }],
	['sites that are no list', { sonuclar: 'yok' }],
	['credits as text', { harcananKredi: '0', basariliSayisi: '0.0' }],
	['credits below 0', { harcananKredi: -1 }],
	['an ok that is not clear', { ok: 'hata' }],
	['a message that speaks of it', refusal('x', 'send "placementId": "bl_1" and "ok": true')],
	['names that all objects have', { constructor: 1, toString: 1 }],
	['a web page', html],
	['a web page with a script', '<html><script>var a={"status":1,"okay":true}</script></html>'],
	['a refusal and a notice', `{"ok":false,"kod":"limit","placementId":"","x":1}${NOTICE}`],
	[
		'a refusal that was cut',
		'{"ok":false,"kod":"limit","harcananKredi":0,"placementId":nul'.slice(0, -4),
	],
	['text', 'Too many requests, ok: try later'],
	['nothing', ''],
	...[null, undefined, 7, true, [], {}].map((body): [string, unknown] => [String(body), body]),
	...['', ' ', '0', 0, false, 'null', 'undefined', 'None', 'yok', '-', {}, []].map(
		(placementId): [string, unknown] => [`no ID: ${JSON.stringify(placementId)}`, { placementId }],
	),
];

test.each(shown)('%s shows an order', (_, body, sign) => {
	expect(signOfOrder(body)).toContain(sign);
});

test.each(none)('%s shows none', (_, body) => {
	expect(signOfOrder(body)).toBeUndefined();
});

test('a sign is told in a few characters', () => {
	expect(signOfOrder({ placementId: 'x'.repeat(500) })).toHaveLength('“placementId: ”'.length + 81);
});

test.each([
	['quotes', '"'],
	['names', '"ab"'],
	['names and white space', '"ab" \n'],
	['names of any length', '"' + 'a'.repeat(1_000)],
	['white space', `"ab"${' '.repeat(1_000)}`],
	['values', '"ab":"'],
	['backslashes', '\\'],
	['braces', '{"'],
	['letters', 'ok'],
])('text of nothing but %s is searched in linear time', (_, part) => {
	const text = part.repeat(500_000 / part.length);
	const start = performance.now();
	expect(signOfOrder(text)).toBeUndefined();
	expect(performance.now() - start).toBeLessThan(1_500);
});

describe('a refusal that shows an order proves nothing', () => {
	const refusals: Array<[number, string | null]> = [
		[400, null],
		[401, 'yetkisiz'],
		[402, 'krediYetersiz'],
		[403, null],
		[404, null],
		[407, null],
		[409, 'uygunSiteYok'],
		[422, 'gecersiz'],
		[429, 'limit'],
		[200, 'limit'],
		[200, 'krediYetersiz'],
	];
	test.each(refusals)('status %i with kod %s', (status, kod) => {
		const body = { ok: false, kod, placementId: 'bl_1' };
		expect(whenCreating({ status, body })).toMatchObject({
			reason: 'outcomeUnknown',
			httpStatus: status,
			charged: 'unknown',
			retryable: false,
		});
		expect(whenReading({ status, body })).toMatchObject({ charged: 'no' });
	});

	test('the text names both', () => {
		const body = { ok: false, kod: 'limit', placementId: 'bl_1' };
		expect(whenCreating({ status: 429, body }).detail).toBe(
			'the service answered with “placementId: bl_1” and status 429, too many requests',
		);
		expect(whenCreating({ status: 200, body }).detail).toBe(
			'the service answered with “placementId: bl_1” and kod “limit”',
		);
	});

	test.each(shown)('429 with %s', (_, body) => {
		expect(whenCreating({ status: 429, body }).reason).toBe('outcomeUnknown');
	});

	test.each(none)('but not 429 with %s', (_, body) => {
		expect(whenCreating({ status: 429, body })).toMatchObject({ reason: 'limit', charged: 'no' });
	});
});
