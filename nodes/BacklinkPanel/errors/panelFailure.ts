import type { IDataObject } from 'n8n-workflow';

/** Reasons for failures. Workflows branch on these names, so never rename one. `catalogue.ts` has the texts. */
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

/** Says if a failed item may have cost credits. There is no “yes”, because a charged item does not fail. */
export type Charged = 'no' | 'unknown';

/** Result of an article on one site of the network. */
export interface SiteResult {
	name: string;
	isPublished: boolean;
}

/** The facts about an item that failed or was not sent, before they are put into words. */
export interface PanelFailure {
	kind: 'failure';
	reason: FailureReason;
	httpStatus: number | null;
	kod: string | null;
	/** The service's own message as text; an object or a number becomes JSON. */
	hata: string | null;
	/** Body of the answer, if it was a JSON object. */
	body: IDataObject | null;
	/** Clause in plain words about this failure, e.g. “no answer came within 120 s”. */
	detail: string;
	/** Advice for this failure, if the general advice of `catalogue.ts` is not enough. */
	advice?: string;
	subject?: string;
	/** Sentence about the entries that the order list has for an order of unknown outcome. */
	evidence?: string;
	sites?: SiteResult[];
	host?: string;
	/** True if another attempt soon can help. An order is sent again only after a 429, or if it never left. */
	isTransient?: boolean;
	/** Time in ms until sending the request again makes sense. */
	retryAfterMs?: number;
	/** True if `retryAfterMs` is from the service's Retry-After header, and longer than the request may wait. */
	isAskedToComeBack?: boolean;
	/** True for a trigger's poll, and for a menu that loads its options: neither waits for the rate limit. */
	isPoll?: boolean;
	/** Time that the request has waited for the rate limit, in ms. */
	waitedMs?: number;
}

type KnownFacts = Partial<Omit<PanelFailure, 'kind' | 'reason'>> & { detail: string };

/** Makes a failure from its reason and its facts. If the facts have a body but no status, the status was 200. */
export function failure(reason: FailureReason, facts: KnownFacts): PanelFailure {
	const httpStatus = facts.body ? 200 : null;
	return { kind: 'failure', reason, httpStatus, kod: null, hata: null, body: null, ...facts };
}

/** Makes the failure for an item that was not sent because the run had ended. */
export function stoppedFailure(): PanelFailure {
	return failure('notStarted', { detail: '' });
}

/** Makes the failure for an item that was not sent because the service seems to be down. */
export function serviceDownFailure(): PanelFailure {
	const detail = 'The last ten answers of the service were lost, so this item was not sent';
	return failure('notStarted', { detail });
}

/** True if the item was not sent because the run had ended. */
export function isStopped({ reason }: PanelFailure): boolean {
	return reason === 'notStarted';
}

/** Makes the failure for a request without a usable answer. Only an order may have been charged. */
export function noUsableAnswer(spendsCredits: boolean, facts: KnownFacts): PanelFailure {
	return failure(spendsCredits ? 'outcomeUnknown' : 'readFailed', facts);
}
