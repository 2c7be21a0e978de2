import type { SlidingWindowLog } from './SlidingWindowLog';

const MINUTE_MS = 60_000;
/** A place that nobody comes for costs no more than two minutes' worth of requests. */
const MINUTES_FOR_EACH_PLACE = 2;
/** A poll that does not come again within an hour may never come. */
const MOST_MINUTES = 60;

/**
 * The places that are reserved for polls. A poll does not wait but comes again later; where a batch
 * takes every place the moment that it is free, it would be turned away until the batch ends. So a poll
 * that was turned away finds a place the next time.
 */
export class PollReservations {
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
