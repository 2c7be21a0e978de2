import type { IDataObject } from 'n8n-workflow';

import { catalogueEntry } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import {
	creditsInWords,
	PRICE_OF_ARTICLE,
	PRICE_OF_BACKLINK,
} from '../../nodes/BacklinkPanel/errors/documentedConstants.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import {
	failure,
	type FailureReason,
	noUsableAnswer,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { failureReasons } from './failureReasons.mts';
import { cases, refused, rows } from './failureRows.mts';

test('every reason is in the table', () => {
	expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(failureReasons));
});

describe('what an item costs and whether it may go again', () => {
	test.each(cases)('$reason: charged $charged, retryable $retryable', (row) => {
		const { failed, message, charged, retryable } = row;
		expect(toErrorJson(failed)).toMatchObject({ message, charged, retryable });
		expect(catalogueEntry(failed).cause).toBe(row.cause);
	});

	test('what may have been charged is never called safe to send again', () => {
		const unsafe = cases.filter((row) => row.charged === 'unknown' && row.retryable);
		expect(unsafe).toEqual([]);
	});
});

describe('the texts follow n8n’s rules', () => {
	test.each(cases)('$reason', ({ failed }) => {
		const { message, description } = toErrorJson(failed);
		for (const text of [message, description]) {
			expect(text).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
			expect(text).not.toMatch(/undefined|null|NaN|\[object/);
			expect(text).not.toMatch(/^\s|\s$|\s\s/);
		}
		expect(message).toMatch(/^[“\p{Lu}]/u);
		expect(message).not.toMatch(/\.$/);
		expect(description).toMatch(/^(\p{Lu}|n8n )/u);
		expect(description).not.toBe('');
	});

	test.each(cases)('$reason, where nothing else is known', (row) => {
		const bare = failure(row.reason, { detail: 'Nothing more' });
		const { message, description } = toErrorJson(bare);
		expect(`${message} ${description}`).not.toMatch(/undefined|null|NaN/);
	});

	test.each(cases.filter(({ charged }) => charged === 'no'))(
		'$reason: the description says that nothing was charged',
		({ failed }) => {
			expect(toErrorJson(failed).description).toMatch(/nothing was charged/i);
		},
	);

	test.each(cases.filter(({ charged }) => charged === 'unknown'))(
		'$reason: the description says where to look',
		({ failed }) => {
			expect(toErrorJson(failed).description).toContain('Look it up with Order → Get Many');
		},
	);

	test.each(cases.filter(({ facts }) => facts.hata))(
		'$reason: the service’s own words are in the description',
		({ failed }) => {
			expect(toErrorJson(failed).description).toContain('The service said: “Açıklama”.');
		},
	);
});

test.each(['Krediniz yetersiz.', 'Emin misiniz?'])(
	'the service’s own words keep their end, and get no second one: %s',
	(hata) => {
		const refused = failure('refused', { detail: 'status 400', hata });
		const { description } = toErrorJson(refused);
		expect(description.endsWith(` The service said: “${hata}”`)).toBe(true);
	},
);

test.each([
	[
		'beside its message',
		{ ok: false, kod: 'x', hata: 'Yok', gerekli: 5, b: 2 },
		'“Yok (gerekli: 5, b: 2)”.',
	],
	['without a message', { gerekli: 5 }, '“(gerekli: 5)”.'],
	[
		'but no more than five',
		{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
		'“(a: 1, b: 2, c: 3, d: 4, e: 5)”.',
	],
	['but nothing nested', { a: 1, b: { c: 1 }, d: [1], e: null }, '“(a: 1)”.'],
	['and a dot inside is no end', { hata: 'Sürüm 1.2 yok' }, '“Sürüm 1.2 yok”.'],
])('whatever else the service told is in the description, %s', (_, body: IDataObject, said) => {
	const hata = typeof body.hata === 'string' ? body.hata : null;
	const { description } = toErrorJson(failure('refused', { detail: 'status 400', hata, body }));
	expect(description.endsWith(` The service said: ${said}`)).toBe(true);
});

test('nothing is said of a service that said nothing', () => {
	for (const body of [null, {}, { ok: false }]) {
		const { description } = toErrorJson(failure('refused', { detail: 'status 400', body }));
		expect(description).toMatch(/Base URL of the credential\.$/);
	}
});

describe('where a case knows less than others of its kind', () => {
	test.each<[FailureReason, Partial<PanelFailure>, string]>([
		['notConfirmed', {}, 'The service did not confirm the order: no reason given'],
		['notConfirmed', { kod: 'bakim' }, 'The service did not confirm the order: bakim'],
	])('%s %j: the message is “%s”', (reason, facts, message) => {
		expect(toErrorJson(failure(reason, { detail: '', ...facts })).message).toBe(message);
	});

	test.each<[FailureReason, Partial<PanelFailure>, string]>([
		[
			'notSent',
			{},
			'The request to the service was not sent, so nothing was charged. Then run the item again.',
		],
		['orderNotFound', {}, 'Nothing was charged.'],
		['invalidCredential', {}, 'Correct the credential. Nothing was sent and nothing was charged.'],
		[
			'limit',
			{},
			'The service allows 60 requests per minute for each API key, and other workflows and n8n workers may use the same key. Nothing was charged. Raise “Max Wait for Rate Limit” in Options, or run the item again later.',
		],
		[
			'limit',
			{ isAskedToComeBack: true },
			'That is longer than “Max Wait for Rate Limit” in Options allows. Nothing was charged. Run the item again after that time.',
		],
	])('%s %j: the description is “%s”', (reason, facts, description) => {
		expect(toErrorJson(failure(reason, { detail: '', ...facts })).description).toBe(description);
	});

	test('a poll that was not told when to come back says nothing of it', () => {
		const poll = failure('limit', { detail: '', isPoll: true });
		expect(toErrorJson(poll).description).toMatch(/^The service allows 60 /);
	});
});

test('a poll that the service sends away tells for how long, too', () => {
	const facts = { ...refused(429, 'limit'), retryAfterMs: 1_800_000, isAskedToComeBack: true };
	const failed = failure('limit', { isPoll: true, ...facts });
	expect(toErrorJson(failed).description).toMatch(
		/^The service asks to come back in 30 min\. The service allows 60 /,
	);
});

test.each([
	[7_400, '8 s'],
	[119_000, '119 s'],
	[120_000, '2 min'],
	[150_000, '3 min'],
	[1_801_900, '30 min'],
	[3_600_000, 'an hour or more'],
])('a wait of %i ms is told as %s', (retryAfterMs, words) => {
	const facts = { ...refused(429, 'limit'), retryAfterMs, isAskedToComeBack: true };
	const { message } = toErrorJson(failure('limit', { ...facts }));
	expect(message).toBe(`Rate limit: the service asks to come back in ${words}`);
});

test('what the order list says about an unknown order is in the description', () => {
	const evidence = 'The order list has an entry of this title: {"id":"<7>"}.';
	const lost = failure('outcomeUnknown', { detail: 'it broke', evidence });
	expect(toErrorJson(lost)).toMatchObject({
		description: expect.stringContaining('{"id":"<7>"}'),
		charged: 'unknown',
	});
});

test('a lost answer is a failed read, or an order whose outcome is unknown; nothing else is known then', () => {
	const nothing = { kind: 'failure', httpStatus: null, kod: null, hata: null, body: null };
	const detail = 'it broke';
	expect(noUsableAnswer(false, { detail })).toEqual({ ...nothing, reason: 'readFailed', detail });
	expect(noUsableAnswer(true, { detail })).toEqual({
		...nothing,
		reason: 'outcomeUnknown',
		detail,
	});
});

test('what the service documents is told in words', () => {
	expect([0, 1, 2].map(creditsInWords)).toEqual(['0 credits', '1 credit', '2 credits']);
	expect(PRICE_OF_BACKLINK).toBe('1 credit a month');
	expect(PRICE_OF_ARTICLE).toBe('10 credits a site');
});
