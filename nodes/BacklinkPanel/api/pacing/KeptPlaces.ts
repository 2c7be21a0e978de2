import { DOCUMENTED_LIMIT } from './documentedLimit';
import type { SendLog } from './SendLog';

/** A place that nobody comes for costs no more than two windows' worth of requests. */
const WINDOWS_FOR_EACH_PLACE = 2;
/** A poll that does not come again within an hour may never come. */
const MOST_WINDOWS = 60;

/**
 * The places in the window that are kept for polls. A poll does not wait but comes again later; where
 * a batch takes every place the moment that it is free, it would be turned away until the batch ends.
 * So a poll that was turned away finds a place the next time.
 */
export class KeptPlaces {
	/** Until when a place is kept for each poll that was turned away, in ms. */
	private readonly ends = new Map<string, number>();
	private wasLastForPoll = false;

	/** @param windowMs the window that the limit counts over, in ms */
	constructor(private readonly windowMs: number) {}

	/** A poll was turned away. */
	keepFor(poller: string, now: number, limit: number): void {
		// Whoever sets more than is documented knows of a service that we know nothing of.
		const places = limit > DOCUMENTED_LIMIT ? 1 : limit;
		const windows = Math.min(MOST_WINDOWS, WINDOWS_FOR_EACH_PLACE * places);
		this.ends.set(poller, now + windows * this.windowMs);
	}

	/** A request was sent, by a poll or by one that can wait. */
	sent(poller: string | undefined): void {
		this.wasLastForPoll = poller !== undefined;
		if (poller !== undefined) this.ends.delete(poller);
	}

	/**
	 * Until when no other places are free, in ms; now if there are some. At most half of them are kept;
	 * of a limit of 1, polls and others take turns.
	 *
	 * @param sent what counts against the limit
	 */
	othersWaitUntil(now: number, limit: number, sent: SendLog): number {
		for (const [poller, end] of this.ends) {
			if (end <= now) this.ends.delete(poller);
		}
		const most = limit === 1 && !this.wasLastForPoll ? 1 : Math.floor(limit / 2);
		const kept = Math.min(this.ends.size, most);
		if (kept === 0 || sent.sizeAt(now) + kept < limit) return now;
		return sent.nextExpiryAfter(now) ?? Math.max(...this.ends.values());
	}
}
