import { type KeyedOrder, OrderClaims } from '../../nodes/BacklinkPanel/orders/store/OrderClaims';
import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore';
import {
	environment,
	functionsOf,
	useFreshWorkflow,
	situation,
} from '../order-store/storeOfAProcess.mts';

useFreshWorkflow();

/** The store as one process sees it: what others have claimed is in flight for it. */
const storeOfProcess = () => new OrderStore(functionsOf('node'), situation.workflowId, environment);

/** What is known of orders whose turn comes at the same moment. */
async function statesOf(claims: OrderClaims, orders: KeyedOrder[]): Promise<unknown[]> {
	const { signal } = new AbortController();
	const found = await Promise.all(orders.map(async (order) => await claims.claim(order, signal)));
	return found.map((claim) => claim?.state);
}

const orderOf = (itemIndex: number): KeyedOrder => ({
	itemIndex,
	keys: [`key ${itemIndex}`],
	resendsUnknown: false,
});
const claimsOf = (orders: KeyedOrder[]) =>
	orders.flatMap(({ keys }) => keys).map((key) => ({ key, resendsUnknown: false }));

test('orders that are claimed ahead of their turn do not keep those from being claimed whose turn it is', async () => {
	const paid = [0, 1].map(orderOf);
	const inFlight = [2, 3].map(orderOf);
	const free = [4, 5].map(orderOf);
	const other = storeOfProcess();
	await other.claim(claimsOf([...paid, ...inFlight]));
	await other.conclude(claimsOf(paid).map(({ key }) => ({ key, outcome: 'paid' })));

	let next = [...paid, ...inFlight, ...free];
	// So slow that one order is claimed at once, until a whole claim turns out to be paid.
	const claims = new OrderClaims(storeOfProcess(), situation.workflowId, () => next, 6);
	const take = async (orders: KeyedOrder[]) => {
		next = next.filter((order) => !orders.includes(order));
		return await statesOf(claims, orders);
	};
	expect(await take(paid)).toEqual(['paid', 'paid']);
	expect(await take(inFlight)).toEqual(['inFlight', 'inFlight']);
	expect(await take(free)).toEqual(['free', 'free']);
	await claims.end();
});

test('orders that begin together are claimed together, before those that come after them', async () => {
	const store = storeOfProcess();
	const asked = jest.spyOn(store, 'claim');
	const claims = new OrderClaims(store, situation.workflowId, () => [orderOf(12)], 60);
	await statesOf(claims, [orderOf(10), orderOf(11)]);
	expect(asked.mock.calls.map(([keys]) => keys.map(({ key }) => key))).toEqual([
		['key 10', 'key 11', 'key 12'],
	]);
	await claims.end();
});

test('an order whose turn comes while it is asked for ahead of its turn waits for that answer', async () => {
	const [first, second] = [0, 1].map(orderOf) as [KeyedOrder, KeyedOrder];
	let next = [second];
	const store = storeOfProcess();
	const claims = new OrderClaims(store, situation.workflowId, () => next, 60);
	const ask = store.claim.bind(store);
	const turnOfSecond = new Promise((resolve) => {
		jest.spyOn(store, 'claim').mockImplementation(async (asked) => {
			next = [];
			resolve(statesOf(claims, [second]));
			return await ask(asked);
		});
	});

	expect(await statesOf(claims, [first])).toEqual(['free']);
	expect(await turnOfSecond).toEqual(['free']);
	expect(store.claim).toHaveBeenCalledTimes(1);
	await claims.end();
});
