/** Reasons to send a probe: a single request at a certain time, to see if the service has room. */
export type ProbeReason =
	/** The service named the time (Retry-After). */
	| 'hint'
	/** The oldest counted request leaves the window: right for a sliding window. */
	| 'ownSlot'
	/** A minute of the calendar begins: right for a fixed window. */
	| 'minute'
	/** Some time has passed: right for a token bucket. */
	| 'backoff';

/** Turn of a request in the queue, over all its tries. Only the limiter changes it. */
export class RequestTurn {
	/** Time that the request has waited for the rate limit so far, in ms. */
	waitedMs = 0;

	/**
	 * @param number rank in the queue; the lowest goes first
	 * @param poller name of a trigger that polls again later instead of waiting
	 */
	constructor(
		readonly number: number,
		readonly poller: string | undefined,
	) {}
}

/** The right to send one request now. Its holder reports the outcome once. */
export interface Permit {
	readonly turn: RequestTurn;
	readonly sentAt: number;
	/** Reason for the probe; undefined if the request is no probe. */
	readonly probe: ProbeReason | undefined;
	/** True if the request was sent although the expected limit was reached. */
	readonly isBeyondLimit: boolean;
}

export type PermitDecision =
	| { kind: 'permit'; permit: Permit }
	/** `isAsked`: true if the service itself named the end of the wait. */
	| { kind: 'waitedTooLong'; retryAfterMs: number; isAsked: boolean }
	| { kind: 'stopped' };

/** Outcome of a request that had a permit. */
export type PermitOutcome =
	/** Any answer but a 429: the service has counted the request. */
	| 'accepted'
	/** A 429: the service did not carry the request out. The request keeps its turn and may try again. */
	| 'rejected'
	/** The request never reached the service, so it does not count. */
	| 'unsent'
	/** The request left, but got no answer; it counts, to be safe. */
	| 'unknown';
