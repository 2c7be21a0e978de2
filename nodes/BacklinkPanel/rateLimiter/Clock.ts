/** Where the limiter takes time and chance from; tests give it a clock of their own. All times in ms. */
export interface Clock {
	/** For everything that lasts: goes on evenly, cannot be set, and begins anywhere. */
	now(): number;
	/** For the calendar alone: since 1970, as the machine's clock shows it. It can be set at any time. */
	wallTime(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<void>;
}

/** A sleep cannot be ended, so none is longer than this, in ms: nothing lingers for long. */
const LONGEST_SLEEP_MS = 250;

/** Wakes up once, at a time or earlier. Whoever is woken sets the timer again if still needed. */
export class WakeupTimer {
	private setFor = Number.POSITIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly wake: () => void,
	) {}

	/** Does nothing if the timer is set for an earlier time already. */
	set(time: number): void {
		const now = this.clock.now();
		const due = Math.min(time, now + LONGEST_SLEEP_MS);
		if (this.setFor <= due) return;
		this.setFor = due;
		void this.clock.sleep(Math.max(1, Math.ceil(due - now))).then(() => {
			// The timer was set for an earlier time meanwhile.
			if (this.setFor !== due) return;
			this.setFor = Number.POSITIVE_INFINITY;
			this.wake();
		});
	}
}

/** Where somebody waits, the timer looks four times a second. Was it longer, in ms, the machine was suspended. */
const LONGEST_ABSENCE_MS = 5_000;

/**
 * The time without that in which the machine was suspended. When it resumes, a clock may have gone on or
 * stood still; where it went on, nobody has waited for anything meanwhile.
 */
export class SuspendDetector {
	private lookedAt: number;
	private suspendedMs = 0;

	constructor(private readonly clock: Clock) {
		this.lookedAt = clock.now();
	}

	/**
	 * What the clock shows, in ms.
	 *
	 * @param isWaiting whether somebody waits, so that a long absence means a suspended machine
	 * @param resumed is told how long it was suspended, in ms
	 */
	look(isWaiting: boolean, resumed: (ms: number) => void): number {
		const now = this.clock.now();
		const absenceMs = now - this.lookedAt;
		this.lookedAt = now;
		if (isWaiting && absenceMs > LONGEST_ABSENCE_MS) {
			this.suspendedMs += absenceMs;
			resumed(absenceMs);
		}
		return now;
	}

	/** Of a time of the clock, that of the process: what went by between two of them it was awake. */
	of(time: number): number {
		return time - this.suspendedMs;
	}
}

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
