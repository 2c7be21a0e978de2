import type { IDataObject } from 'n8n-workflow';

/** The stable names that workflows branch on; `catalogue.ts` has the texts and consequences of each. */
export type FailureReason =
	| 'yetkisiz'
	| 'krediYetersiz'
	| 'uygunSiteYok'
	| 'limit'
	| 'refused'
	| 'notConfirmed'
	| 'notSent'
	| 'notStarted'
	| 'outcomeUnknown'
	| 'readFailed'
	| 'unexpectedAnswer'
	| 'noSitePublished'
	| 'orderNotFound'
	| 'keyClash'
	| 'tooManyKeys'
	| 'maxCredits'
	| 'minimumBalance'
	| 'orderStoreUnavailable'
	| 'invalidParameter'
	| 'invalidCredential';

/** Whether the item may have cost credits. There is no “yes”: what was charged is a success. */
export type Charged = 'no' | 'unknown';

/** What became of an article on a site of the network. */
export interface SiteResult {
	name: string;
	isPublished: boolean;
}

/** The facts about a request that did not succeed, before any wording. */
export interface PanelFailure {
	kind: 'failure';
	reason: FailureReason;
	httpStatus: number | null;
	kod: string | null;
	/** The service's own message as text; an object or a number is given as JSON. */
	hata: string | null;
	/** The answer's body where it was a JSON object. */
	body: IDataObject | null;
	/** A clause in plain words about this one case, e.g. “no answer came within 120 s”. */
	detail: string;
	/** What to do about this one case, where the catalogue cannot know it. */
	advice?: string;
	/** What an order is recognised by in the order list: its target URL or title. */
	subject?: string;
	/** What the order list had to say about an order whose outcome is unknown. */
	evidence?: string;
	/** The sites that were to publish an article. */
	sites?: SiteResult[];
	/** Host that a request could not be sent to. */
	host?: string;
	/** True if another try at once can help; of orders, only one that was not sent is sent again. */
	isTransient?: boolean;
	/** When another try makes sense, in ms from now. */
	retryAfterMs?: number;
	/** Whether the service asked for that wait itself, and it is longer than the request may wait. */
	isAskedToComeBack?: boolean;
	/** Whether it was a poll of the trigger, which does not wait for the rate limit. */
	isPoll?: boolean;
	/** How long the request has waited for the rate limit, in ms. */
	waitedMs?: number;
}

type KnownFacts = Partial<Omit<PanelFailure, 'kind' | 'reason'>> & { detail: string };

/** A failure with the facts given and nothing else known. Only a body of status 200 is read further. */
export function failure(reason: FailureReason, facts: KnownFacts): PanelFailure {
	const httpStatus = facts.body ? 200 : null;
	return { kind: 'failure', reason, httpStatus, kod: null, hata: null, body: null, ...facts };
}

/** Nothing was sent, because the run had ended before. The only form of “stopped”. */
export function stoppedFailure(): PanelFailure {
	return failure('notStarted', { detail: '' });
}

/** True if it was not sent because the run had ended. */
export function isStopped({ reason }: PanelFailure): boolean {
	return reason === 'notStarted';
}

/** A request that left and got no usable answer: an order may have been placed, a read cost nothing. */
export function noUsableAnswer(spendsCredits: boolean, facts: KnownFacts): PanelFailure {
	return failure(spendsCredits ? 'outcomeUnknown' : 'readFailed', facts);
}
