/** Gives time and chance; tests have one of their own. All times in ms. */
export interface Clock {
	/** For durations: goes on evenly, cannot be set, and begins anywhere. */
	now(): number;
	/** For the calendar alone: since 1970, as the machine's clock shows it. It can be set at any time. */
	wallTime(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<unknown>;
}

/** A sleep cannot be ended. This bounds how late a cancel is seen, and how long a sleep lingers; in ms. */
const LONGEST_SLEEP_MS = 200;

/** Wakes up once, at a time or earlier; it is set again after that. */
export class WakeupTimer {
	private setFor = Number.POSITIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly wake: () => void,
	) {}

	/** Does nothing if the timer is set for an earlier time. */
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
