import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';
import { orderGetMany } from '../../nodes/BacklinkPanel/operations/orderGetMany.ts';
import {
	PreparedItems,
	prepareOrder,
	prepareRead,
} from '../../nodes/BacklinkPanel/operations/prepareItem.ts';
import { readerOf } from './filledIn.mts';

const read = (options: Record<string, unknown>, limit: unknown = 5) =>
	prepareRead(
		readerOf({ orderType: 'all', returnAll: false, limit, simplify: true, options }),
		orderGetMany,
		3,
	);
const order = (options: Record<string, unknown>, anchorText: unknown = 'carpets') =>
	prepareOrder(
		readerOf({ targetUrl: 'https://example.com', anchorText, months: 2, options }),
		backlinkCreate,
		3,
	);

describe('a read', () => {
	test('has its request, and the options that were not added as the form shows them', () => {
		expect(read({})).toMatchObject({
			kind: 'prepared',
			itemIndex: 3,
			timeoutMs: 30_000,
			maxRateLimitWaitMs: 900_000,
			request: { path: '/siparisler', query: { limit: 5 } },
		});
	});

	test('has the options that were added', () => {
		expect(read({ timeout: 2.5, maxRateLimitWait: '60' })).toMatchObject({
			timeoutMs: 2_500,
			maxRateLimitWaitMs: 60_000,
		});
	});
});

describe('an order', () => {
	test('has its terms; without options nothing limits it, and an answer may take two minutes', () => {
		expect(order({})).toMatchObject({
			kind: 'prepared',
			itemIndex: 3,
			timeoutMs: 120_000,
			maxRateLimitWaitMs: 900_000,
			request: { path: '/backlink', body: { anchor: 'carpets', sureAy: 2 } },
			subject: 'https://example.com',
			price: { units: 2 },
			isDryRun: false,
			idempotencyKey: undefined,
			itemSpendingLimits: { maxCredits: undefined, minimumBalance: undefined },
			resendsUnknown: false,
		});
	});

	test('has the options that were added', () => {
		const options = {
			dryRun: true,
			idempotencyKey: ' guid ',
			maxCredits: 0,
			minimumBalance: '50',
			resendUnknown: 'true',
			timeout: 60,
			maxRateLimitWait: 0,
		};
		expect(order(options)).toMatchObject({
			timeoutMs: 60_000,
			maxRateLimitWaitMs: 0,
			isDryRun: true,
			idempotencyKey: 'guid',
			itemSpendingLimits: { maxCredits: 0, minimumBalance: 50 },
			resendsUnknown: true,
		});
	});

	test('is recognised by what it asks for, whatever its options', () => {
		const fingerprintOf = (...item: Parameters<typeof order>) => {
			const prepared = order(...item);
			return prepared.kind === 'prepared' ? prepared.fingerprint : prepared;
		};
		expect(fingerprintOf({ timeout: 60 })).toBe(fingerprintOf({}));
		expect(fingerprintOf({}, 'rugs')).not.toBe(fingerprintOf({}));
	});
});

describe('what cannot be meant is the failure of its item alone, and costs nothing', () => {
	test.each([
		['timeout', 0],
		['timeout', 301],
		['maxRateLimitWait', -1],
		['maxRateLimitWait', 86_401],
		['parallelRequests', 1.5],
		['parallelRequests', 1_001],
	])('of a read: %s %j', (name, value) => {
		expect(read({ [name]: value })).toMatchObject({
			kind: 'failure',
			reason: 'invalidParameter',
			detail: expect.stringMatching(/ has to be a (whole )?number from /),
			advice: 'Nothing was sent and nothing was charged for item 3.',
		});
	});

	test.each([
		['timeout', 0, '“Timeout” has to be a number from 1 to 300, not 0'],
		['parallelRequests', -1, '“Parallel Requests” has to be a whole number from 0 to 1,000'],
		['dryRun', 'perhaps', '“Dry Run” has to be true or false'],
		['idempotencyKey', '', '“Idempotency Key” is empty'],
		['maxCredits', null, '“Max Credits per Execution” has to be a number'],
		['maxCredits', 1_000_000_001, 'from 0 to 1,000,000,000'],
		['minimumBalance', -1, '“Minimum Balance to Keep” has to be a number'],
		['minimumBalance', 1_000_000_001, 'from 0 to 1,000,000,000'],
		['resendUnknown', null, '“Send Unknown Orders Again” has to be true or false'],
	])('of an order: %s %j', (name, value, words) => {
		expect(order({ [name]: value })).toMatchObject({
			reason: 'invalidParameter',
			detail: expect.stringContaining(words),
			advice: 'Nothing was sent and nothing was charged for item 3.',
		});
	});

	test('a field, too', () => {
		expect(order({}, '')).toMatchObject({ detail: '“Anchor Text” is empty' });
		expect(read({}, 0)).toMatchObject({ detail: expect.stringContaining('“Limit”') });
	});

	test('an expression that n8n cannot evaluate, too', () => {
		const throwing = (thrown: unknown) => ({
			...readerOf({}),
			getNodeParameter: () => {
				throw thrown;
			},
		});
		const failures = [new Error('x is not defined'), 'no more'].map((thrown) =>
			prepareOrder(throwing(thrown), backlinkCreate, 0),
		);
		expect(failures).toMatchObject([
			{ reason: 'invalidParameter', detail: 'x is not defined' },
			{ reason: 'invalidParameter', detail: 'no more' },
		]);
	});
});

describe('the items of a batch', () => {
	function batchOf(count: number) {
		const prepared: number[] = [];
		const items = new PreparedItems(count, (index) => {
			prepared.push(index);
			return `item ${index}`;
		});
		return { items, prepared };
	}
	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

	test('are prepared once each, fifty in one go, in the order of the input', () => {
		const { items, prepared } = batchOf(120);
		expect(items.take(0)).toBe('item 0');
		expect(prepared).toEqual(upTo(50));
		for (let index = 1; index < 50; index++) items.take(index);
		expect(prepared).toEqual(upTo(50));
		expect(items.take(50)).toBe('item 50');
		expect(prepared).toEqual(upTo(100));
		for (let index = 51; index < 120; index++) expect(items.take(index)).toBe(`item ${index}`);
		expect(prepared).toEqual(upTo(120));
	});

	test('are not kept after their turn', () => {
		const { items } = batchOf(3);
		expect([...items.next]).toEqual([]);
		items.take(0);
		expect([...items.next]).toEqual(['item 1', 'item 2']);
		items.take(2);
		expect([...items.next]).toEqual(['item 1']);
	});
});
