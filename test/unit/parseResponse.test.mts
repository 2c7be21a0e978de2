import { parseResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';

const key = 'demo_live_1a2b3c';
const read = (body: unknown) =>
	parseResponse({ statusCode: 200, headers: {}, body }, createRedactor(key)).body;

const NOTICE = '<br />\n<b>Notice</b>: Undefined index: x in /var/www/api.php on line 7\n';
const PLACED = '{"ok":true,"placementId":"bl_1"}';
const placed = { ok: true, placementId: 'bl_1' };

describe('an answer that n8n gives as text is read', () => {
	test.each([
		['behind a notice of PHP', NOTICE + PLACED],
		['behind a byte order mark', `\ufeff${PLACED}`],
		['with white space in it', `${NOTICE}{\n\t"ok": true,\n\t"placementId": "bl_1"\n}\n`],
		['as it is', PLACED],
	])('%s', (_, body) => {
		expect(read(body)).toEqual(placed);
	});

	test('a refusal, too', () => {
		expect(read(`${NOTICE}{"ok":false,"kod":"limit"}`)).toEqual({ ok: false, kod: 'limit' });
	});
});

describe('a part of an answer that says ok is not taken for the answer', () => {
	test.each([
		['cut in front', '"x":1,"site":{"ok":true}'],
		['cut in front, with white space', '"x":1,"site": {"ok":true}'],
		['in a list that was cut', '[{"ok":true}'],
		['behind another object', '{x}, {"ok":true}'],
		['in an object', '{ {"ok":true}'],
		['in a call of a script', 'callback({"ok":true}'],
		['cut at its end', NOTICE + PLACED.slice(0, -1)],
		['with text behind it', PLACED + NOTICE],
		['twice', PLACED + PLACED],
		['with an ok that is text', `${NOTICE}{"ok":"true"}`],
		['without ok', `${NOTICE}{"placementId":"bl_1"}`],
		['in a page', '<script>var a={"ok":true}</script>'],
		['nowhere', NOTICE],
		['as a list', `[${PLACED}]`],
	])('%s', (_, body) => {
		expect(read(body)).toBe(body);
	});
});

test.each([[placed], [['a']], [null], [7]])('what n8n has read already stays: %j', (body) => {
	expect(read(body)).toEqual(body);
});

describe('an answer that is nested without end', () => {
	const nested = (levels: number) =>
		Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 'x');

	test('is no answer: n8n could not store it', () => {
		expect(read({ ok: true, list: nested(100) })).toBeUndefined();
		expect(read({ ok: true, first: 1, list: [1, nested(5000)] })).toBeUndefined();
	});

	test('is one up to a hundred levels', () => {
		expect(read({ ok: true, list: nested(98) })).toEqual({ ok: true, list: nested(98) });
		expect(read({ ok: true, list: [null, nested(97)] })).toHaveProperty('list');
	});
});

test('the key is in nothing that comes back, headers and names included', () => {
	const received = {
		statusCode: 403,
		headers: { location: `/giris?anahtar=${key}` },
		body: { hata: `no ${key}`, [key]: 1 },
	};
	expect(parseResponse(received, createRedactor(key))).toEqual({
		statusCode: 403,
		headers: { location: '/giris?anahtar=[API key]' },
		body: { hata: 'no [API key]', '[API key]': 1 },
	});
});
