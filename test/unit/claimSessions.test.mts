import { MOST_KEYS_PER_CLAIM } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { ClaimsOfAWorkflow, orderOf, orders, rest } from './claimsOfAWorkflow.mts';

const MINUTE = 60_000;

let workflow: ClaimsOfAWorkflow;
const claimsAt = (...args: Parameters<ClaimsOfAWorkflow['at']>) => workflow.at(...args);
beforeEach(() => {
	workflow = new ClaimsOfAWorkflow();
});

describe('how many are claimed at once', () => {
	test('no more than leave within ten seconds; the others when those have left', async () => {
		const { claims, claim, sizes, states } = claimsAt(60);
		await claim(...orders(25));
		expect(sizes()).toEqual([10]);
		for (let index = 0; index < 9; index += 1) claims.markSent(index);
		await rest();
		expect(sizes()).toEqual([10, 9]);
		expect(states.size).toBe(10 + 9);
	});

	test.each([
		[1, 1],
		[13, 3],
		[6_000, MOST_KEYS_PER_CLAIM],
	])('at %d requests a minute: %d', async (requestsPerMinute, atOnce) => {
		const { claim, sizes } = claimsAt(requestsPerMinute);
		await claim(...orders(60));
		expect(sizes()).toEqual([atOnce]);
	});

	test('the next ones as soon as one is concluded without having left', async () => {
		const { claims, claim, sessions } = claimsAt(6);
		await claim(...orders(2));
		claims.conclude(0, 'released');
		await rest();
		expect(sessions).toEqual([['key 0'], ['key 1']]);
	});

	test('an order with more keys than there is room for is claimed alone', async () => {
		const { claim, sessions } = claimsAt(6);
		await claim(orderOf(0, 'a', 'b', 'c'), orderOf(1));
		expect(sessions).toEqual([['a', 'b', 'c']]);
	});

	test('the keys of orders count, not the orders', async () => {
		const { claim, sessions } = claimsAt(18);
		await claim(orderOf(0, 'a', 'b'), orderOf(1, 'c', 'd'), orderOf(2, 'e'));
		// One at least while there is room for one key.
		expect(sessions).toEqual([
			['a', 'b'],
			['c', 'd'],
		]);
	});

	test('as many as fit into a session while all turn out to be paid', async () => {
		const known = orders(100);
		await workflow.used('paid', ...known.slice(0, 50).flatMap(({ keys }) => keys));
		await workflow.used('paid', ...known.slice(50).flatMap(({ keys }) => keys));
		const { claim, sizes } = claimsAt(6);
		await claim(...known);
		expect(sizes()).toEqual([1, 50, 49]);
	});

	test('no longer when one of them was not paid', async () => {
		await workflow.used('paid', 'key 0');
		const { claim, sizes } = claimsAt(12);
		await claim(...orders(60));
		// Of two in ten seconds, one is claimed and unsent.
		expect(sizes()).toEqual([2, 1]);
	});

	test('one that was not paid brings it back to what leaves soon', async () => {
		await workflow.used('paid', 'key 0');
		const { claims, claim, sizes } = claimsAt(6);
		await claim(...orders(60));
		expect(sizes()).toEqual([1, 50]);
		for (let index = 1; index < 51; index += 1) claims.markSent(index);
		await rest();
		expect(sizes()[2]).toBe(1);
	});
});

describe('orders whose turn is next', () => {
	test('are claimed along with those whose turn it is, as far as there is room', async () => {
		const { claim, sessions, states } = claimsAt(18, () => orders(9, 1));
		await claim(orderOf(0));
		expect(sessions).toEqual([['key 0', 'key 1', 'key 2']]);
		await claim(orderOf(1), orderOf(2));
		expect(sessions).toHaveLength(1);
		expect([...states.values()]).toEqual(['free', 'free', 'free']);
	});

	test('their keys are asked for once, also where several have the same', async () => {
		const next = [
			orderOf(1, 'key 0'),
			orderOf(2, 'same'),
			orderOf(3, 'same'),
			orderOf(4, 'other'),
			orderOf(6, 'key 0', 'of the retry'),
		];
		const { claims, claim, sessions } = claimsAt(60, () => next);
		await claim(orderOf(0));
		expect(sessions).toEqual([['key 0', 'same', 'other']]);
		claims.markSent(0);
		await claim(orderOf(5));
		// What is claimed by this run, and what was asked for ahead, is not asked for again.
		expect(sessions[1]).toEqual(['key 5']);
	});

	test('what is in flight elsewhere is asked for again when its turn comes', async () => {
		await workflow.used('inFlight', 'key 1');
		const { claim, sessions, states } = claimsAt(60, () => [orderOf(1)]);
		await claim(orderOf(0));
		expect(sessions).toEqual([['key 0', 'key 1']]);
		await claim(orderOf(1));
		expect(sessions[1]).toEqual(['key 1']);
		expect(states.get(1)).toBe('inFlight');
	});

	test('what is known of them is forgotten when it was used', async () => {
		const { claims, claim, sessions } = claimsAt(60, () => [orderOf(1)]);
		await claim(orderOf(0));
		await claim(orderOf(1));
		claims.conclude(1, 'released');
		await rest();
		await claim(orderOf(1));
		expect(sessions[1]).toEqual(['key 1']);
	});

	test('one that waited for five minutes is given back and claimed anew', async () => {
		const { claims, claim, sessions, states } = claimsAt(60, () => [orderOf(1), orderOf(2)]);
		const concluded = jest.spyOn(workflow.store, 'conclude');
		await claim(orderOf(0));
		workflow.now = 5 * MINUTE - 1;
		await claim(orderOf(1));
		expect(sessions).toHaveLength(1);
		expect(claims.remainingMs(1)).toBe(1);
		workflow.now = 5 * MINUTE;
		await claim(orderOf(2));
		expect(concluded.mock.calls).toEqual([[[{ key: 'key 2', outcome: 'released' }]]]);
		expect(sessions[1]).toEqual(['key 2']);
		expect(states.get(2)).toBe('free');
		expect(claims.remainingMs(2)).toBe(5 * MINUTE);
	});

	test('one that was found to be paid is so however long ago', async () => {
		await workflow.used('paid', 'key 1');
		const { claim, sessions, states } = claimsAt(60, () => [orderOf(1)]);
		await claim(orderOf(0));
		workflow.now = 60 * MINUTE;
		await claim(orderOf(1));
		expect(states.get(1)).toBe('paid');
		expect(sessions).toHaveLength(1);
	});
});

test('an order that was never claimed may wait as long as a claim lasts, and has nothing to conclude', async () => {
	const { claims, claim } = claimsAt(60);
	expect(claims.remainingMs(7)).toBe(5 * MINUTE);
	claims.markSent(7);
	const concluded = jest.spyOn(workflow.store, 'conclude');
	claims.conclude(7, 'paid');
	await claims.end();
	expect(concluded).not.toHaveBeenCalled();
	// Those that were claimed are concluded all the same.
	await claim(orderOf(0));
	claims.conclude(0, 'paid');
	await claims.end();
	expect(await workflow.stateNow('key 0')).toBe('paid');
});
