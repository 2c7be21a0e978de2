/** Monotonic time of an account's last lost answer, in ms. */
export interface LastLostAnswer {
	lastAt: number;
}

/** `lost`: no usable answer. `refused`: a refusal. `untold`: a 429, a Stop, or never sent, which tells nothing. */
export type RequestEnd = 'answered' | 'lost' | 'refused' | 'untold';

/** Limit of requests in flight at the start of a batch, and after a request without a usable answer. */
const INITIAL = 10;
/** An answer is quick if it took at most this many times as long as the quickest answer. */
const QUICK = 1.25;
/** An answer within this time in ms always counts as quick, whatever the quickest answer took. */
const QUICK_MS = 250;
/** Factor for growth: after a quick answer with n requests in flight, n times this factor may be in flight. */
const GROWTH = 1.5;
/** An answer counts as slow if it took more than this share of the timeout. */
const SLOW = 1 / 3;
/** Share of the timeout above which an answer counts as slow, while recovering from a lost answer. */
const SLOW_IN_RECOVERY = 2 / 3;
/** After a lost answer, the automatic limits of the account stay at `INITIAL` or below for this time in ms. */
const CAUTIOUS_MS = 3_600_000;
/** Number of lost answers in a row after which the service counts as down. */
const MOST_LOST_IN_A_ROW = 10;
/** Time in ms for which the service counts as down: longer than all tries of Retry On Fail take. */
const DOWN_MS = 30_000;

/**
 * Finds out how many requests a batch may have in flight. The number grows while answers stay quick, and
 * falls with slow or lost answers. A request that queues in the service is not quick. So a quick answer
 * shows that the service handles all requests that were in flight at that time.
 */
export class Concurrency {
	/** Number of requests that may be in flight, before rounding: a lost answer halves 5 to 2.5. */
	private found = INITIAL;
	/** Upper bound of `found`, but at least `INITIAL`. Quick answers raise it, slow or lost ones lower it. */
	private ceiling = INITIAL;
	private quickestMs = Number.POSITIVE_INFINITY;
	private inFlight = 0;
	private sentSoFar = 0;
	/** Number of requests sent when `found` was halved last. Their answers do not halve it again. */
	private lastBeforeCut = 0;

	/**
	 * @param chosen fixed number of requests in flight; 0 = to be found out
	 * @param mostInFlight highest number to try; a value below `INITIAL` counts as `INITIAL`
	 * @param lastLostAnswer shared by all batches of the account, which the lost answer slows down
	 * @param lostInARow lost orders in a row, shared by all batches of the account; a batch of reads has its own
	 * @param now reads a monotonic clock, in ms
	 */
	constructor(
		private readonly chosen: number,
		private readonly mostInFlight: number,
		private readonly lastLostAnswer: LastLostAnswer,
		private readonly lostInARow = { count: 0, lastAt: Number.NEGATIVE_INFINITY },
		private readonly now: () => number = () => performance.now(),
	) {}

	/** Requests that may be in flight now, at least 1. */
	get limit(): number {
		return this.chosen === 0 ? Math.floor(this.found) : this.chosen;
	}

	/** True after ten lost answers in a row: if the batch went on, all its orders could end as unknown. */
	get isServiceDown(): boolean {
		const isRecent = this.now() - this.lostInARow.lastAt < DOWN_MS;
		return isRecent && this.lostInARow.count >= MOST_LOST_IN_A_ROW;
	}

	/** Counts a request that leaves now. @returns a function to call when the request ends */
	sent(timeoutMs: number): (end: RequestEnd) => void {
		this.inFlight += 1;
		this.sentSoFar += 1;
		const { inFlight, sentSoFar: number } = this;
		const sentAt = this.now();
		return (end) => {
			this.inFlight -= 1;
			if (end === 'answered') this.answered(inFlight, this.now() - sentAt, timeoutMs);
			if (end === 'lost') this.lost(number);
			if (end === 'refused') this.lostInARow.count = 0;
		};
	}

	/** @param inFlight requests in flight when the answered request left, itself included */
	private answered(inFlight: number, tookMs: number, timeoutMs: number): void {
		this.lostInARow.count = 0;
		this.quickestMs = Math.min(this.quickestMs, tookMs);
		const isRecovering = this.found < INITIAL;
		const isSlow = tookMs > timeoutMs * (isRecovering ? SLOW_IN_RECOVERY : SLOW);
		if (isSlow) {
			this.ceiling = Math.min(this.ceiling, this.found - 1);
		} else if (tookMs <= Math.max(QUICK_MS, this.quickestMs * QUICK)) {
			this.ceiling = Math.max(this.ceiling, Math.floor(inFlight * GROWTH));
		}
		// Grows by one for each answer. In recovery, as many answers as `found` are needed to grow by one.
		const more = isRecovering ? 1 / this.found : 1;
		this.found = Math.min(this.highest(), this.found + (isSlow ? 0 : more));
	}

	private highest(): number {
		const isCautious = this.now() - this.lastLostAnswer.lastAt < CAUTIOUS_MS;
		return isCautious ? INITIAL : Math.max(INITIAL, Math.min(this.ceiling, this.mostInFlight));
	}

	private lost(number: number): void {
		this.lostInARow.count += 1;
		this.lastLostAnswer.lastAt = this.now();
		this.lostInARow.lastAt = this.now();
		// Ignores a further answer lost in the same overload: its request left before `found` was last halved.
		if (number <= this.lastBeforeCut) return;
		this.found = Math.max(1, Math.min(INITIAL, this.found / 2));
		this.ceiling = INITIAL;
		this.lastBeforeCut = this.sentSoFar;
	}
}
