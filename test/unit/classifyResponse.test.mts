import { classifyResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

/* The meaning of an answer that is no success; test/engine has what the user reads of it. */

interface Answered {
	status?: number;
	body?: unknown;
}

/** The failure that a create or a read comes to. */
function failed({ status = 200, body = '' }: Answered, spendsCredits: boolean) {
	const result = classifyResponse({ statusCode: status, headers: {}, body }, spendsCredits);
	if (result.kind === 'answer') throw new Error('taken for a success');
	return { ...result, ...toErrorJson(result) };
}

const whenCreating = (answered: Answered) => failed(answered, true);
const whenReading = (answered: Answered) => failed(answered, false);
const refusal = (kod: string, hata: unknown = 'açıklama') => ({ ok: false, kod, hata });
const html = '<!DOCTYPE html>\n<html><body><h1>Panel</h1></body></html>';

describe('a refusal charges nothing', () => {
	const others = [400, 401, 402, 403, 404, 405, 407, 409, 410, 413, 418, 422, 451];

	test.each<[number, unknown, FailureReason]>([
		[401, refusal('yetkisiz'), 'yetkisiz'],
		[402, refusal('krediYetersiz'), 'krediYetersiz'],
		[409, refusal('uygunSiteYok'), 'uygunSiteYok'],
		[429, refusal('limit'), 'limit'],
		[400, refusal('krediYetersiz'), 'krediYetersiz'],
		// The rate limit is known by its status.
		[429, refusal('krediYetersiz'), 'limit'],
		[402, refusal('limit'), 'refused'],
		...[html, '', {}, null].map((body): [number, unknown, FailureReason] => [429, body, 'limit']),
		...others.flatMap(
			(status): Array<[number, unknown, FailureReason]> => [
				[status, refusal('gecersiz'), 'refused'],
				[status, html, 'refused'],
				[status, '', 'refused'],
			],
		),
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

const contradictions = [400, 401, 402, 403, 404, 407, 409, 422, 429].flatMap(
	(status): Array<[number, unknown]> => [
		[status, { ok: true, placementId: 'p1' }],
		[status, { ok: 1 }],
		[status, { ok: false, basariliSayisi: '2' }],
	],
);
const unusable: Array<[number, unknown]> = [
	...[101, 300, 304, 307, 399, 408, 500, 502, 503, 504, 599].flatMap(
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

test.each([null, '', '  \n'])('without words, %j, the status is told instead', (hata) => {
	const told = whenCreating({ status: 400, body: refusal('gecersiz', hata) });
	expect(told.hata).toBeNull();
	expect(told.message).toContain('status 400');
});
