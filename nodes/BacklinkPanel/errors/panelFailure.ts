import type { IDataObject } from 'n8n-workflow';

/** Stable names that workflows branch on; `catalogue.ts` has the texts and consequences of each. */
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

/** Says if the item may have cost credits. There is no “yes”, because a charged item is a success. */
export type Charged = 'no' | 'unknown';

/** Result of an article on a site of the network. */
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
	/** The service's own message as text; an object or a number becomes JSON. */
	hata: string | null;
	/** Body of the answer, if it was a JSON object. */
	body: IDataObject | null;
	/** Clause in plain words about this case, e.g. “no answer came within 120 s”. */
	detail: string;
	/** Advice for this case, if the catalogue's general advice is not enough. */
	advice?: string;
	/** Target URL or title, by which the order list shows the order. */
	subject?: string;
	/** Finding in the order list about an order whose outcome is unknown. */
	evidence?: string;
	/** Sites that were to publish an article. */
	sites?: SiteResult[];
	/** Host that the request could not reach. */
	host?: string;
	/** True if another try at once can help. An order is only tried again if it was not sent. */
	isTransient?: boolean;
	/** Time until another try makes sense, in ms. */
	retryAfterMs?: number;
	/** True if the service itself asked for `retryAfterMs`, and the request may not wait so long. */
	isAskedToComeBack?: boolean;
	/** True for a poll of the trigger, which does not wait for the rate limit. */
	isPoll?: boolean;
	/** Time that the request has waited for the rate limit, in ms. */
	waitedMs?: number;
}

type KnownFacts = Partial<Omit<PanelFailure, 'kind' | 'reason'>> & { detail: string };

/** Makes a failure of the given facts. With a body, the status is 200 unless it is given. */
export function failure(reason: FailureReason, facts: KnownFacts): PanelFailure {
	const httpStatus = facts.body ? 200 : null;
	return { kind: 'failure', reason, httpStatus, kod: null, hata: null, body: null, ...facts };
}

/** Makes the only form of “stopped”: the run ended before the item was sent. */
export function stoppedFailure(): PanelFailure {
	return failure('notStarted', { detail: '' });
}

/** True if the item was not sent because the run had ended. */
export function isStopped({ reason }: PanelFailure): boolean {
	return reason === 'notStarted';
}

/** Makes the failure of a request without a usable answer. Only an order may have been charged. */
export function noUsableAnswer(spendsCredits: boolean, facts: KnownFacts): PanelFailure {
	return failure(spendsCredits ? 'outcomeUnknown' : 'readFailed', facts);
}
