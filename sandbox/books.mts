import { isObject, parsedJson } from './text.mts';
import type { Charge } from './serviceAnswer.mts';

/** Way in which a request ended. */
export type PermitOutcome =
	| 'inProgress'
	| 'answered'
	| 'reset'
	| 'held'
	| 'truncated'
	| 'clientLeft';

/** One request to the service. */
export interface RequestEntry {
	/** Number in order of arrival, from 1. */
	number: number;
	/** Time of arrival, ms epoch. */
	at: number;
	/** Requests in flight at its arrival, itself included. */
	inFlight: number;
	method: string;
	/** Requested path with any prefix, e.g. `/panel/api/v1/backlink`. */
	path: string;
	query: Record<string, string>;
	/** Masked key; null if there was none. */
	key: string | null;
	headers: {
		authorizationScheme: string | null;
		contentType: string | null;
		userAgent: string | null;
	};
	/** Parsed JSON, or text; null if empty. A long `icerik` is replaced by its length. */
	body: unknown;
	/** Status code; null if none was sent. */
	status: number | null;
	outcome: PermitOutcome;
	/** True if the service carried the request out. */
	processed: boolean;
	/** Credits charged. */
	credits: number;
	/** Name of the fault that struck; null if none did. */
	fault: string | null;
}

export interface ChargeEntry extends Charge {
	requestNumber: number;
	/** Ms epoch. */
	at: number;
}

/** A message that a workflow sent to the sandbox's chat webhook. */
export interface ChatMessage {
	/** Ms epoch. */
	at: number;
	text: string;
}

/** Facts about a request that its headers show. */
export type Arrival = Pick<RequestEntry, 'at' | 'method' | 'path' | 'query' | 'key' | 'headers'>;

/** Shortest text that the books do not keep, in characters. */
const longText = 2000;

/** The books of the sandbox: requests, charges, and messages to the chat. */
export class Books {
	readonly requests: RequestEntry[] = [];
	readonly charges: ChargeEntry[] = [];
	readonly messages: ChatMessage[] = [];
	/** Sum of all charges, in credits. */
	credits = 0;
	private inFlight = 0;

	/** Enters a request that has arrived. */
	open(arrival: Arrival): RequestEntry {
		this.inFlight += 1;
		const entry: RequestEntry = {
			number: this.requests.length + 1,
			inFlight: this.inFlight,
			...arrival,
			body: null,
			status: null,
			outcome: 'inProgress',
			processed: false,
			credits: 0,
			fault: null,
		};
		this.requests.push(entry);
		return entry;
	}

	/** Counts a request as no longer in flight: its answer was sent, or its client has left. */
	closed(): void {
		this.inFlight -= 1;
	}

	/** Enters a charge at `at` (ms epoch) under the request that caused it. */
	charge(entry: RequestEntry, charge: Charge, at: number): void {
		entry.credits += charge.credits;
		this.credits += charge.credits;
		this.charges.push({ requestNumber: entry.number, at, ...charge });
	}

	/** Enters a message to the chat at `at` (ms epoch). */
	message(text: string, at: number): void {
		this.messages.push({ at, text });
	}
}

/** Prepares a body for the books, without long texts. */
export function bodyForBooks(rawBody: string): unknown {
	if (rawBody === '') return null;
	const body = parsedJson(rawBody);
	if (body === undefined) return rawBody.slice(0, longText);
	if (!isObject(body)) return body;
	const { icerik } = body;
	const isLong = typeof icerik === 'string' && icerik.length >= longText;
	return isLong ? { ...body, icerik: icerik.length } : body;
}
