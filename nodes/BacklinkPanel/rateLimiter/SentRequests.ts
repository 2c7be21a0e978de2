import type { Permit } from './Permit';
import { SortedArray } from './SortedArray';

const MINUTE_MS = 60_000;

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

	/** The service has more room than our log says, so it counts differently: begin the log anew. */
	countFrom(permit: Permit): void {
		this.counted.restartAt(permit);
	}

	/** It has not reached the service. */
	unsent(permit: Permit): void {
		this.all.forget(permit);
		this.counted.forget(permit);
	}
}

/** Requests take differently long to the service, so what it counts is not spaced as it was sent. */
const MARGIN_MS = 250;
const MEMORY_MS = MINUTE_MS + MARGIN_MS;

/** The requests of the last minute. They count from when they were sent, not from their answer. */
export class SlidingWindowLog {
	private readonly sent = new SortedArray<Permit>((one, other) => one.number - other.number);

	/** How many requests were sent in the minute that ends now. */
	sizeAt(now: number): number {
		this.expire(now);
		return this.sent.size;
	}

	/** When the oldest request leaves the window, in ms; undefined if there is none. */
	nextExpiryAfter(now: number): number | undefined {
		this.expire(now);
		return this.sent.first && this.sent.first.sentAt + MEMORY_MS;
	}

	add(permit: Permit): void {
		this.sent.add(permit);
	}

	forget(permit: Permit): void {
		this.sent.remove(permit);
	}

	/** Forgets everything that was sent before this. */
	restartAt(permit: Permit): void {
		this.forgetWhile(({ sentAt }) => sentAt < permit.sentAt);
	}

	private expire(now: number): void {
		this.forgetWhile(({ sentAt }) => sentAt + MEMORY_MS <= now);
	}

	private forgetWhile(isPast: (permit: Permit) => boolean): void {
		for (let { first } = this.sent; first && isPast(first); first = this.sent.first) {
			this.sent.remove(first);
		}
	}
}

/** A place that nobody comes for costs no more than two minutes' worth of requests. */
const MINUTES_FOR_EACH_PLACE = 2;
/** A poll that does not come again within an hour may never come. */
const MOST_MINUTES = 60;

/**
 * The places that are reserved for polls. A poll does not wait but comes again later; where a batch
 * takes every place the moment that it is free, it would be turned away until the batch ends. So a poll
 * that was turned away finds a place the next time.
 */
class PollReservations {
	/** Until when a place is reserved for each poll that was turned away, in ms. */
	private readonly ends = new Map<string, number>();
	private wasLastForPoll = false;

	/** A poll was turned away, where there are so many places a minute. */
	reserve(poller: string, now: number, places: number): void {
		const minutes = Math.min(MOST_MINUTES, MINUTES_FOR_EACH_PLACE * places);
		this.ends.set(poller, now + minutes * MINUTE_MS);
	}

	/** A request was sent, by a poll or by one that can wait. */
	sent(poller: string | undefined): void {
		this.wasLastForPoll = poller !== undefined;
		if (poller !== undefined) this.ends.delete(poller);
	}

	/**
	 * Until when no other places are free, in ms; now if there are some. At most half of them are
	 * reserved; of a limit of 1, polls and others take turns.
	 *
	 * @param sent what counts against the limit
	 */
	othersWaitUntil(now: number, limit: number, sent: SlidingWindowLog): number {
		for (const [poller, end] of this.ends) {
			if (end <= now) this.ends.delete(poller);
		}
		const most = limit === 1 && !this.wasLastForPoll ? 1 : Math.floor(limit / 2);
		const reserved = Math.min(this.ends.size, most);
		if (reserved === 0 || sent.sizeAt(now) + reserved < limit) return now;
		return sent.nextExpiryAfter(now) ?? Math.max(...this.ends.values());
	}
}
