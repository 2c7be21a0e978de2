/** What speaks for trying a single request at a certain time, to see whether the service takes more. */
export type ProbeReason =
	/** Nothing was sent for a minute, so nothing is known. */
	| 'rest'
	/** The service said when. */
	| 'hint'
	/** The oldest request that counts leaves the window, as sliding windows have it. */
	| 'ownSlot'
	/** A minute of the calendar begins, as fixed windows have it. */
	| 'minute'
	/** Nothing but that some time has passed, as buckets have it. */
	| 'backoff';

/** A request's turn in the wait queue, kept over all its tries. Only the limiter changes it. */
export class RequestTurn {
	private waited = 0;
	private rejectedTimes = 0;

	/**
	 * @param number the lowest one goes first
	 * @param poller who asks, if it does not wait but comes again at times of its own
	 */
	constructor(
		readonly number: number,
		readonly poller: string | undefined,
	) {}

	/** How long the request has waited for the limit so far, in ms. */
	get waitedMs(): number {
		return this.waited;
	}

	/** How often the service rejected it with a 429. */
	get rejections(): number {
		return this.rejectedTimes;
	}

	addWait(ms: number): void {
		this.waited += ms;
	}

	addRejection(): void {
		this.rejectedTimes += 1;
	}
}

/** The right to send one request now; the limiter has to be told, once, what became of it. */
export interface Permit {
	readonly turn: RequestTurn;
	readonly sentAt: number;
	/** How many requests went before it. */
	readonly number: number;
	/** What is sent between two pauses is a burst: only the first 429 of a burst is news. */
	readonly burst: number;
	/** How many of the burst went before it. */
	readonly place: number;
	/** Why it was sent alone, if it is to show whether the service takes more. */
	readonly probe: ProbeReason | undefined;
	/** Whether the documented limit was reached already when it was sent. */
	readonly isBeyondLimit: boolean;
}

export type PermitDecision =
	| { kind: 'permit'; permit: Permit }
	/** `isAsked`: the service itself named the time after which it takes requests again. */
	| { kind: 'waitedTooLong'; waitedMs: number; retryAfterMs: number; isAsked: boolean }
	| { kind: 'stopped' };

/** What became of a request that had a permit. */
export type PermitOutcome =
	/** Any answer but a 429: the service counted the request. */
	| 'accepted'
	/** A 429: the request was not carried out. It may ask again with its turn, before all later ones. */
	| 'rejected'
	/** The request provably never reached the service: it does not count. */
	| 'unsent'
	/** Sent, but without an answer: it counts, to be safe. */
	| 'unknown';
