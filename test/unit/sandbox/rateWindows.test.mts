import { openWindow, type WindowKind } from '../../../sandbox/rateWindows.mts';

/** Requests at a second, from the start of a calendar minute on; `waitMs` is the wait after these requests. */
type Step = [second: number, requests: number, admitted: number, waitMs?: number];

test.each<[WindowKind, string, Step[]]>([
	[
		'fixedMinute',
		'each calendar minute',
		[
			[50, 70, 60, 10_000],
			[59.999, 70, 0],
			[60, 70, 60],
		],
	],
	[
		'fixedPhase',
		'minutes from 24 s on',
		[
			[20, 70, 60, 4_000],
			[23.999, 70, 0],
			[24, 70, 60],
		],
	],
	[
		'fromFirstRequest',
		'a minute from the first request on, then from the next one',
		[
			[7, 1, 1],
			[50, 70, 59, 17_000],
			[66.999, 1, 0],
			[80, 1, 1],
			[139.999, 70, 59],
			[140, 70, 60],
		],
	],
	[
		'sliding',
		'the minute before each request',
		[
			[0, 30, 30],
			[40, 70, 30, 20_000],
			[59.999, 70, 0],
			[60, 70, 30, 40_000],
		],
	],
	[
		'slidingCountingRejected',
		'refused requests too, so that trying on keeps it closed',
		[
			[0, 60, 60],
			[30, 10, 0],
			[60, 70, 50, 60_000],
			[120, 1, 1],
		],
	],
	[
		'slidingCounter',
		'the minute before, weighed with its overlap',
		[
			[30, 60, 60, 30_001],
			[60, 1, 0],
			[75, 60, 15],
			[90, 60, 15],
			[240, 70, 60],
		],
	],
	[
		'tokenBucket',
		'the limit at once and one more a second',
		[
			[0, 70, 60, 1_000],
			[0.999, 1, 0],
			[1, 70, 1],
			[11, 70, 10],
			[600, 70, 60],
		],
	],
	[
		'leakyBucket',
		'10 at once and one more a second',
		[
			[0, 70, 10, 1_000],
			[5, 70, 5],
			[600, 70, 10],
		],
	],
	['unlimited', 'nothing', [[0, 10_000, 10_000, 0]]],
])('%s counts %s', (kind, _, steps) => {
	const window = openWindow(kind, { limit: 60, windowMs: 60_000 });
	for (const [second, requests, admitted, waitMs] of steps) {
		const now = 60_000_000 + second * 1000;
		const answers = Array.from({ length: requests }, () => window.admit(now));
		expect([second, answers.filter(Boolean).length]).toEqual([second, admitted]);
		if (waitMs !== undefined) expect([second, window.waitAt(now)]).toEqual([second, waitMs]);
	}
});

test('slidingCounter tells a wait after which a request is admitted, and not earlier', () => {
	const window = openWindow('slidingCounter', { limit: 60, windowMs: 60_000 });
	const now = 60_000_000 + 75_000;
	for (let count = 0; count < 60; count += 1) window.admit(now - 45_000);
	for (let count = 0; count < 60; count += 1) window.admit(now);
	const wait = window.waitAt(now);
	expect(window.admit(now + wait - 1)).toBe(false);
	expect(window.admit(now + wait)).toBe(true);
});
