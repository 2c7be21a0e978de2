import { retryAfterHeaders } from '../../../sandbox/retryAfter.mts';

const now = Date.parse('2026-11-27T10:00:00.400Z');

describe('Retry-After', () => {
	it('is absent by default', () => {
		expect(retryAfterHeaders('none', 1500, now)).toEqual({});
	});

	it('can be whole seconds, never too few', () => {
		expect(retryAfterHeaders('seconds', 1001, now)).toEqual({ 'retry-after': '2' });
	});

	it('can be a date, never too early', () => {
		expect(retryAfterHeaders('date', 1500, now)).toEqual({
			'retry-after': 'Fri, 27 Nov 2026 10:00:02 GMT',
		});
	});

	it('can be something that no client understands', () => {
		const [value] = Object.values(retryAfterHeaders('junk', 1500, now));
		expect(Number(value)).toBeNaN();
		expect(Date.parse(String(value))).toBeNaN();
	});
});
