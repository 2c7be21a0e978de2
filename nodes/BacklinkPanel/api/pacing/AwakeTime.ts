import type { Clock } from './Clock';

/** Whoever has something to wait for looks four times a second. Was it longer, in ms, then it slept. */
const LONGEST_ABSENCE_MS = 5_000;

/**
 * The time without that in which the machine slept. When it wakes up, a clock may have gone on or
 * stood still; where it went on, nobody has waited for anything meanwhile.
 */
export class AwakeTime {
	private lookedAt: number;
	private asleepMs = 0;

	constructor(private readonly clock: Clock) {
		this.lookedAt = clock.now();
	}

	/**
	 * What the clock shows, in ms.
	 *
	 * @param isWaiting whether somebody waits, so that long not to look means to have slept
	 * @param overslept is told for how long, in ms
	 */
	look(isWaiting: boolean, overslept: (ms: number) => void): number {
		const now = this.clock.now();
		const absenceMs = now - this.lookedAt;
		this.lookedAt = now;
		if (isWaiting && absenceMs > LONGEST_ABSENCE_MS) {
			this.asleepMs += absenceMs;
			overslept(absenceMs);
		}
		return now;
	}

	/** Of a time of the clock, that of the process: what went by between two of them it was awake. */
	of(time: number): number {
		return time - this.asleepMs;
	}
}
