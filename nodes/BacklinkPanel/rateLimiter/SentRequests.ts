import type { Permit } from './Permit';
import { PollReservations } from './PollReservations';
import { SlidingWindowLog } from './SlidingWindowLog';

/** How many requests may go in a minute. */
export type RateLimitPolicy =
	/** The documented limit at least, and more where the service bears it; never more than the cap. */
	| { adaptive: true; cap?: number }
	/** Never more than this, whatever the service bears. */
	| { cap: number };

/**
 * What this process sent in the last minute, in two logs, because limits are of two kinds. What the
 * service refused does not count against its documented limit. A cap is the user's will and counts all
 * that left.
 */
export class SentRequests {
	/** Everything that left, whatever became of it. */
	private readonly all = new SlidingWindowLog();
	/** What the service counts, as far as is known. */
	readonly counted = new SlidingWindowLog();
	private readonly reservations = new PollReservations();
	private isAdaptive = true;
	private cap = Number.POSITIVE_INFINITY;

	/** @param documentedLimit what the service takes in a minute, by its documentation */
	constructor(
		private readonly documentedLimit: number,
		policy: RateLimitPolicy,
	) {
		this.setPolicy(policy);
	}

	setPolicy(policy: RateLimitPolicy): void {
		this.isAdaptive = 'adaptive' in policy;
		this.cap = policy.cap ?? Number.POSITIVE_INFINITY;
	}

	/** How many may go in a minute, as far as is known. */
	get limit(): number {
		return this.isAdaptive ? this.documentedLimit : this.cap;
	}

	isEmpty(now: number): boolean {
		return this.all.sizeAt(now) === 0;
	}

	/** Whether the service has counted as many as it is documented to take, and may take more. */
	isDocumentedLimitReached(now: number): boolean {
		return this.isAdaptive && this.counted.sizeAt(now) >= this.documentedLimit;
	}

	/** Whether so many more fit into the minute. */
	hasRoomFor(requests: number, now: number): boolean {
		return this.counted.sizeAt(now) + requests <= this.limit;
	}

	/** Until when no request may go, in ms; now if one may. Polls have places of their own. */
	fullUntil(now: number, isPoll: boolean): number {
		const isFull = this.all.sizeAt(now) >= this.cap;
		const fullUntil = isFull ? (this.all.nextExpiryAfter(now) ?? now) : now;
		if (isPoll) return fullUntil;
		const log = this.limit < this.documentedLimit ? this.all : this.counted;
		const places = Math.min(this.limit, this.documentedLimit);
		return Math.max(fullUntil, this.reservations.othersWaitUntil(now, places, log));
	}

	/** A poll was turned away: it finds a place the next time. */
	reserve(poller: string, now: number): void {
		// Whoever sets more than is documented knows of a service that we know nothing of.
		this.reservations.reserve(poller, now, this.limit > this.documentedLimit ? 1 : this.limit);
	}

	add(permit: Permit): void {
		this.all.add(permit);
		this.counted.add(permit);
		this.reservations.sent(permit.turn.poller);
	}

	/** The service has refused it. */
	rejected(permit: Permit): void {
		this.counted.forget(permit);
	}

	/** It has not reached the service. */
	unsent(permit: Permit): void {
		this.all.forget(permit);
		this.counted.forget(permit);
	}
}
