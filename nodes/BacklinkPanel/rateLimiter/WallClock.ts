import type { Clock } from './WakeupTimer';

const MINUTE_MS = 60_000;
/**
 * A little longer than a window with its margin and the spread below: what was sent at a tick has left
 * the window twelve ticks later.
 */
const TICK_MS = 60_600 / 12;
/** Processes that come to the same tick spread over this, in ms, so that one of them is the first. */
const SPREAD_MS = 300;

/** A Date header has whole seconds and was written some time before it is read. */
const TOLERANCE_MS = 2_000;
const HALF_A_SECOND_MS = 500;

/**
 * The moments that all clocks agree on. Processes that share a key do not know of each other, but
 * they can meet: those that wait for room look for it at the same ticks of the clock, so that nobody
 * comes too late every time. And a service may count by the calendar's minutes. Nothing else asks
 * what time it is: all other times are those of a clock that cannot be set.
 */
export class WallClock {
	/** How far the service's clock is ahead of this machine's, in ms; 0 while they roughly agree. */
	private serverIsAheadMs = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Compares the clocks: where this machine's is wrong, the service's counts.
	 *
	 * @param serverTime what the service's clock showed between the two times that follow, in ms
	 */
	notice(serverTime: number, sentAt: number, answeredAt: number): void {
		const [from, until] = [this.wallTimeAt(sentAt), this.wallTimeAt(answeredAt)];
		const isPlausible = serverTime > from - TOLERANCE_MS && serverTime < until + TOLERANCE_MS;
		this.serverIsAheadMs = isPlausible ? 0 : serverTime + HALF_A_SECOND_MS - until;
	}

	/** The next tick after a time, a little spread; in ms. */
	tickAfter(time: number): number {
		return this.nextMultiple(time, TICK_MS) + this.clock.random() * SPREAD_MS;
	}

	/** The beginning of the next calendar minute after a time, in ms. */
	minuteAfter(time: number): number {
		return this.nextMultiple(time, MINUTE_MS);
	}

	private nextMultiple(time: number, interval: number): number {
		const serverTime = this.wallTimeAt(time) + this.serverIsAheadMs;
		return time + interval - (serverTime % interval);
	}

	/** What this machine's clock shows at a time, as it is set now. */
	private wallTimeAt(time: number): number {
		return this.clock.wallTime() + (time - this.clock.now());
	}
}
