import { signOfOrder } from '../../nodes/BacklinkPanel/api/signOfOrder.ts';
import { html, refusal } from './answeredOutcome.mts';

const NOTICE = '\n<br />\n<b>Notice</b>: Undefined index in <b>x.php</b> on line <b>4</b><br />\n';
const PLACED = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';
const encoded = (text: string, times: number) =>
	Array.from({ length: times }).reduce<string>((inner) => JSON.stringify(inner), text);

test.each<[string, unknown, string]>([
	...[true, 1, '1', 'true', ' TRUE ', 'evet', 'tamam', 'başarılı'].map(
		(ok): [string, unknown, string] => [`ok: ${ok}`, { ok }, '“ok: '],
	),
	['OK in capitals', { OK: true }, '“OK: true”'],
	['an ID beside ok: false', { ok: false, placementId: 7 }, '“placementId: 7”'],
	['an ID in another spelling', { placement_id: 'bl_1' }, '“placement_id: bl_1”'],
	['an ID in a list', { placementId: ['bl_1'] }, '“placementId: ["bl_1"]”'],
	['the ID of an article', { tanitimId: '5' }, '“tanitimId: 5”'],
	['spent credits', { ok: false, harcananKredi: '0.5' }, '“harcananKredi: 0.5”'],
	['a count of sites', { ok: false, basariliSayisi: 2 }, '“basariliSayisi: 2”'],
	['a published site', { sonuclar: [{ site: 'a.example', ok: true }] }, 'a.example'],
	['a published site of PHP', { sonuclar: { 3: { site: 'b.example', ok: 1 } } }, 'b.example'],
	['a site without ok', { sonuclar: [{ site: 'c.example' }] }, 'c.example'],
	['a wrapper', { ok: false, data: { sonuc: { placementId: 'bl_1' } } }, '“placementId: bl_1”'],
	['text in a list', [encoded(PLACED, 1)], '“ok: true”'],
	['a notice before it', NOTICE + PLACED, '“ok: true”'],
	[
		'a number with a notice behind it',
		`{"ok":false,"harcananKredi":1${NOTICE}`,
		'“harcananKredi: 1”',
	],
	['cut within the ID', '{"x":"y","placementId":"bl_', '“placementId: bl_”'],
	['cut in front', 'acementId":"bl_1","harcananKredi":1}', '“harcananKredi: 1”'],
	['encoded four times', encoded(PLACED, 4), '“ok: true”'],
	['JSON as HTML', `<pre>${PLACED.replaceAll('"', '&quot;')}</pre>`, '“ok: true”'],
	['white space', '{\n\t"ok" :\n\ttrue\n', '“ok: true”'],
	['single quotes', "{'ok': 'evet'}", '“ok: evet”'],
	['two answers', '{"ok":false}' + PLACED, '“ok: true”'],
])('%s shows an order', (_, body, sign) => {
	expect(signOfOrder(body)).toContain(sign);
});

test.each<[string, unknown]>([
	['a refusal', refusal('limit')],
	['fields that are empty', { harcananKredi: 0, basariliSayisi: '0.0', sonuclar: [], bakiye: 3 }],
	['sites that have not published', { sonuclar: [{ site: 'a', ok: false }, { ok: 0 }] }],
	['sites that are no objects', { sonuclar: ['a', null] }],
	['credits below 0', { harcananKredi: -1 }],
	['an ok that is not clear', { ok: 'hata' }],
	['a message that speaks of it', refusal('x', 'send "placementId": "bl_1" and "ok": true')],
	['names that all objects have', { constructor: 1, toString: 1 }],
	['a web page', html],
	['a page with a script', '<html><script>var a={"status":1,"okay":true}</script></html>'],
	['a refusal and a notice', `{"ok":false,"kod":"limit","placementId":"","x":1}${NOTICE}`],
	['text', 'Too many requests, ok: try later'],
	...['', null, undefined, 7, {}].map((body): [string, unknown] => [String(body), body]),
	...['', ' ', '0', 0, false, null, 'undefined', 'None', 'yok', '-', {}, []].map(
		(placementId): [string, unknown] => [`the ID ${JSON.stringify(placementId)}`, { placementId }],
	),
])('%s shows none', (_, body) => {
	expect(signOfOrder(body)).toBeUndefined();
});

test('a sign is told in a few characters', () => {
	expect(signOfOrder({ placementId: 'x'.repeat(500) })?.length).toBeLessThan(100);
});

test.each(['"', '"ab" \n', `"${'a'.repeat(1_000)}`, `"ab"${' '.repeat(1_000)}`, '"ab":"', '\\'])(
	'text of nothing but %j is gone through once',
	(part) => {
		expect(signOfOrder(part.repeat(500_000 / part.length))).toBeUndefined();
	},
);
