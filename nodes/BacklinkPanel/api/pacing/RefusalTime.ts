import { scaledTo } from './scaledTo';

/** For a window of a minute, in ms. */
const DURATIONS = {
	shortest: 500,
	/** Longer than this nobody waits for a refusal. */
	longest: 10_000,
};

/** How fast slow refusals of the past are forgotten. */
const DECAY = 0.95;

/**
 * How long a refusal may take, learned from those that came. A 429 is quick, an order may take long:
 * a request that was not refused within this time was let in, although its answer is still out.
 */
export class RefusalTime {
	private readonly durations: typeof DURATIONS;
	private currentMs: number;

	/** @param windowMs the window that the service counts over, in ms */
	constructor(windowMs: number) {
		this.durations = scaledTo(windowMs, DURATIONS);
		this.currentMs = this.durations.shortest;
	}

	get ms(): number {
		return this.currentMs;
	}

	/** @param tookMs how long a 429 took, in ms */
	learn(tookMs: number): void {
		const { shortest, longest } = this.durations;
		const twice = 2 * tookMs;
		this.currentMs =
			twice > this.currentMs
				? Math.min(longest, twice)
				: Math.max(shortest, this.currentMs * DECAY);
	}
}
