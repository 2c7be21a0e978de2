import { spawnSync } from 'node:child_process';

import { readRateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';

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
		['a date as the C library writes it', 'Fri Nov 27 12:00:07 2026', 7 * SECOND],
		['a date with another zone', 'Fri, 27 Nov 2026 15:00:07 +0300', 7 * SECOND],
		['a date that has passed', 'Fri, 27 Nov 2026 11:59:00 GMT', 0],
		['longer than an hour: an hour', '86400', HOUR],
		['a date of next year: an hour', 'Mon, 01 Feb 2027 12:00:00 GMT', HOUR],
	])('%s', (_, value, wait) => {
		expect(readRateLimitHeaders({ 'retry-after': value }, NOW).retryAfterMs).toBe(wait);
	});

	test.each(['retry-after', 'Retry-After', 'RETRY-AFTER'])('under the name %s', (name) => {
		expect(readRateLimitHeaders({ [name]: '7' }, NOW).retryAfterMs).toBe(7 * SECOND);
	});

	test('is counted from the service’s clock, where this machine’s is wrong', () => {
		const headers = {
			Date: 'Fri, 27 Nov 2026 15:00:00 GMT',
			'Retry-After': 'Fri, 27 Nov 2026 15:00:07 GMT',
		};
		expect(readRateLimitHeaders(headers, NOW).retryAfterMs).toBe(7 * SECOND);
	});

	test.each(['Fri Nov 27 12:00:07 2026', 'Fri, 27 Nov 2026 12:00:07'])(
		'is in GMT, wherever n8n runs: %s',
		(date) => {
			const file = './nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';
			const code = `const { readRateLimitHeaders } = require('${file}');
				console.log(readRateLimitHeaders({ 'retry-after': '${date}' }, ${NOW}).retryAfterMs);`;
			const node = ['--import', 'tsx', '--eval', code];
			const env = { ...process.env, TZ: 'Europe/Istanbul' };
			const { stdout } = spawnSync(process.execPath, node, { env, encoding: 'utf8' });
			expect(stdout).toBe(`${7 * SECOND}\n`);
		},
	);

	test('is counted from this machine’s clock, where the service’s cannot be read', () => {
		const headers = { Date: 'yesterday', 'Retry-After': 'Fri, 27 Nov 2026 12:00:07 GMT' };
		expect(readRateLimitHeaders(headers, NOW).retryAfterMs).toBe(7 * SECOND);
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
		expect(readRateLimitHeaders(headers, NOW).retryAfterMs).toBeUndefined();
	});
});

describe('what remains, and when there will be more', () => {
	const FUTURE = NOW + 7 * SECOND;

	test.each<[string, Record<string, unknown>, { remaining?: number; resetMs?: number }]>([
		['RateLimit', { ratelimit: '"default";r=3;t=7' }, { remaining: 3, resetMs: 7 * SECOND }],
		[
			'RateLimit with several policies: the scarcest one',
			{ ratelimit: '"day";r=900;t=40000, "minute";r=0;t=7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		[
			'RateLimit with several that are used up: the longest one',
			{ ratelimit: '"second";r=0;t=1, "minute";r=0;t=7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		[
			'RateLimit in its older form',
			{ ratelimit: 'limit=60, remaining=0, reset=7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		[
			'RateLimit-*',
			{ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		[
			'X-RateLimit-* as a wait',
			{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		[
			'X-RateLimit-* as a time in seconds',
			{ 'x-ratelimit-remaining': 2, 'x-ratelimit-reset': FUTURE / SECOND },
			{ remaining: 2, resetMs: 7 * SECOND },
		],
		[
			'X-RateLimit-* as a time in ms',
			{ 'x-ratelimit-remaining': 2, 'x-ratelimit-reset': FUTURE },
			{ remaining: 2, resetMs: 7 * SECOND },
		],
		[
			'X-Rate-Limit-*',
			{ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '7' },
			{ remaining: 0, resetMs: 7 * SECOND },
		],
		['a reset of a day: an hour', { 'x-ratelimit-reset': '86400' }, { resetMs: HOUR }],
		['a reset that has passed', { 'x-ratelimit-reset': NOW / SECOND - 60 }, { resetMs: 0 }],
	])('%s', (_, headers, rateLimitHeaders) => {
		expect(readRateLimitHeaders(headers, NOW)).toEqual(rateLimitHeaders);
	});

	test.each([
		['words', { ratelimit: 'soon', 'x-ratelimit-remaining': 'few', 'x-ratelimit-reset': 'soon' }],
		['negative numbers', { 'ratelimit-remaining': '-1', 'ratelimit-reset': '-7' }],
		['fractions of requests', { 'ratelimit-remaining': '0.5' }],
		['a policy with junk in it', { ratelimit: '"default";r=none;t=never' }],
		['a limit alone', { 'ratelimit-limit': '60', 'ratelimit-policy': '"default";q=60;w=60' }],
	])('nothing is read from %s', (_, headers) => {
		expect(readRateLimitHeaders(headers, NOW)).toEqual({});
	});
});

test('the service’s clock is read from Date', () => {
	const rateLimitHeaders = readRateLimitHeaders({ Date: 'Fri, 27 Nov 2026 12:00:07 GMT' }, NOW);
	expect(rateLimitHeaders).toEqual({ serverTime: NOW + 7 * SECOND });
});
