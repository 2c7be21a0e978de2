import { hintsOf } from '../../nodes/BacklinkPanel/batch/hints.ts';
import { failure, type PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type {
	ItemDone,
	ItemFailed,
	ItemResult,
} from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import { skippedResult } from '../../nodes/BacklinkPanel/orders/orderResult.ts';

type Results = Array<ItemResult | undefined>;
type Orders = Parameters<typeof hintsOf>[2];

const done = (by: ItemDone['by'], more: Partial<ItemDone> = {}): ItemDone => ({
	kind: 'done',
	by,
	items: [{}],
	...more,
});
const ordered = (cost?: number, balanceAfter?: number, more: Partial<ItemDone> = {}) =>
	done('ordering', { paid: { cost, balanceAfter }, ...more });
const failed = (facts: Partial<PanelFailure> = {}, more: Partial<ItemFailed> = {}): ItemFailed => ({
	kind: 'failed',
	failure: failure('refused', { detail: '', ...facts }),
	...more,
});
const unknown = failed({ reason: 'outcomeUnknown' });
const read = done('reading');

const shown = (results: Results, orders?: Orders, isCautious = false) =>
	hintsOf(results, { isCautious }, orders).map(({ message }) => message);

/** The credits that are left, where the run has asked for them. */
const left = (balanceLeft: number | undefined) =>
	({ spending: { balanceLeft } }) as unknown as Orders;

test('hints are shown beside the output; a run in which nothing is special has none', () => {
	expect(hintsOf([ordered(1)], { isCautious: false })).toEqual([
		{ message: '1 ordered, 1 credit', location: 'outputPane' },
	]);
	expect(shown([read, undefined, { kind: 'stopped' }])).toEqual([]);
});

describe('what was ordered now', () => {
	test.each<[string, Results, Orders, string]>([
		['the credits', [ordered(1), ordered(2)], undefined, '2 ordered, 3 credits'],
		[
			'no trace of binary fractions',
			[ordered(0.1), ordered(0.2)],
			undefined,
			'2 ordered, 0.3 credits',
		],
		[
			'the lowest balance is the last',
			[ordered(10, 80), ordered(10, 70), ordered(10, 90)],
			undefined,
			'3 ordered, 30 credits, 70 left',
		],
		['not all tell a balance', [ordered(10, 80), ordered(10)], undefined, '2 ordered, 20 credits'],
		[
			'the run has followed the balance',
			[ordered(10, 80), ordered(10)],
			left(75),
			'2 ordered, 20 credits, 75 left',
		],
		['all of it is spent', [ordered(10)], left(0), '1 ordered, 10 credits, 0 left'],
		[
			'some tell no cost',
			[ordered(10, 80), ordered(undefined, 70)],
			left(70),
			'2 ordered, at least 10 credits',
		],
		['none tells a cost', [ordered(), ordered()], left(70), '2 ordered'],
	])('%s', (_, results, orders, hint) => {
		expect(shown(results, orders)).toEqual([hint]);
	});

	test('an unknown outcome among them: at least so much, and nothing is said of the rest', () => {
		expect(shown([ordered(8, 90), unknown], left(90))).toEqual([
			'1 ordered, at least 8 credits',
			'1 of 2 items failed: 1 outcomeUnknown',
			'The outcome is unknown, look these orders up: item 1',
		]);
	});
});

describe('items that failed', () => {
	const kods = (...names: string[]) => names.map((kod) => failed({ kod }));

	test.each<[string, Results, string]>([
		[
			'by their kod, else by their reason',
			[...kods('b', 'a', 'b'), failed({ reason: 'notSent' })],
			'4 of 4 items failed: 2 b, 1 a, 1 notSent',
		],
		['among others', [read, ...kods('a'), undefined], '1 of 3 items failed: 1 a'],
		['a single item', kods('a'), '1 of 1 item failed: 1 a'],
		['five reasons', kods('a', 'b', 'c', 'd', 'e'), '5 of 5 items failed: 1 a, 1 b, 1 c, 1 d, 1 e'],
		[
			'more reasons are counted',
			kods('a', 'b', 'c', 'd', 'e', 'f', 'g'),
			'7 of 7 items failed: 1 a, 1 b, 1 c, 1 d, 1 e and 2 more reasons',
		],
		['a kod with markup stays text', kods('<b>&'), '1 of 1 item failed: 1 &lt;b&gt;&amp;'],
	])('%s', (_, results, hint) => {
		expect(shown(results)).toEqual([hint]);
	});

	test('an order that may have been placed by its reason, whatever its kod says', () => {
		expect(shown([failed({ reason: 'outcomeUnknown', kod: 'krediYetersiz' })])).toContain(
			'1 of 1 item failed: 1 outcomeUnknown',
		);
	});

	test('a long kod is cut', () => {
		expect(shown(kods('x'.repeat(500)))).toEqual([expect.stringMatching(/: 1 x{80}…$/)]);
	});

	test('what a dry run refuses has not failed', () => {
		expect(shown([failed({}, { isDryRun: true })])).toEqual([]);
	});
});

describe('sites that did not publish', () => {
	const sites = (taken: string, refusing: string) => [
		...[...taken].map((name) => ({ name, isPublished: true })),
		...[...refusing].map((name) => ({ name, isPublished: false })),
	];
	const article = (taken: string, refusing: string) =>
		done('ordering', { sites: sites(taken, refusing) });
	const sentence = (list: string) => `${list}. What a site refuses is not charged.`;

	test.each<[string, Results, string]>([
		[
			'of how many articles',
			[article('a', 'b'), article('a', 'b'), article('b', '')],
			'b refused 2 of 3 articles',
		],
		['one article', [article('a', 'b')], 'b refused 1 of 1 article'],
		[
			'who refused most comes first',
			[article('', 'a'), article('', 'b'), article('a', 'b')],
			'b refused 2 of 2 articles, a refused 1 of 2 articles',
		],
		[
			'a site that an answer names twice counts once',
			[article('', 'bb')],
			'b refused 1 of 1 article',
		],
		[
			'an article that no site took',
			[failed({ reason: 'noSitePublished', sites: sites('', 'b') })],
			'b refused 1 of 1 article',
		],
		[
			'more sites are counted',
			[article('', 'abcdefg')],
			'a refused 1 of 1 article, b refused 1 of 1 article, c refused 1 of 1 article, d refused 1 of 1 article, e refused 1 of 1 article and 2 more sites',
		],
	])('%s', (_, results, list) => {
		expect(shown(results)).toContain(sentence(list));
	});

	test('where all publish, nothing is said', () => {
		expect(shown([article('ab', '')])).toEqual([]);
	});
});

describe('items by their indexes', () => {
	const order = { idempotencyKey: 'k' } as Parameters<typeof skippedResult>[0];

	test.each<[string, ItemResult]>([
		['Already ordered in an earlier try of this run, so not sent again', done('ledger')],
		['Already ordered in this execution, so not sent again', done('memory')],
		['Skipped, because their idempotency key was used already', skippedResult(order, 'keyUsed')],
		[
			'Skipped, because an earlier retry of this execution ordered them',
			skippedResult(order, 'orderedByEarlierRetry'),
		],
		[
			'Changed or edited after they were paid, and not ordered again',
			done('reading', { isEdited: true }),
		],
	])('%s', (text, result) => {
		expect(shown([read, result])).toEqual([`${text}: item 1`]);
		const scattered = Array.from({ length: 14 }, (_, index) => (index % 2 ? read : result));
		expect(shown(scattered)).toEqual([`${text}: items 0, 2, 4, 6, 8 and 2 more`]);
	});

	test('orders whose outcome is unknown are all named, since each has to be looked up', () => {
		const scattered = Array.from({ length: 14 }, (_, index) => (index % 2 ? read : unknown));
		expect(shown(scattered)).toContain(
			'The outcome is unknown, look these orders up: items 0, 2, 4, 6, 8, 10, 12',
		);
	});
});

describe('the wait for the rate limit', () => {
	const waiting = (waitedMs: number, rejections: number) =>
		done('reading', { rateLimitWait: { waitedMs, rejections } });

	test('is the longest one, and how often the service refused', () => {
		const results = [
			waiting(1_000, 1),
			read,
			{ kind: 'stopped' as const },
			undefined,
			waiting(61_400, 2),
			failed({ kod: 'a' }, { rateLimitWait: { waitedMs: 5, rejections: 1 } }),
		];
		expect(shown(results)).toContain('Waited 61 s for the rate limit (4 × 429)');
	});

	test('of less than half a second is not told', () => {
		expect(shown([waiting(499, 0), undefined, { kind: 'stopped' }])).toEqual([]);
		expect(shown([waiting(500, 0)])).toEqual(['Waited 1 s for the rate limit (0 × 429)']);
	});
});

describe('few requests in flight, since answers got lost', () => {
	const few = /^At most ten requests were in flight at once/;

	test('is told where more could have been in flight', () => {
		const reads = (count: number) => Array.from({ length: count }, () => read);
		expect(shown(reads(11), undefined, true)).toEqual([expect.stringMatching(few)]);
		expect(shown(reads(10), undefined, true)).toEqual([]);
		expect(shown(reads(11), undefined, false)).toEqual([]);
	});
});

describe('a dry run', () => {
	const dryRun = (more: object) =>
		({
			dryRun: {
				totals: { orders: 2, credits: 20, refused: 0 },
				mayCostMore: false,
				balance: 100,
				creditsBefore: 0,
				...more,
			},
			spending: {},
		}) as unknown as Orders;
	const tried = done('dryRun');

	test.each<[string, object, Results, string]>([
		[
			'the totals',
			{},
			[tried, tried],
			'2 orders for 20 credits, 0 refused. The balance is 100 and would be 80.',
		],
		['what earlier ones came to', { creditsBefore: 30 }, [tried], 'is 100 and would be 50.'],
		[
			'one order',
			{ totals: { orders: 1, credits: 1 } },
			[tried],
			'1 order for 1 credit, 0 refused. The balance is 100 and would be 99.',
		],
		[
			'items that are refused',
			{},
			[tried, failed({}, { isDryRun: true }), failed()],
			'2 orders for 20 credits, 2 refused.',
		],
		[
			'all are refused',
			{ totals: { orders: 0, credits: 0 } },
			[failed({}, { isDryRun: true })],
			'0 orders for 0 credits, 1 refused.',
		],
		[
			'it may cost more',
			{ mayCostMore: true },
			[tried],
			'2 orders for at least 20 credits, 0 refused. The balance is 100 and would be at most 80.',
		],
		[
			'an unknown balance',
			{ balance: undefined },
			[tried],
			'0 refused. The balance could not be read.',
		],
		[
			'no trace of binary fractions',
			{ balance: 0.3, totals: { orders: 1, credits: 0.1 } },
			[tried],
			'would be 0.2.',
		],
	])('%s', (_, totals, results, text) => {
		const [hint] = shown(results, dryRun(totals));
		expect(hint).toContain(text);
		expect(hint).toMatch(
			/^Dry run, nothing was sent: .* Used idempotency keys are not looked up\.$/,
		);
	});

	test('is told of where one was', () => {
		expect(shown([ordered(1)], dryRun({}))).toEqual(['1 ordered, 1 credit']);
		expect(shown([tried])).toEqual([]);
	});
});
