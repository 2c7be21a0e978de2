import { setTimeout as after } from 'node:timers/promises';

import { abortableSleep } from '../../nodes/BacklinkPanel/api/systemClock.ts';

const TWO_HOURS = 7_200_000;

const setWallClock = (byMs: number) => {
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
};

afterEach(() => {
	jest.restoreAllMocks();
});

test('a clock that is set back does not prolong a wait', async () => {
	const waiting = abortableSleep(300);
	setWallClock(-TWO_HOURS);
	expect(await waiting).toBe(true);
});

test('a clock that is set ahead does not shorten a wait', async () => {
	const cancel = new AbortController();
	const waiting = abortableSleep(TWO_HOURS / 2, cancel.signal);
	setWallClock(TWO_HOURS);
	// Waits for more than one sleep of `abortableSleep` (200 ms), so that it has read the clock again.
	await after(300);
	cancel.abort();
	expect(await waiting).toBe(false);
});

test('a signal that was aborted before ends a wait at once; a wait of 0 ms is over at once', async () => {
	expect(await abortableSleep(1000, AbortSignal.abort())).toBe(false);
	expect(await abortableSleep(0)).toBe(true);
});
