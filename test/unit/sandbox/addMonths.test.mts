import { addMonths } from '../../../sandbox/newOrder.mts';

describe('the end of a placement', () => {
	it.each([
		['2026-11-27T10:00:00.000Z', 1, '2026-12-27T10:00:00.000Z'],
		['2026-11-27T10:00:00.000Z', 14, '2028-01-27T10:00:00.000Z'],
		['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
		['2027-12-31T23:59:59.999Z', 2, '2028-02-29T23:59:59.999Z'],
	])('%s and %d months is %s', (from, months, to) => {
		expect(addMonths(new Date(from), months).toISOString()).toBe(to);
	});
});
