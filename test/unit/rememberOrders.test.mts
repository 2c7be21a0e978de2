import { rememberOrders } from '../../nodes/BacklinkPanel/trigger/trackOrders.ts';

const orders = (...keys: string[]) => new Map(keys.map((key) => [key, key.toUpperCase()]));
const many = (count: number, from = 0) =>
	orders(...Array.from({ length: count }, (_, index) => `order-${from + index}`));

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
