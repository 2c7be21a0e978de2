import { DOCUMENTED_LIMIT } from './documentedLimit';
import { scaledTo } from './scaledTo';

/** For a window of a minute and the documented limit, in ms. */
const GAPS = {
	/** Once there was a pause: a 429 takes some time to arrive, and what was sent until then is lost. */
	cautious: 100,
	/** Learned gaps: the first one, and the longest, for a service that gives out one place a second. */
	firstLearned: 150,
	longest: 2_000,
};

/** How fast a learned gap grows, and shrinks again with each request. */
const GROWTH = 3;
const DECAY = 0.95;

/** The gap between one request and the next while the gate is open. */
export class SendSpacing {
	private readonly gaps: typeof GAPS;
	private leastMs = 0;
	private learnedMs = 0;
	private lastSentAt = Number.NEGATIVE_INFINITY;

	/** @param windowMs the window that the service counts over, in ms */
	constructor(windowMs: number) {
		this.gaps = scaledTo(windowMs, GAPS);
	}

	/** When the next request may follow the last one, in ms. A higher limit has smaller gaps. */
	nextAt(requestsPerWindow: number): number {
		const share = Math.min(1, DOCUMENTED_LIMIT / requestsPerWindow);
		return this.lastSentAt + Math.floor(Math.max(this.leastMs, this.learnedMs) * share);
	}

	sent(now: number): void {
		this.lastSentAt = now;
		this.learnedMs *= DECAY;
	}

	/** After a quiet window there is no reason for caution. */
	rested(): void {
		this.leastMs = 0;
		this.learnedMs = 0;
	}

	/** A pause begins. */
	paused(): void {
		this.leastMs = this.gaps.cautious;
	}

	/** A 429 came right after the window had opened: the service gives out single places. */
	widen(): void {
		const { firstLearned, longest } = this.gaps;
		this.learnedMs = Math.min(longest, Math.max(firstLearned, this.learnedMs * GROWTH));
	}
}
