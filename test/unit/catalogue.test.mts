import { catalogueEntry } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
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
