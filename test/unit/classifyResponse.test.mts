import { classifyResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { readRateHints } from '../../nodes/BacklinkPanel/rateLimiter/rateHeaders.ts';
import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { toItemError } from '../../nodes/BacklinkPanel/errors/nodeError.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

interface Answered {
	status?: number;
	body?: unknown;
	headers?: Record<string, unknown>;
}

function outcome({ status = 200, body = '', headers = {} }: Answered, spendsCredits: boolean) {
	const hints = readRateHints(headers, NOW);
	return classifyResponse({ statusCode: status, headers, body }, spendsCredits, hints);
}

/** What a create or a read came to, where it did not succeed. */
function failed(answered: Answered, spendsCredits: boolean) {
	const result = outcome(answered, spendsCredits);
	if (result.kind === 'answer') throw new Error('taken for a success');
	return { ...result, ...toItemError(result) };
}

const whenCreating = (answered: Answered) => failed(answered, true);
const whenReading = (answered: Answered) => failed(answered, false);

const refusal = (kod: unknown, hata: unknown = 'açıklama') => ({ ok: false, kod, hata });
const html = '<!DOCTYPE html>\n<html><body><h1>Panel</h1></body></html>';

describe('a success', () => {
	test.each([200, 201, 202])(
		'is status %i with ok: true; the rest is passed on as it is',
		(status) => {
			const body = { ok: true, placementId: '8202522731445525542', site: { a: [1] }, yeni: null };
			for (const spendsCredits of [true, false]) {
				expect(outcome({ status, body }, spendsCredits)).toEqual({
					kind: 'answer',
					body: { placementId: '8202522731445525542', site: { a: [1] }, yeni: null },
				});
			}
		},
	);

	test('leaves the answer itself unchanged', () => {
		const body = Object.freeze({ ok: true, bakiye: 5 });
		expect(outcome({ body }, false)).toEqual({ kind: 'answer', body: { bakiye: 5 } });
	});

	test('may carry a kod or text that is no refusal', () => {
		const body = { ok: true, kod: 'limit', html: '<script></script>' };
		expect(outcome({ body }, true).kind).toBe('answer');
	});
});

describe('a refusal of the documentation charges nothing', () => {
	test.each<[number, FailureReason, boolean]>([
		[401, 'yetkisiz', false],
		[402, 'krediYetersiz', false],
		[409, 'uygunSiteYok', true],
		[429, 'limit', true],
	])('status %i with kod %s', (status, reason, retryable) => {
		for (const spendsCredits of [true, false]) {
			expect(failed({ status, body: refusal(reason) }, spendsCredits)).toMatchObject({
				reason,
				httpStatus: status,
				kod: reason,
				hata: 'açıklama',
				charged: 'no',
				retryable,
				body: refusal(reason),
			});
		}
	});

	test.each<[number, FailureReason]>([
		[200, 'krediYetersiz'],
		[200, 'limit'],
		[200, 'uygunSiteYok'],
		[200, 'yetkisiz'],
		[400, 'krediYetersiz'],
		[400, 'limit'],
		[403, 'yetkisiz'],
		[404, 'uygunSiteYok'],
		[422, 'krediYetersiz'],
	])('status %i with kod %s: the kod counts, at whatever status it comes', (status, reason) => {
		expect(whenCreating({ status, body: refusal(reason) })).toMatchObject({
			reason,
			kod: reason,
			charged: 'no',
		});
	});

	test.each<[number, FailureReason]>([
		[401, 'yetkisiz'],
		[402, 'krediYetersiz'],
		[429, 'limit'],
	])('status %i without a readable body means %s', (status, reason) => {
		for (const body of [html, '', {}, 'Too Many', [], null]) {
			expect(whenCreating({ status, body })).toMatchObject({ reason, kod: null, charged: 'no' });
		}
	});

	test('a 429 hands on the wait that the service asked for', () => {
		const answered = { status: 429, headers: { 'Retry-After': '7' }, body: refusal('limit') };
		expect(whenCreating(answered).retryAfterMs).toBe(7000);
	});
});

describe('any other status 4xx is a refusal that charges nothing', () => {
	const statuses = [400, 403, 404, 405, 409, 410, 413, 415, 418, 422, 425, 451];

	test.each(statuses)('%i with the service’s own kod and hata', (status) => {
		for (const spendsCredits of [true, false]) {
			const told = failed({ status, body: refusal('gecersiz', 'Anchor çok uzun') }, spendsCredits);
			expect(told).toMatchObject({
				reason: 'refused',
				httpStatus: status,
				kod: 'gecersiz',
				hata: 'Anchor çok uzun',
				charged: 'no',
				retryable: false,
			});
			expect(told.message).toContain('Anchor çok uzun');
		}
	});

	test.each(statuses)('%i with a web page: the status is told, the page is not', (status) => {
		const told = whenCreating({ status, body: html });
		expect(told).toMatchObject({ reason: 'refused', charged: 'no', kod: null, hata: null });
		expect(told.message).toContain(`status ${status}`);
		expect(told.message + told.description).not.toMatch(/<|&lt;|html/i);
	});

	test.each([
		['nothing', ''],
		['null', null],
		['a list', ['a']],
		['an empty object', {}],
	])('400 with %s', (_, body) => {
		expect(whenCreating({ status: 400, body })).toMatchObject({
			reason: 'refused',
			charged: 'no',
		});
	});
});

test.each(['', html])('407 comes from a proxy, which has handed nothing on: %j', (body) => {
	for (const spendsCredits of [true, false]) {
		expect(failed({ status: 407, body }, spendsCredits)).toMatchObject({
			reason: 'notSent',
			notSentCause: 'proxyRefused',
			charged: 'no',
		});
	}
});

describe('a refusal that contradicts itself proves nothing', () => {
	const contradictions: Array<[number, object]> = [
		...[400, 401, 402, 403, 404, 409, 422, 429].flatMap(
			(status): Array<[number, object]> => [
				[status, { ok: true, placementId: 'p1' }],
				[status, { ok: true, kod: 'limit' }],
				[status, { ok: 'true', placementId: 'p1' }],
				[status, { ok: 1 }],
			],
		),
		[402, refusal('limit')],
		[429, refusal('krediYetersiz')],
		[429, refusal('uygunSiteYok')],
		[429, refusal('yetkisiz')],
		[409, refusal('limit')],
		[409, refusal('krediYetersiz')],
		[401, refusal('limit')],
		[401, refusal('krediYetersiz')],
	];

	test.each(contradictions)('status %i with %j: a create is unknown', (status, body) => {
		const told = whenCreating({ status, body });
		expect(told).toMatchObject({
			reason: 'outcomeUnknown',
			httpStatus: status,
			charged: 'unknown',
			retryable: false,
		});
		expect(told.description).toContain(`status ${status}`);
	});

	test.each(contradictions)('status %i with %j: a read cost nothing', (status, body) => {
		expect(whenReading({ status, body })).toMatchObject({ charged: 'no' });
	});
});

describe('an answer that leaves the outcome of an order open', () => {
	const open: Array<[string, Answered]> = [
		['408', { status: 408, body: refusal('zamanAsimi') }],
		['500 as JSON', { status: 500, body: refusal('sunucu') }],
		['500 that names a documented kod', { status: 500, body: refusal('krediYetersiz') }],
		['500 that says ok: true', { status: 500, body: { ok: true } }],
		['502 as a web page', { status: 502, body: html }],
		['503', { status: 503, body: refusal('bakim') }],
		['503 that names the limit', { status: 503, body: refusal('limit') }],
		['504, empty', { status: 504, body: '' }],
		['520 of a content network', { status: 520, body: html }],
		['301', { status: 301, headers: { location: 'https://other.example/' } }],
		['302', { status: 302, headers: { location: '/giris' } }],
		['304', { status: 304 }],
		['307', { status: 307, headers: { location: 'https://other.example/' } }],
		['308 that says ok: true', { status: 308, body: { ok: true } }],
		['200 as a web page', { body: html }],
		['200, empty', { body: '' }],
		['200, blank', { body: '  \n' }],
		['200, truncated', { body: '{"ok":true,"placementId":"p1","si' }],
		['200, null', { body: null }],
		['200, a list', { body: [{ ok: true }] }],
		['200, a number', { body: 1 }],
		['200, an object without ok', { body: { placementId: 'p1' } }],
		['200, ok: null', { body: { ok: null, placementId: 'p1' } }],
		['200, ok: "true"', { body: { ok: 'true', placementId: 'p1' } }],
		['200, ok: 1', { body: { ok: 1, placementId: 'p1' } }],
		['200, ok: "false"', { body: { ok: 'false', kod: 'limit' } }],
		['200, a documented kod but no ok', { body: { kod: 'limit', hata: 'x' } }],
		['204, empty', { status: 204, body: '' }],
		['101', { status: 101 }],
	];

	test.each(open)('%s: a create is unknown, never a success and never free', (_, answered) => {
		expect(whenCreating(answered)).toMatchObject({
			reason: 'outcomeUnknown',
			message: 'The outcome of this order is unknown',
			charged: 'unknown',
			retryable: false,
		});
	});

	test.each(open)('%s: a read cost nothing and may be asked again', (_, answered) => {
		expect(whenReading(answered)).toMatchObject({
			reason: 'readFailed',
			charged: 'no',
			retryable: true,
		});
	});

	test.each([408, 500, 502, 503, 504])('%i passes by itself: a read is tried again', (status) => {
		expect(whenReading({ status, body: html }).isTransient).toBe(true);
	});

	test.each([
		['a redirect', { status: 302, headers: { location: '/giris' } }],
		['a web page', { body: html }],
		['an object without ok', { body: {} }],
	])('%s does not pass by itself: a read is not tried again', (_, answered) => {
		expect(whenReading(answered).isTransient).not.toBe(true);
	});

	test.each([
		['the status', { status: 502, body: html }, 'status 502'],
		['where it was sent to', { status: 302, headers: { location: '/giris' } }, '/giris'],
		['what to check after a redirect', { status: 302 }, 'Base URL'],
		['that it was a web page', { body: html }, 'web page instead of JSON'],
		['that nothing came', { body: '' }, 'empty'],
		['how the cut answer starts', { body: '{"ok":true,"pl' }, '{"ok":true,"pl'],
		['that ok is missing', { body: { placementId: 'p1' } }, '“ok: true”'],
	])('the description says %s', (_, answered, words) => {
		expect(whenCreating(answered).description).toContain(words);
		expect(whenReading(answered).description).toContain(words);
	});

	test('a 503 hands on the wait that the service asked for', () => {
		expect(whenReading({ status: 503, headers: { 'retry-after': '3' } }).retryAfterMs).toBe(3000);
	});

	test('an endless answer that is no JSON is told in a few words', () => {
		expect(whenCreating({ body: 'x'.repeat(5_000_000) }).description.length).toBeLessThan(800);
	});
});

describe('ok: false with a kod that is not documented', () => {
	const body = refusal('bakimda', 'Sipariş alınamadı');

	test('leaves a create open: nothing says that it was not charged', () => {
		const told = whenCreating({ body });
		expect(told).toMatchObject({
			reason: 'notConfirmed',
			httpStatus: 200,
			kod: 'bakimda',
			hata: 'Sipariş alınamadı',
			charged: 'unknown',
			retryable: false,
		});
		expect(told.message).toContain('Sipariş alınamadı');
	});

	test('is a refusal of a read', () => {
		const told = whenReading({ body });
		expect(told).toMatchObject({ reason: 'refused', charged: 'no', retryable: false });
		expect(told.message).toContain('Sipariş alınamadı');
	});

	test.each([
		['no kod', { ok: false }],
		['an empty kod', { ok: false, kod: '' }],
		['a documented kod in other letters', { ok: false, kod: 'LIMIT' }],
		['a kod that is a number', { ok: false, kod: 402 }],
	])('%s is not a documented kod', (_, answer) => {
		expect(whenCreating({ body: answer })).toMatchObject({
			reason: 'notConfirmed',
			charged: 'unknown',
		});
	});
});

describe('hata always reaches the user as text', () => {
	test.each([
		['text', 'Kredi yok', 'Kredi yok'],
		['text of several lines', 'Kredi\n yok\t.', 'Kredi yok .'],
		['a number', 42, '42'],
		['zero', 0, '0'],
		['false', false, 'false'],
		['a list', ['anchor', 'hedefUrl'], '["anchor","hedefUrl"]'],
		['an object', { anchor: 'çok uzun' }, '{"anchor":"çok uzun"}'],
		['text in Turkish', 'Geçersiz ıİşŞğĞ', 'Geçersiz ıİşŞğĞ'],
	])('%s', (_, hata, told) => {
		const refused = whenCreating({ status: 400, body: refusal('gecersiz', hata) });
		expect(refused.hata).toBe(told);
		expect(refused.message).toContain(told);
	});

	test.each([
		['missing', undefined],
		['null', null],
		['empty', ''],
		['only spaces', '   '],
		['only a line break', '\n'],
	])('%s: then the status is told instead', (_, hata) => {
		const refused = whenCreating({ status: 400, body: { ok: false, kod: 'gecersiz', hata } });
		expect(refused.hata).toBeNull();
		expect(refused.message).toContain('status 400');
	});

	test('whatever else the service told comes along, such as missing credits', () => {
		const body = { ...refusal('krediYetersiz'), gerekli: 10, bakiye: 3 };
		const { description } = whenCreating({ status: 402, body });
		expect(description).toContain('gerekli: 10');
		expect(description).toContain('bakiye: 3');
	});
});
