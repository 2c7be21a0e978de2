import { rememberOrders } from '../../nodes/BacklinkPanel/trigger/trackOrders.ts';

const orders = (...keys: string[]) => new Map(keys.map((key) => [key, key.toUpperCase()]));
const many = (count: number, from = 0) =>
	orders(...Array.from({ length: count }, (_, index) => `order-${from + index}`));

test('what is listed goes first, what is absent stays in the order of its absence', () => {
	const first = rememberOrders(orders(), orders('a', 'b', 'c'));
	const second = rememberOrders(first, orders('b', 'd'));
	expect([...second.keys()]).toEqual(['b', 'd', 'a', 'c']);
	expect([...rememberOrders(second, orders('a')).keys()]).toEqual(['a', 'b', 'd', 'c']);
});

test('what is listed counts, not what was known of it', () => {
	expect(rememberOrders(new Map([['a', 1]]), new Map([['a', 2]])).get('a')).toBe(2);
});

test('the longest absent are forgotten beyond 10,000', () => {
	const known = rememberOrders(orders('longest absent'), many(9_999));
	expect(known.size).toBe(10_000);
	const next = rememberOrders(known, many(10, 9_998));
	expect(next.size).toBe(10_000);
	expect(next.has('longest absent')).toBe(false);
	expect(next.has('order-0')).toBe(true);
});

test('what is listed is remembered whatever its number, and nothing else then', () => {
	const next = rememberOrders(orders('absent'), many(12_000));
	expect(next.size).toBe(12_000);
	expect(next.has('absent')).toBe(false);
});
