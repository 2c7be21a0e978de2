import type { Clock } from './Clock';

/** A sleep cannot be ended, so none is longer than this, in ms: nothing lingers for long. */
const LONGEST_SLEEP_MS = 250;

/** Wakes up once, at a time or earlier. Whoever is woken sets the alarm again if still needed. */
export class Alarm {
	private setFor = Number.POSITIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly wake: () => void,
	) {}

	/** Does nothing if the alarm is set for an earlier time already. */
	set(time: number): void {
		const now = this.clock.now();
		const due = Math.min(time, now + LONGEST_SLEEP_MS);
		if (this.setFor <= due) return;
		this.setFor = due;
		void this.clock.sleep(Math.max(1, Math.ceil(due - now))).then(() => {
			// Another alarm was set for an earlier time.
			if (this.setFor !== due) return;
			this.setFor = Number.POSITIVE_INFINITY;
			this.wake();
		});
	}
}
