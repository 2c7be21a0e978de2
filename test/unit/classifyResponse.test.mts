import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { html, refusal, whenCreating, whenReading } from './answeredOutcome.mts';

/** What an answer means that is no success; test/engine has what the user reads of it. */
describe('a refusal charges nothing', () => {
	test.each<[number, unknown, FailureReason]>([
		[401, refusal('yetkisiz'), 'yetkisiz'],
		[402, refusal('krediYetersiz'), 'krediYetersiz'],
		[409, refusal('uygunSiteYok'), 'uygunSiteYok'],
		[429, refusal('limit'), 'limit'],
		// A documented kod counts, at whatever status it comes.
		[200, refusal('yetkisiz'), 'yetkisiz'],
		[200, refusal('krediYetersiz'), 'krediYetersiz'],
		[200, refusal('uygunSiteYok'), 'uygunSiteYok'],
		[200, refusal('limit'), 'limit'],
		[400, refusal('krediYetersiz'), 'krediYetersiz'],
		[404, refusal('uygunSiteYok'), 'uygunSiteYok'],
		// These statuses mean the same without a body of the service, 409 does not.
		...[html, '', {}, 'Too Many', [], null].flatMap(
			(body): Array<[number, unknown, FailureReason]> => [
				[401, body, 'yetkisiz'],
				[402, body, 'krediYetersiz'],
				[429, body, 'limit'],
				[409, body, 'refused'],
				[400, body, 'refused'],
			],
		),
		...[400, 403, 404, 405, 410, 413, 418, 422, 451].map(
			(status): [number, unknown, FailureReason] => [status, refusal('gecersiz'), 'refused'],
		),
		// It comes from a proxy, which has handed nothing on.
		[407, html, 'refused'],
	])('%i %j: %s', (httpStatus, body, reason) => {
		for (const told of [whenCreating, whenReading]) {
			expect(told({ status: httpStatus, body })).toMatchObject({
				reason,
				charged: 'no',
				httpStatus,
			});
		}
	});
});

const contradictions: Array<[number, unknown]> = [
	...[400, 401, 402, 403, 404, 407, 409, 422, 429].flatMap(
		(status): Array<[number, unknown]> => [
			[status, { ok: true, placementId: 'p1' }],
			[status, { ok: 1 }],
		],
	),
	[402, refusal('limit')],
	[429, refusal('krediYetersiz')],
	[429, refusal('yetkisiz')],
	[409, refusal('limit')],
	[401, refusal('krediYetersiz')],
];
const unusable: Array<[number, unknown]> = [
	...[101, 300, 304, 307, 308, 399, 408, 500, 502, 503, 504, 520, 599].flatMap(
		(status): Array<[number, unknown]> => [
			[status, { ok: true, placementId: 'p1' }],
			[status, refusal('krediYetersiz')],
		],
	),
	...[html, '', ' \n', '{"ok":true,"pl', null, [{ ok: true }], 1].map((body): [number, unknown] => [
		200,
		body,
	]),
	...[undefined, null, 'true', 1, 'false'].map((ok): [number, unknown] => [
		200,
		{ ok, placementId: 'p1', kod: 'limit' },
	]),
	[204, ''],
];

test.each([...contradictions, ...unusable])(
	'%i %j leaves the outcome of an order open',
	(status, body) => {
		expect(whenCreating({ status, body })).toMatchObject({
			reason: 'outcomeUnknown',
			charged: 'unknown',
			retryable: false,
		});
		expect(whenReading({ status, body })).toMatchObject({ charged: 'no' });
	},
);

test.each([undefined, '', 'bakim', 'LIMIT', 402])(
	'ok: false with the kod %j, which is not documented, does not say that an order was not charged',
	(kod) => {
		const body = refusal(kod);
		expect(whenCreating({ body })).toMatchObject({ reason: 'notConfirmed', charged: 'unknown' });
		expect(whenReading({ body })).toMatchObject({ reason: 'refused', charged: 'no' });
	},
);

test.each([null, '', '  \n'])('without words, %j, the status is told instead', (hata) => {
	const told = whenCreating({ status: 400, body: refusal('gecersiz', hata) });
	expect(told.hata).toBeNull();
	expect(told.message).toContain('status 400');
});
