/** Tells when an account lost an answer. */
export interface LastLostAnswer {
	/** The time of the last one, on the clock that cannot be set, in ms. */
	lastAt: number;
}

/** The end of a request that left. `lost`: as happens under load. A refusal or a Stop is no sign of it. */
export type RequestEnd = 'answered' | 'lost' | 'refused' | 'untold';

/** How many requests may be in flight at first, and at the most after an answer was lost. */
const INITIAL = 10;
/** An answer is quick if it took at most this many times as long as the quickest of the batch. */
const QUICK = 1.25;
/** Shorter differences are noise. In ms. */
const QUICK_MS = 250;
/** This many times as many as were answered quickly may be tried. */
const GROWTH = 1.5;
/** An answer is slow if it took more than this part of the timeout. */
const SLOW = 1 / 3;
/** The same while recovering from a lost answer. */
const SLOW_IN_RECOVERY = 2 / 3;
/** For so long, in ms, a lost answer keeps all batches of the account from growing. */
const CAUTIOUS_MS = 3_600_000;
/** After so many lost answers in a row the service is taken for down. */
const MOST_LOST_IN_A_ROW = 10;

/**
 * Finds out how many requests of a batch the service bears in flight: more while it answers as quickly
 * as before, fewer where answers are slow or get lost. A request that waits behind others cannot be
 * quick, so a quick one shows that the service handles as many at a time as were in flight with it.
 */
export class Concurrency {
	/** Has a fraction while it recovers from a lost answer. */
	private found = INITIAL;
	/** How far it may grow, by what the service has shown so far. */
	private ceiling = INITIAL;
	private quickestMs = Number.POSITIVE_INFINITY;
	private inFlight = 0;
	private sentSoFar = 0;
	/** The last one that was sent before the concurrency was cut. */
	private lastBeforeCut = 0;
	private lostInARow = 0;

	/**
	 * @param chosen a fixed number; 0 = to be found out
	 * @param most what the rate limit can use at the most: the requests per minute
	 * @param lastLostAnswer shared by all batches of the account
	 * @param now a clock that cannot be set, in ms
	 */
	constructor(
		private readonly chosen: number,
		private readonly most: number,
		private readonly lastLostAnswer: LastLostAnswer,
		private readonly now: () => number = () => performance.now(),
	) {}

	/** How many requests may be in flight now, at least 1. */
	get limit(): number {
		return this.chosen === 0 ? Math.floor(this.found) : this.chosen;
	}

	/** True if so many answers were lost in a row that a whole batch would become unknown. */
	get isServiceDown(): boolean {
		return this.lostInARow >= MOST_LOST_IN_A_ROW;
	}

	/**
	 * Counts a request that leaves now.
	 *
	 * @param timeoutMs how long its answer may take, in ms
	 * @returns to be told how it ended
	 */
	sent(timeoutMs: number): (end: RequestEnd) => void {
		this.inFlight += 1;
		this.sentSoFar += 1;
		const { inFlight, sentSoFar: place } = this;
		const sentAt = this.now();
		return (end) => {
			this.inFlight -= 1;
			if (end === 'answered') this.answered(inFlight, this.now() - sentAt, timeoutMs);
			if (end === 'lost') this.lost(place);
			if (end === 'refused') this.lostInARow = 0;
		};
	}

	/** `inFlight`: how many were in flight as the request was sent, itself included. */
	private answered(inFlight: number, tookMs: number, timeoutMs: number): void {
		this.lostInARow = 0;
		this.quickestMs = Math.min(this.quickestMs, tookMs);
		const isRecovering = this.found < INITIAL;
		const isSlow = tookMs > timeoutMs * (isRecovering ? SLOW_IN_RECOVERY : SLOW);
		if (isSlow) {
			this.ceiling = Math.min(this.ceiling, this.found - 1);
		} else if (tookMs <= Math.max(QUICK_MS, this.quickestMs * QUICK)) {
			this.ceiling = Math.max(this.ceiling, Math.floor(inFlight * GROWTH));
		}
		// One more for each answer; in recovery, one more for each round of answers.
		const more = isRecovering ? 1 / this.found : 1;
		this.found = Math.min(this.highest(), this.found + (isSlow ? 0 : more));
	}

	private highest(): number {
		const isCautious = this.now() - this.lastLostAnswer.lastAt < CAUTIOUS_MS;
		return isCautious ? INITIAL : Math.max(INITIAL, Math.min(this.ceiling, this.most));
	}

	private lost(place: number): void {
		this.lostInARow += 1;
		this.lastLostAnswer.lastAt = this.now();
		// One overload loses many answers, of those that had been sent by then.
		if (place <= this.lastBeforeCut) return;
		this.found = Math.max(1, Math.min(INITIAL, this.found / 2));
		this.ceiling = INITIAL;
		this.lastBeforeCut = this.sentSoFar;
	}
}
