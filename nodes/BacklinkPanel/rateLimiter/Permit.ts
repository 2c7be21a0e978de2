/** Reasons to send a single request at a certain time, to see if the service takes more. */
export type ProbeReason =
	/** The service said when. */
	| 'hint'
	/** The oldest request that counts leaves the window, as sliding windows have it. */
	| 'ownSlot'
	/** A minute of the calendar begins, as fixed windows have it. */
	| 'minute'
	/** Some time has passed, as buckets have it. */
	| 'backoff';

/** A request's turn in the queue, kept over all its tries. Only the limiter changes it. */
export class RequestTurn {
	/** Time that the request has waited for the limit so far, in ms. */
	waitedMs = 0;

	/**
	 * @param number the lowest one goes first
	 * @param poller names a trigger that does not wait but comes again by itself
	 */
	constructor(
		readonly number: number,
		readonly poller: string | undefined,
	) {}
}

/** The right to send one request now; the limiter has to be told, once, how it ended. */
export interface Permit {
	readonly turn: RequestTurn;
	readonly sentAt: number;
	/** The reason to send it alone, if it is a probe. */
	readonly probe: ProbeReason | undefined;
	/** True if it was sent although the expected limit was reached. */
	readonly isBeyondLimit: boolean;
}

export type PermitDecision =
	| { kind: 'permit'; permit: Permit }
	/** `isAsked`: the service itself named the time after which it takes requests again. */
	| { kind: 'waitedTooLong'; retryAfterMs: number; isAsked: boolean }
	| { kind: 'stopped' };

/** The end of a request that had a permit. */
export type PermitOutcome =
	/** Any answer but a 429: the service counted the request. */
	| 'accepted'
	/** A 429: the request was not carried out. It may ask again with its turn, before all later ones. */
	| 'rejected'
	/** The request never reached the service: it does not count. */
	| 'unsent'
	/** Sent, but without an answer: it counts, to be safe. */
	| 'unknown';
