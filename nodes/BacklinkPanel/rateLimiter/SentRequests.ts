import type { Permit } from './Permit';

const MINUTE_MS = 60_000;

export interface RequestLimits {
	/** Requests that the service should accept in a minute. Beyond this number, only single tests (probes) go. */
	expected: number;
	/** Limit of requests in a minute, even if the service accepts more. At least `expected`. */
	cap: number;
}

/**
 * Counts this process's requests of the last minute, in two logs. The log for the service's limit leaves
 * out rejected requests. The log for the user's cap has all requests that left.
 */
export class SentRequests {
	/** Requests that left, also rejected ones. */
	private readonly all = new MinuteLog();
	/** Requests that the service counts, as far as known. */
	private readonly counted = new MinuteLog();
	private readonly places = new PollPlaces();

	constructor(public limits: RequestLimits) {}

	isEmpty(now: number): boolean {
		return this.all.sizeAt(now) === 0;
	}

	/** True if `expected` requests were counted in the last minute, and `cap` allows more: only a probe may go now. */
	isExpectedReached(now: number): boolean {
		const { expected, cap } = this.limits;
		return cap > expected && this.counted.sizeAt(now) >= expected;
	}

	/** Returns the time in ms at which the oldest counted request is a minute old; undefined if there is none. */
	nextSlotAfter(now: number): number | undefined {
		return this.counted.nextExpiryAfter(now);
	}

	/** Returns the time until which no request may go, or now. Polls may also use the room kept for polls. */
	fullUntil(now: number, isPoll: boolean): number {
		const { expected, cap } = this.limits;
		const kept = isPoll ? 0 : this.places.keptAt(now, expected);
		const cappedUntil = this.all.sizeAt(now) < cap - kept ? now : this.all.nextExpiryAfter(now);
		const isFree = kept === 0 || this.counted.sizeAt(now) < expected - kept;
		const keptUntil = isFree ? now : this.counted.nextExpiryAfter(now);
		return Math.max(cappedUntil ?? now, keptUntil ?? now);
	}

	/** Keeps room for the next poll of a trigger whose request could not go. */
	keepPlace(poller: string, now: number): void {
		this.places.keep(poller, now);
	}

	add(permit: Permit): void {
		this.all.add(permit);
		this.counted.add(permit);
		this.places.taken(permit.turn.poller);
	}

	/** Takes a rejected request out of the log for the service's limit. The log for the user's cap keeps it. */
	rejected(permit: Permit): void {
		this.counted.forget(permit);
	}

	/** Forgets a request that did not reach the service. */
	unsent(permit: Permit): void {
		this.all.forget(permit);
		this.counted.forget(permit);
	}

	/** Forgets requests older than this accepted probe, because the service has more room than expected. */
	countFrom(permit: Permit): void {
		this.counted.restartAt(permit);
	}
}

/** Margin on each minute, in ms: some requests arrive later than others. */
const MARGIN_MS = 250;
const MEMORY_MS = MINUTE_MS + MARGIN_MS;

/** Requests of the last minute, sorted by the time of sending. Each counts from that time on. */
class MinuteLog {
	private sent: Permit[] = [];

	/** Counts the requests of the minute that ends now. */
	sizeAt(now: number): number {
		while (this.sent[0] && this.sent[0].sentAt + MEMORY_MS <= now) this.sent.shift();
		return this.sent.length;
	}

	/** Returns the time in ms at which the oldest request is a minute old; undefined if there is none. */
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

	/** Forgets requests that were sent before the request of `permit`. */
	restartAt(permit: Permit): void {
		this.sent = this.sent.filter(({ sentAt }) => sentAt >= permit.sentAt);
	}
}

/** Time in ms for which room is kept for a trigger's next poll. After that, the trigger may be off. */
const PLACE_LASTS_MS = 3_600_000;

/** Keeps room for polls, one request each. A poll does not wait, so a batch at full speed would shut it out. */
class PollPlaces {
	/** Time in ms until which room is kept for a trigger's next poll, by the trigger's name. */
	private readonly ends = new Map<string, number>();

	keep(poller: string, now: number): void {
		this.ends.set(poller, now + PLACE_LASTS_MS);
	}

	taken(poller: string | undefined): void {
		if (poller !== undefined) this.ends.delete(poller);
	}

	/** Counts the polls for which room is kept: at most half of `all`, the limit of requests in a minute. */
	keptAt(now: number, all: number): number {
		for (const [poller, end] of this.ends) {
			if (end <= now) this.ends.delete(poller);
		}
		return Math.min(this.ends.size, Math.floor(all / 2));
	}
}
