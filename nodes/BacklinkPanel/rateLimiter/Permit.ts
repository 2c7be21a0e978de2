/** Reasons to send a probe: a single request at a certain time, to see if the service has room. */
export type ProbeReason =
	/** The service named the time (Retry-After). */
	| 'hint'
	/** The oldest counted request is a minute old: a service with a sliding window has room again. */
	| 'ownSlot'
	/** A calendar minute begins: then a service that counts by calendar minutes has room again. */
	| 'minute'
	/** No certain time: a random wait is over, or a tick has come while nothing is accepted. */
	| 'backoff';

/** A request's turn in the limiter's queue, for all its attempts. Only the limiter changes this object. */
export class RequestTurn {
	/** Time that the request has waited for the rate limit so far, in ms. */
	waitedMs = 0;

	/**
	 * @param number place in the queue; the lowest number goes first
	 * @param poller name of a trigger that polls again later instead of waiting
	 */
	constructor(
		readonly number: number,
		readonly poller: string | undefined,
	) {}
}

/** The right to send one request now. The holder reports the request's outcome once. */
export interface Permit {
	readonly turn: RequestTurn;
	readonly sentAt: number;
	/** Reason for the probe; undefined if the request is no probe. */
	readonly probe: ProbeReason | undefined;
	/** True if the request was sent beyond the number that the service should accept in a minute. */
	readonly isBeyondLimit: boolean;
}

export type PermitDecision =
	| { kind: 'permit'; permit: Permit }
	/** `isAsked`: true if the service itself named the end of the wait. */
	| { kind: 'waitedTooLong'; retryAfterMs: number; isAsked: boolean }
	| { kind: 'stopped' };

export type PermitOutcome =
	/** Any answer but a 429: the service has counted the request. */
	| 'accepted'
	/** A 429: the request keeps its turn. The client sends it again, unless the answer shows an order. */
	| 'rejected'
	/** The request never reached the service, so the limiter does not count it. */
	| 'unsent'
	/** The request left without an answer: the service may have counted it. */
	| 'unknown';
