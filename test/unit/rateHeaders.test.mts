import { readRateHints } from '../../nodes/BacklinkPanel/api/rateHeaders.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the wait that a Retry-After header asks for', () => {
	test.each([
		['whole seconds', '7', 7 * SECOND],
		['zero', '0', 0],
		['decimal seconds', '1.5', 1.5 * SECOND],
		['spaces around it', ' 7 ', 7 * SECOND],
		['a number', 7, 7 * SECOND],
		['sent twice: the first', ['7', '9'], 7 * SECOND],
		['a date', 'Fri, 27 Nov 2026 12:00:07 GMT', 7 * SECOND],
		['an obsolete form of date', 'Friday, 27-Nov-26 12:00:07 GMT', 7 * SECOND],
		['a date that has passed', 'Fri, 27 Nov 2026 11:59:00 GMT', 0],
		['longer than an hour: an hour', '86400', HOUR],
		['a date of next year: an hour', 'Mon, 01 Feb 2027 12:00:00 GMT', HOUR],
	])('%s', (_, value, wait) => {
		expect(readRateHints({ 'retry-after': value }, NOW).retryAfterMs).toBe(wait);
	});

	test.each(['retry-after', 'Retry-After', 'RETRY-AFTER'])('under the name %s', (name) => {
		expect(readRateHints({ [name]: '7' }, NOW).retryAfterMs).toBe(7 * SECOND);
	});

	test('is counted from the service’s clock, where this machine’s is wrong', () => {
		const headers = {
			Date: 'Fri, 27 Nov 2026 15:00:00 GMT',
			'Retry-After': 'Fri, 27 Nov 2026 15:00:07 GMT',
		};
		expect(readRateHints(headers, NOW).retryAfterMs).toBe(7 * SECOND);
	});

	test('is counted from this machine’s clock, where the service’s cannot be read', () => {
		const headers = { Date: 'yesterday', 'Retry-After': 'Fri, 27 Nov 2026 12:00:07 GMT' };
		expect(readRateHints(headers, NOW).retryAfterMs).toBe(7 * SECOND);
	});
});

describe('no wait is read from', () => {
	test.each([
		['no headers', {}],
		['other headers', { date: 'Fri, 27 Nov 2026 12:00:07 GMT' }],
		['an empty value', { 'retry-after': '' }],
		['null', { 'retry-after': null }],
		['an empty list', { 'retry-after': [] }],
		['a negative number', { 'retry-after': '-5' }],
		['a number with a unit', { 'retry-after': '7s' }],
		['another notation of numbers', { 'retry-after': '1e3' }],
		['endless', { 'retry-after': 'Infinity' }],
		['words', { 'retry-after': 'soon' }],
		['words like a date', { 'retry-after': 'Fri, soon' }],
		['an object', { 'retry-after': {} }],
	])('%s', (_, headers) => {
		expect(readRateHints(headers, NOW).retryAfterMs).toBeUndefined();
	});
});
