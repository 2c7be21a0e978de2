import { isObject, parsedJson } from './text.mts';
import type { Charge } from './serviceAnswer.mts';

/** The end of a request. */
export type PermitOutcome =
	| 'inProgress'
	| 'answered'
	| 'reset'
	| 'held'
	| 'truncated'
	| 'clientLeft';

/** One request to the service. */
export interface RequestEntry {
	/** From 1, in order of arrival. */
	number: number;
	/** Arrival, ms epoch. */
	at: number;
	/** The requests in flight as it arrived, itself included. */
	inFlight: number;
	method: string;
	/** As requested, with any prefix, such as `/panel/api/v1/backlink`. */
	path: string;
	query: Record<string, string>;
	/** Masked; null when there was none. */
	key: string | null;
	headers: {
		authorizationScheme: string | null;
		contentType: string | null;
		userAgent: string | null;
	};
	/** JSON, or text; null when empty. A long `icerik` is replaced by its length. */
	body: unknown;
	/** Null when no status was sent. */
	status: number | null;
	outcome: PermitOutcome;
	/** True if the service carried it out. */
	processed: boolean;
	/** Credits charged. */
	credits: number;
	/** The fault that struck, by name; null when none did. */
	fault: string | null;
}

/** One charge of the account. */
export interface ChargeEntry extends Charge {
	requestNumber: number;
	/** Ms epoch. */
	at: number;
}

/** A message that was sent to the chat. */
export interface ChatMessage {
	/** Ms epoch. */
	at: number;
	text: string;
}

/** The part of a request that its headers tell. */
export type Arrival = Pick<RequestEntry, 'at' | 'method' | 'path' | 'query' | 'key' | 'headers'>;

/** Texts of this length (characters) and more are not kept. */
const longText = 2000;

/** Every request that came, every credit that was charged, and what was sent to the chat. */
export class Books {
	readonly requests: RequestEntry[] = [];
	readonly charges: ChargeEntry[] = [];
	readonly messages: ChatMessage[] = [];
	/** Charged altogether. */
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

	/** A request has its answer, or its client has left. */
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

/** A request's body as the books keep it: complete but for long texts. */
export function bodyForBooks(rawBody: string): unknown {
	if (rawBody === '') return null;
	const body = parsedJson(rawBody);
	if (body === undefined) return rawBody.slice(0, longText);
	if (!isObject(body)) return body;
	const { icerik } = body;
	const isLong = typeof icerik === 'string' && icerik.length >= longText;
	return isLong ? { ...body, icerik: icerik.length } : body;
}
