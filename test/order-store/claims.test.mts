import type { PreparedOrder } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';
import { type Claim, OrderClaims } from '../../nodes/BacklinkPanel/orders/store/OrderClaims.ts';
import {
	type OrderOutcomeKind,
	OrderStore,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from './RowsInMemory.mts';

const MINUTE = 60_000;

let rows: RowsInMemory;
let workflow: string;
let workflowsSoFar = 0;
/** Time in ms that the claims read. */
let now = 0;
beforeEach(() => {
	rows = new RowsInMemory();
	workflow = `claims ${(workflowsSoFar += 1)}`;
	now = 0;
});

const newStore = () => new OrderStore(rows.functions, workflow, rows.environment);
/** Parts of an order that the claims read, and its keys. */
interface KeyedOrder {
	itemIndex: number;
	keys: string[];
	mayResend: boolean;
}
const orderOf = (itemIndex: number, keys = [`key ${itemIndex}`]): KeyedOrder => ({
	itemIndex,
	keys,
	mayResend: false,
});
// Safe casts: claims read only an order's index, and get its keys from the stand-in for `OrderKeys` below.
const prepared = (order: KeyedOrder) => order as unknown as PreparedOrder;
const orderIn = (item: PreparedOrder) => item as unknown as KeyedOrder;
const claimsOf = (next: KeyedOrder[], requestsPerMinute = 60) =>
	new OrderClaims(
		newStore(),
		{ of: (item) => orderIn(item).keys, mayResend: (item) => orderIn(item).mayResend },
		() => next.map(prepared),
		workflow,
		requestsPerMinute,
		() => now,
	);
const claimed = async (claims: OrderClaims, order: KeyedOrder) =>
	await claims.claim(prepared(order), new AbortController().signal);
const end = (claims: OrderClaims, claim: object, outcome: OrderOutcomeKind) =>
	claims.end(claim as Claim, outcome);

async function stateNow(key: string): Promise<string | undefined> {
	return (await newStore().claim([{ key, resendsUnknown: false }])).get(key);
}

async function used(outcome: 'paid' | 'unknown' | 'inFlight', key: string): Promise<void> {
	const other = newStore();
	await other.claim([{ key, resendsUnknown: false }]);
	if (outcome !== 'inFlight') await other.conclude([{ key, outcome }]);
}

describe('an order with two keys', () => {
	const both = orderOf(0, ['of the retry', 'own']);

	test.each([
		['paid', 'unknown', 'paid'],
		['inFlight', 'paid', 'paid'],
		['inFlight', 'unknown', 'inFlight'],
		['unknown', undefined, 'unknown'],
		[undefined, 'inFlight', 'inFlight'],
		[undefined, undefined, 'free'],
	] as const)('%s and %s: %s', async (ofRetry, own, expected) => {
		if (ofRetry) await used(ofRetry, 'of the retry');
		if (own) await used(own, 'own');
		const key = expected === ofRetry ? 'of the retry' : 'own';
		expect(await claimed(claimsOf([]), both)).toMatchObject(
			expected === 'free' ? { kind: 'claim' } : { kind: 'known', state: expected, key },
		);
	});

	test('the own key of an order that an earlier retry has paid becomes paid too', async () => {
		await used('paid', 'of the retry');
		const claims = claimsOf([]);
		await claimed(claims, both);
		await claims.endAll();
		expect(await stateNow('own')).toBe('paid');
	});

	test('the end of the run frees the claimed key, and leaves the paid key paid', async () => {
		await used('paid', 'own');
		const claims = claimsOf([]);
		await claimed(claims, both);
		await claims.endAll();
		expect([await stateNow('of the retry'), await stateNow('own')]).toEqual(['free', 'paid']);
	});

	test.each(['paid', 'inFlight', 'unknown'] as const)(
		'a key that reads %s stays so if its order may be sent again, and is not charged',
		async (state) => {
			await used(state, 'own');
			const claims = claimsOf([]);
			const claim = await claimed(claims, { ...both, mayResend: true });
			if (claim.kind === 'claim') claims.end(claim, 'notCharged');
			await claims.endAll();
			expect([await stateNow('of the retry'), await stateNow('own')]).toEqual(['free', state]);
		},
	);
});

describe('orders that the run has not reached', () => {
	const orders = Array.from({ length: 30 }, (_, index) => orderOf(index));

	test('only orders that leave within ten seconds are claimed, and the end of the run frees them', async () => {
		const claims = claimsOf(orders.slice(1));
		await claimed(claims, orders[0] ?? orderOf(0));
		expect([await stateNow('key 9'), await stateNow('key 10')]).toEqual(['inFlight', 'free']);
		await claims.endAll();
		expect(await stateNow('key 9')).toBe('free');
	});

	test('a claim that is five minutes old is given back, and its order claimed anew', async () => {
		const claims = claimsOf([orderOf(1)]);
		const first = await claimed(claims, orderOf(0));
		now = 5 * MINUTE;
		end(claims, first, 'paid');
		const second = await claimed(claims, orderOf(1));
		expect(second).toMatchObject({ kind: 'claim', since: 5 * MINUTE });
	});

	test('a claim that is given back after ten minutes does not free a key that another process has paid', async () => {
		const claims = claimsOf([]);
		const claim = await claimed(claims, orderOf(0));
		await newStore().conclude([{ key: 'key 0', outcome: 'paid' }]);
		now = 11 * MINUTE;
		end(claims, claim, 'notCharged');
		await claims.endAll();
		expect(await stateNow('key 0')).toBe('paid');
	});

	test('an order that another process had in flight is looked up again', async () => {
		const other = newStore();
		await other.claim([{ key: 'key 1', resendsUnknown: false }]);
		const claims = claimsOf([orderOf(1)]);
		await claimed(claims, orderOf(0));
		await other.conclude([{ key: 'key 1', outcome: 'paid' }]);
		expect(await claimed(claims, orderOf(1))).toMatchObject({ state: 'paid' });
	});
});

test('another order with the same key waits for the one that is in flight', async () => {
	const claims = claimsOf([]);
	const first = await claimed(claims, orderOf(0, ['key']));
	let found: unknown;
	const second = claimed(claimsOf([]), orderOf(0, ['other', 'key'])).then((claim) => {
		found = claim;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(found).toBeUndefined();
	end(claims, first, 'paid');
	await second;
	expect(found).toEqual({ kind: 'known', state: 'paid', key: 'key' });
});
