/** For at most one request a second in the long run, in ms. Higher limits have smaller gaps. */
const GAPS = {
	/**
	 * Once there was a pause: a 429 takes some time to arrive, and what was sent until then is lost. And
	 * a whole minute's worth of requests takes longer than from one tick to the next, so that others get in.
	 */
	cautious: 110,
	/** Where neither matters. */
	last: 10,
	/** Learned gaps: the first one, and the longest, for a service that gives out one place a second. */
	firstLearned: 150,
	longest: 2_000,
};
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** How fast a learned gap grows, and shrinks again with each request. */
const GROWTH = 3;
const DECAY = 0.95;

/**
 * After a rest, the gap is this part of the time in which the first request was let in: of what
 * goes before a 429 can arrive little is lost, and slow answers leave the time for it.
 */
const PART_OF_FIRST = 1 / 40;

/** The gap between one request and the next where nothing else holds them up. */
export class RequestSpacing {
	/** Undefined once there was a pause. */
	private afterRestMs: number | undefined = 0;
	private learnedMs = 0;
	private lastSentAt = Number.NEGATIVE_INFINITY;

	/**
	 * When the next request may follow the last one, in ms.
	 *
	 * @param areLast whether nobody else uses the key, and all that is left to send fits into the minute
	 */
	nextAt(requestsPerMinute: number, areLast: boolean): number {
		const share = Math.min(1, MINUTE_MS / (requestsPerMinute * SECOND_MS));
		const usualMs = areLast ? GAPS.last : GAPS.cautious;
		const gapMs = Math.max(this.afterRestMs ?? usualMs, this.learnedMs);
		return this.lastSentAt + Math.floor(gapMs * share);
	}

	sent(now: number): void {
		this.lastSentAt = now;
		this.learnedMs *= DECAY;
	}

	/** After a quiet minute there is no reason for caution. */
	rested(): void {
		this.afterRestMs = 0;
		this.learnedMs = 0;
	}

	/** The first request after a rest was let in, after so many ms. */
	begun(tookMs: number): void {
		if (this.afterRestMs !== undefined) this.afterRestMs = tookMs * PART_OF_FIRST;
	}

	/** A pause begins. */
	paused(): void {
		this.afterRestMs = undefined;
	}

	/** A 429 came right after the window had opened: the service gives out single places. */
	widen(): void {
		const { firstLearned, longest } = GAPS;
		this.learnedMs = Math.min(longest, Math.max(firstLearned, this.learnedMs * GROWTH));
	}
}
