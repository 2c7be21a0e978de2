import { readRateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the wait that a Retry-After header asks for', () => {
	test.each<[header: unknown, wait: number | undefined]>([
		['7', 7 * SECOND],
		[7, 7 * SECOND],
		[' 7 ', 7 * SECOND],
		['0', 0],
		['Fri, 27 Nov 2026 12:00:07 GMT', 7 * SECOND],
		['Friday, 27-Nov-26 12:00:07 GMT', 7 * SECOND],
		['Fri, 27 Nov 2026 11:59:00 GMT', 0],
		// An hour at the most.
		['86400', HOUR],
		['Mon, 01 Feb 2027 12:00:00 GMT', HOUR],
		['', undefined],
		[null, undefined],
		[[], undefined],
		['1.5', undefined],
		['Fri Nov 27 12:00:07 2026', undefined],
		['-5', undefined],
		['7s', undefined],
		['1e3', undefined],
		['Infinity', undefined],
		['soon', undefined],
		['Fri, soon', undefined],
		[{}, undefined],
	])('%j: %j ms', (header, wait) => {
		for (const name of ['retry-after', 'Retry-After']) {
			expect(readRateLimitHeaders({ [name]: header }, NOW).retryAfterMs).toBe(wait);
		}
	});

	test.each([
		['Fri, 27 Nov 2026 15:00:00 GMT', 'Fri, 27 Nov 2026 15:00:07 GMT'],
		['yesterday', 'Fri, 27 Nov 2026 12:00:07 GMT'],
	])('is counted from the service’s clock where that can be read: %s', (date, retryAfter) => {
		const headers = { Date: date, 'Retry-After': retryAfter };
		expect(readRateLimitHeaders(headers, NOW).retryAfterMs).toBe(7 * SECOND);
	});
});
