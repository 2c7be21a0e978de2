import { STATUS_CODES } from 'node:http';

import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { failed, html, outcome, refusal, whenCreating, whenReading } from './answeredOutcome.mts';

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
			detail: 'the proxy refused to connect to it (status 407, proxy authentication required)',
		});
	}
});

test('a refusal without any reason is told by its form', () => {
	expect(whenReading({ body: { ok: false } }).message).toBe(
		'The service refused the request: “ok: false”',
	);
});

describe('a status without a reason of the service is told in the words of HTTP', () => {
	// RFC 9110 has other words than Node for these two.
	const words: Record<number, string | undefined> = {
		...STATUS_CODES,
		413: 'Content Too Large',
		422: 'Unprocessable Content',
	};

	test.each([400, 403, 404, 405, 409, 410, 413, 415, 422, 451])('%i', (status) => {
		expect(whenCreating({ status }).detail).toBe(
			`status ${status}, ${words[status]?.toLowerCase()}`,
		);
	});

	test.each([401, 402, 429])('%i, which has a reason of its own', (status) => {
		expect(whenCreating({ status }).detail).toBe(
			`status ${status}, ${words[status]?.toLowerCase()}`,
		);
	});

	test('418, which nobody has to know', () => {
		expect(whenCreating({ status: 418 }).detail).toBe('status 418');
	});
});

describe('a refusal that contradicts itself proves nothing', () => {
	const contradictions: Array<[number, object]> = [
		...[400, 401, 402, 403, 404, 409, 422, 429].flatMap(
			(status): Array<[number, object]> => [
				[status, { ok: true, placementId: 'p1' }],
				[status, { ok: true, kod: 'limit' }],
				[status, { ok: 'true', placementId: 'p1' }],
				[status, { ok: 1 }],
				[status, { ok: '1' }],
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
