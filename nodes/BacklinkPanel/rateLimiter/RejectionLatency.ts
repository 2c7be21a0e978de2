/** Sooner than this no rejection is ruled out, and longer than this nobody waits for one; in ms. */
const SHORTEST_MS = 500;
const LONGEST_MS = 10_000;

/** How fast slow rejections of the past are forgotten. */
const DECAY = 0.95;

/**
 * How long a rejection may take, learned from those that came. A 429 is quick, an order may take long:
 * a request that was not rejected within this time was let in, although its answer is still out.
 */
export class RejectionLatency {
	private currentMs = SHORTEST_MS;

	get ms(): number {
		return this.currentMs;
	}

	/** @param tookMs how long a 429 took, in ms */
	learn(tookMs: number): void {
		const twice = 2 * tookMs;
		this.currentMs =
			twice > this.currentMs
				? Math.min(LONGEST_MS, twice)
				: Math.max(SHORTEST_MS, this.currentMs * DECAY);
	}
}
