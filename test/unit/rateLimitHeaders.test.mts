import { spawnSync } from 'node:child_process';

import { readRateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the wait that a Retry-After header asks for', () => {
	test.each<[header: unknown, wait: number | undefined]>([
		['7', 7 * SECOND],
		[7, 7 * SECOND],
		[' 7 ', 7 * SECOND],
		['1.5', 1.5 * SECOND],
		['0', 0],
		[['7', '9'], 7 * SECOND],
		['Fri, 27 Nov 2026 12:00:07 GMT', 7 * SECOND],
		['Friday, 27-Nov-26 12:00:07 GMT', 7 * SECOND],
		['Fri Nov 27 12:00:07 2026', 7 * SECOND],
		['Fri, 27 Nov 2026 15:00:07 +0300', 7 * SECOND],
		['Fri, 27 Nov 2026 11:59:00 GMT', 0],
		// An hour at the most.
		['86400', HOUR],
		['Mon, 01 Feb 2027 12:00:00 GMT', HOUR],
		['', undefined],
		[null, undefined],
		[[], undefined],
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

	test('is in GMT, wherever n8n runs', () => {
		const file = './nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';
		const code = `const { readRateLimitHeaders } = require('${file}');
			for (const date of ['Fri Nov 27 12:00:07 2026', 'Fri, 27 Nov 2026 12:00:07']) {
				console.log(readRateLimitHeaders({ 'retry-after': date }, ${NOW}).retryAfterMs);
			}`;
		const node = ['--import', 'tsx', '--eval', code];
		const env = { ...process.env, TZ: 'Europe/Istanbul' };
		const { stdout } = spawnSync(process.execPath, node, { env, encoding: 'utf8' });
		expect(stdout).toBe('7000\n7000\n');
	});
});

describe('what remains, and when there will be more', () => {
	const usedUp = { remaining: 0, resetMs: 7 * SECOND };
	const future = NOW + 7 * SECOND;

	test.each([
		[{ ratelimit: '"default";r=3;t=7' }, { remaining: 3, resetMs: 7 * SECOND }],
		// The scarcest of several policies, and of those that are used up the longest.
		[{ ratelimit: '"day";r=900;t=40000, "minute";r=0;t=7' }, usedUp],
		[{ ratelimit: '"second";r=0;t=1, "minute";r=0;t=7' }, usedUp],
		[{ ratelimit: 'limit=60, remaining=0, reset=7' }, usedUp],
		[{ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '7' }, usedUp],
		[{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '7' }, usedUp],
		[{ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': future / SECOND }, usedUp],
		[{ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': future }, usedUp],
		[{ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '7' }, usedUp],
		[{ 'x-ratelimit-reset': '86400' }, { resetMs: HOUR }],
		[{ 'x-ratelimit-reset': NOW / SECOND - 60 }, { resetMs: 0 }],
		[{ Date: 'Fri, 27 Nov 2026 12:00:07 GMT' }, { serverTime: future }],
		[{ ratelimit: 'soon', 'x-ratelimit-remaining': 'few', 'x-ratelimit-reset': 'soon' }, {}],
		[{ 'ratelimit-remaining': '-1', 'ratelimit-reset': '-7' }, {}],
		[{ 'ratelimit-remaining': '0.5' }, {}],
		[{ ratelimit: '"default";r=none;t=never' }, {}],
		[{ 'ratelimit-limit': '60', 'ratelimit-policy': '"default";q=60;w=60' }, {}],
	])('%j', (headers, told) => {
		expect(readRateLimitHeaders(headers, NOW)).toEqual(told);
	});
});
