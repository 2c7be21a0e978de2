import {
	type ClaimResult,
	type KeyedOrder,
	OrderClaims,
} from '../../nodes/BacklinkPanel/orders/store/OrderClaims.ts';
import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from './RowsInMemory.mts';

const MINUTE = 60_000;

let rows: RowsInMemory;
let workflow: string;
let workflowsSoFar = 0;
/** Of the claims, in ms. */
let now = 0;
beforeEach(() => {
	rows = new RowsInMemory();
	workflow = `claims ${(workflowsSoFar += 1)}`;
	now = 0;
});

const newStore = () => new OrderStore(rows.functions, workflow, rows.environment);
const claimsOf = (next: KeyedOrder[], requestsPerMinute = 60) =>
	new OrderClaims(
		newStore(),
		workflow,
		() => next,
		requestsPerMinute,
		() => now,
	);
const orderOf = (itemIndex: number, keys = [`key ${itemIndex}`]): KeyedOrder => ({
	itemIndex,
	keys,
	resendsUnknown: false,
});
const claimed = async (claims: OrderClaims, order: KeyedOrder) =>
	await claims.claim(order, new AbortController().signal);

/** What another execution finds. */
async function stateNow(key: string): Promise<string | undefined> {
	return (await newStore().claim([{ key, resendsUnknown: false }])).get(key);
}

/** Another execution has used a key. */
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
		const key = expected === ofRetry || expected === 'free' ? 'of the retry' : 'own';
		expect(await claimed(claimsOf([]), both)).toEqual({ state: expected, key });
	});

	test('the end gives back what was claimed of them, and leaves the other as it is', async () => {
		await used('paid', 'own');
		const claims = claimsOf([]);
		await claimed(claims, both);
		await claims.end();
		expect([await stateNow('of the retry'), await stateNow('own')]).toEqual(['free', 'paid']);
	});

	test.each(['paid', 'inFlight', 'unknown'] as const)(
		'%s stays so where the order is to be sent again, and is refused',
		async (state) => {
			await used(state, 'own');
			const claims = claimsOf([]);
			await claimed(claims, { ...both, resendsUnknown: true });
			claims.conclude(0, 'released');
			await claims.end();
			expect([await stateNow('of the retry'), await stateNow('own')]).toEqual(['free', state]);
		},
	);
});

describe('orders whose turn has not come', () => {
	const orders = Array.from({ length: 30 }, (_, index) => orderOf(index));

	test('no more are claimed than leave within ten seconds, and the end gives them back', async () => {
		const claims = claimsOf(orders.slice(1));
		await claimed(claims, orders[0] ?? orderOf(0));
		expect([await stateNow('key 9'), await stateNow('key 10')]).toEqual(['inFlight', 'free']);
		await claims.end();
		expect(await stateNow('key 9')).toBe('free');
	});

	test('one that waited for five minutes is given back and claimed anew', async () => {
		const claims = claimsOf([orderOf(1)]);
		await claimed(claims, orderOf(0));
		now = 4 * MINUTE;
		expect(claims.remainingMs(1)).toBe(MINUTE);
		now = 5 * MINUTE;
		expect(await claimed(claims, orderOf(1))).toMatchObject({ state: 'free' });
		expect(claims.remainingMs(1)).toBe(5 * MINUTE);
	});

	test('what was in flight elsewhere is looked up again', async () => {
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
	await claimed(claims, orderOf(0, ['key']));
	let found: ClaimResult | undefined;
	const second = claimed(claimsOf([]), orderOf(0, ['other', 'key'])).then((claim) => {
		found = claim;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(found).toBeUndefined();
	claims.conclude(0, 'paid');
	await second;
	expect(found).toEqual({ state: 'paid', key: 'key' });
});
