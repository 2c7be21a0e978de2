/** Source of time and random numbers; tests replace it. All times in ms. */
export interface Clock {
	/** Monotonic time for durations: it has no fixed start and cannot be set. */
	now(): number;
	/** Time since 1970, only for calendar times: users can set the machine's clock at any time. */
	wallTime(): number;
	random(): number;
	sleep(ms: number): Promise<unknown>;
}

/** Longest sleep in ms. No sleep can be ended early, so a cancel may be noticed this late. */
const LONGEST_SLEEP_MS = 200;

/** Timer that fires once, at its time or earlier. If it fires early, the owner sets the timer again. */
export class WakeupTimer {
	private setFor = Number.POSITIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly wake: () => void,
	) {}

	/** Sets the timer, unless the timer is already set for an earlier time. */
	set(time: number): void {
		const now = this.clock.now();
		const due = Math.min(time, now + LONGEST_SLEEP_MS);
		if (this.setFor <= due) return;
		this.setFor = due;
		void this.clock.sleep(Math.max(1, Math.ceil(due - now))).then(() => {
			// Does nothing if the timer was set for an earlier time meanwhile.
			if (this.setFor !== due) return;
			this.setFor = Number.POSITIVE_INFINITY;
			this.wake();
		});
	}
}
