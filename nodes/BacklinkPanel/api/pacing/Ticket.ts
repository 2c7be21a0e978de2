import type { ProbeReason } from './ProbeSchedule';

/** A request's place in the queue. It keeps its ticket over all its tries, hence its turn. */
export interface Ticket {
	readonly number: number;
	/** Who asks, if it does not wait but comes again at times of its own. */
	readonly poller: string | undefined;
	/** How long the request has waited for the limit so far, in ms. */
	waitedMs: number;
	/** How often the service refused it with a 429. */
	rejections: number;
}

/** The right to send one request now; the gate has to be told, once, what became of it. */
export interface Permit {
	readonly sentAt: number;
	/** What is sent between two pauses is a burst: only the first 429 of a burst is news. */
	readonly burst: number;
	/** How many of the burst went before it. */
	readonly place: number;
	/** Why it was sent alone, if it is to show whether the window is open. */
	readonly probe: ProbeReason | undefined;
	/** Whether the documented limit was reached already when it was sent. */
	readonly isBeyondLimit: boolean;
}

export type Admission =
	| { kind: 'permit'; permit: Permit }
	/** `isAsked`: the service itself named the time after which it takes requests again. */
	| { kind: 'waitedTooLong'; waitedMs: number; retryAfterMs: number; isAsked: boolean }
	| { kind: 'stopped' };
