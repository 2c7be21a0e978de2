import type { Clock } from './WakeupTimer';

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
