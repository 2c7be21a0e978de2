import type { Permit } from './Permit';

const MINUTE_MS = 60_000;

/** The requests that may go in a minute. */
export interface RequestLimits {
	/** The number that the service should take. Beyond it, a single request tries if it takes more. */
	expected: number;
	/** The most that may go even if the service takes more. At least `expected`. */
	cap: number;
}

/**
 * Counts the requests of this process in the last minute, in two logs, because limits are of two kinds.
 * A request that the service refused does not count against its limit. A cap is the user's will, and
 * counts all that left.
 */
export class SentRequests {
	/** All that left, rejected ones too. */
	private readonly all = new MinuteLog();
	/** The requests that the service counts, as far as is known. */
	private readonly counted = new MinuteLog();
	private readonly places = new PollPlaces();

	/** `limits` may be set anew at any time. */
	constructor(public limits: RequestLimits) {}

	isEmpty(now: number): boolean {
		return this.all.sizeAt(now) === 0;
	}

	/** True if the service has counted as many as it should take, and may take more. */
	isExpectedReached(now: number): boolean {
		const { expected, cap } = this.limits;
		return cap > expected && this.counted.sizeAt(now) >= expected;
	}

	/** Tells when the oldest request that counts leaves the window, in ms; undefined if there is none. */
	nextSlotAfter(now: number): number | undefined {
		return this.counted.nextExpiryAfter(now);
	}

	/** Tells until when no request may go, in ms; now if one may. Polls have places of their own. */
	fullUntil(now: number, isPoll: boolean): number {
		const { expected, cap } = this.limits;
		const kept = isPoll ? 0 : this.places.keptAt(now, expected);
		const cappedUntil = this.all.hasRoom(cap - kept, now) ? now : this.all.nextExpiryAfter(now);
		const isFree = kept === 0 || this.counted.hasRoom(expected - kept, now);
		const keptUntil = isFree ? now : this.counted.nextExpiryAfter(now);
		return Math.max(cappedUntil ?? now, keptUntil ?? now);
	}

	/** A poll was turned away: a place is kept for it. */
	keepPlace(poller: string, now: number): void {
		this.places.keep(poller, now);
	}

	add(permit: Permit): void {
		this.all.add(permit);
		this.counted.add(permit);
		this.places.taken(permit.turn.poller);
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

	/** The service has more room than our log says, so it counts in another way: begin the log anew. */
	countFrom(permit: Permit): void {
		this.counted.restartAt(permit);
	}
}

/** Requests take differently long to the service, so the ones that it counts are not spaced as they were sent. */
const MARGIN_MS = 250;
const MEMORY_MS = MINUTE_MS + MARGIN_MS;

/** The requests of the last minute, in the order in which they were sent. They count from then on. */
class MinuteLog {
	private sent: Permit[] = [];

	/** Counts the requests of the minute that ends now. */
	sizeAt(now: number): number {
		while (this.sent[0] && this.sent[0].sentAt + MEMORY_MS <= now) this.sent.shift();
		return this.sent.length;
	}

	hasRoom(limit: number, now: number): boolean {
		return this.sizeAt(now) < limit;
	}

	/** Tells when the oldest request leaves the window, in ms; undefined if there is none. */
	nextExpiryAfter(now: number): number | undefined {
		this.sizeAt(now);
		const [oldest] = this.sent;
		return oldest && oldest.sentAt + MEMORY_MS;
	}

	add(permit: Permit): void {
		this.sent.push(permit);
	}

	forget(permit: Permit): void {
		this.sent = this.sent.filter((other) => other !== permit);
	}

	/** Forgets everything that was sent before this. */
	restartAt(permit: Permit): void {
		this.sent = this.sent.filter(({ sentAt }) => sentAt >= permit.sentAt);
	}
}

/** A poll that does not come again within an hour may never come; in ms. */
const PLACE_LASTS_MS = 3_600_000;

/**
 * Places that are kept for polls. A poll does not wait but comes again later; where a batch takes every
 * place the moment that it is free, it would be turned away until the batch ends.
 */
class PollPlaces {
	/** The time until which a place is kept for each poll that was turned away, in ms. */
	private readonly ends = new Map<string, number>();

	keep(poller: string, now: number): void {
		this.ends.set(poller, now + PLACE_LASTS_MS);
	}

	taken(poller: string | undefined): void {
		if (poller !== undefined) this.ends.delete(poller);
	}

	/** Counts the places that are kept: half of all at the most. */
	keptAt(now: number, all: number): number {
		for (const [poller, end] of this.ends) {
			if (end <= now) this.ends.delete(poller);
		}
		return Math.min(this.ends.size, Math.floor(all / 2));
	}
}
