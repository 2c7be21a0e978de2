import { openWindow } from '../../../sandbox/rateWindows.mts';
import type { RateWindow, WindowKind } from '../../../sandbox/rateWindows.mts';

const minute = 60_000;
/** Starts a calendar minute. */
const start = 1_000 * minute;
const second = (count: number) => start + count * 1000;

/** Sends `count` requests at `now`; how many were admitted. */
function send(window: RateWindow, count: number, now: number): number {
	return Array.from({ length: count }, () => window.admit(now)).filter(Boolean).length;
}

function open(kind: WindowKind): RateWindow {
	return openWindow(kind, { limit: 60, windowMs: minute });
}

describe('fixedMinute', () => {
	it('admits the limit in each calendar minute', () => {
		const window = open('fixedMinute');
		expect(send(window, 70, second(50))).toBe(60);
		expect(window.waitAt(second(50))).toBe(10_000);
		expect(send(window, 70, second(59.999))).toBe(0);
		expect(send(window, 70, second(60))).toBe(60);
	});
});

describe('fixedPhase', () => {
	it('starts its minutes 24 s after the calendar', () => {
		const window = open('fixedPhase');
		expect(send(window, 70, second(20))).toBe(60);
		expect(window.waitAt(second(20))).toBe(4_000);
		expect(send(window, 70, second(23.999))).toBe(0);
		expect(send(window, 70, second(24))).toBe(60);
	});
});

describe('fromFirstRequest', () => {
	it('opens a minute with the first request, and the next one after its end', () => {
		const window = open('fromFirstRequest');
		expect(send(window, 1, second(7))).toBe(1);
		expect(send(window, 70, second(50))).toBe(59);
		expect(window.waitAt(second(50))).toBe(17_000);
		expect(send(window, 1, second(66.999))).toBe(0);
		expect(send(window, 1, second(80))).toBe(1);
		expect(send(window, 70, second(139.999))).toBe(59);
		expect(send(window, 70, second(140))).toBe(60);
	});
});

describe('sliding', () => {
	it('admits a request when the minute before it holds fewer than the limit', () => {
		const window = open('sliding');
		expect(send(window, 30, second(0))).toBe(30);
		expect(send(window, 70, second(40))).toBe(30);
		expect(window.waitAt(second(40))).toBe(20_000);
		expect(send(window, 70, second(59.999))).toBe(0);
		expect(send(window, 70, second(60))).toBe(30);
		expect(window.waitAt(second(60))).toBe(40_000);
	});
});

describe('slidingCountingRejected', () => {
	it('counts refused requests too, so that trying on keeps it closed', () => {
		const window = open('slidingCountingRejected');
		expect(send(window, 60, second(0))).toBe(60);
		expect(send(window, 10, second(30))).toBe(0);
		expect(send(window, 70, second(60))).toBe(50);
		expect(window.waitAt(second(60))).toBe(60_000);
		expect(send(window, 1, second(120))).toBe(1);
	});
});

describe('slidingCounter', () => {
	it('weighs the minute before with its overlap', () => {
		const window = open('slidingCounter');
		expect(send(window, 60, second(30))).toBe(60);
		expect(send(window, 60, second(75))).toBe(15);
		expect(send(window, 60, second(90))).toBe(15);
	});

	it('tells a wait after which a request is admitted, and not earlier', () => {
		const window = open('slidingCounter');
		send(window, 60, second(30));
		send(window, 60, second(75));
		const wait = window.waitAt(second(75));
		expect(send(window, 1, second(75) + wait - 1)).toBe(0);
		expect(send(window, 1, second(75) + wait)).toBe(1);
	});

	it('is still closed at the very start of the minute after a full one', () => {
		const window = open('slidingCounter');
		send(window, 60, second(30));
		expect(window.waitAt(second(30))).toBe(30_001);
		expect(send(window, 1, second(60))).toBe(0);
	});

	it('forgets what is two minutes old', () => {
		const window = open('slidingCounter');
		send(window, 60, second(30));
		expect(send(window, 70, second(120))).toBe(60);
	});
});

describe('tokenBucket', () => {
	it('admits the limit at once and one more a second', () => {
		const window = open('tokenBucket');
		expect(send(window, 70, second(0))).toBe(60);
		expect(window.waitAt(second(0))).toBe(1_000);
		expect(send(window, 1, second(0.999))).toBe(0);
		expect(send(window, 70, second(1))).toBe(1);
		expect(send(window, 70, second(11))).toBe(10);
		expect(send(window, 70, second(600))).toBe(60);
	});
});

describe('leakyBucket', () => {
	it('admits 10 at once and one more a second', () => {
		const window = open('leakyBucket');
		expect(send(window, 70, second(0))).toBe(10);
		expect(window.waitAt(second(0))).toBe(1_000);
		expect(send(window, 70, second(5))).toBe(5);
		expect(send(window, 70, second(600))).toBe(10);
	});
});

describe('unlimited', () => {
	it('admits everything', () => {
		const window = open('unlimited');
		expect(send(window, 10_000, second(0))).toBe(10_000);
		expect(window.waitAt(second(0))).toBe(0);
	});
});
