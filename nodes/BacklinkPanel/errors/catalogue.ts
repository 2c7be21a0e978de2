import {
	PRICE_PER_SITE,
	DOCUMENTED_REQUESTS_PER_MINUTE,
	creditsInWords,
	API_KEYS_PAGE,
} from './documentedConstants';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';

/** n8n's own words for why an operation did not succeed; older versions ignore them. */
type FailureCause =
	| 'credential-invalid'
	| 'configuration-invalid'
	| 'quota-exhausted'
	| 'rate-limited'
	| 'temporarily-unavailable';

/** How one reason is told, and what follows from it. Texts are plain text, not yet escaped. */
interface CatalogueEntry {
	/** What happened, in one sentence. */
	message(failure: PanelFailure): string;
	/** What to do, and what it cost. */
	description(failure: PanelFailure): string;
	charged: Charged;
	/** The same item, sent again later, can succeed unchanged and cannot be charged twice. */
	retryable: boolean;
	cause?: FailureCause;
}

const LOOK_IT_UP =
	'Look it up with Order → Get Many or in the panel. A retry does not send it again. If it was not placed, turn on “Send Unknown Orders Again” in Options and use “Retry with currently saved workflow” or, with an Idempotency Key, execute the workflow again.';
const SHARED_LIMIT = `The service allows ${DOCUMENTED_REQUESTS_PER_MINUTE} requests per minute for each API key, and other workflows and n8n workers may use the same key.`;
const NOT_SENT = 'Nothing was sent and nothing was charged for this item.';

/**
 * Every way in which an item can end without success, from the service's documentation (`kod`) and from
 * what can happen on the way. The tables of the documentation are made from this one.
 */
const CATALOGUE: Record<FailureReason, CatalogueEntry> = {
	yetkisiz: {
		message: () => 'The API key was not accepted',
		description: () =>
			`Check the API Key of the credential. Keys are created in the panel under ${API_KEYS_PAGE}. Nothing was charged, and nothing more was sent in this run.`,
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
	},
	krediYetersiz: {
		message: () => 'Not enough credits',
		description: () =>
			'Top up the balance in the panel, then run this item again. Nothing was charged for it.',
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
	},
	uygunSiteYok: {
		message: () => 'No eligible site is available',
		description: () =>
			'No site of the network can take this order at the moment. Nothing was charged. Run the item again later.',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	limit: {
		message: ({ isPoll, isAskedToComeBack, retryAfterMs = 0, waitedMs = 0 }) => {
			if (isPoll) return 'The rate limit of the service is used up';
			return isAskedToComeBack
				? `Rate limit: the service asks to come back in ${inWords(retryAfterMs)}`
				: `Rate limit: waited ${Math.round(waitedMs / 1000)} s`;
		},
		description: ({ isPoll, isAskedToComeBack, retryAfterMs = 0 }) => {
			if (isPoll) {
				const asked = `The service asks to come back in ${inWords(retryAfterMs)}. `;
				return `${isAskedToComeBack ? asked : ''}${SHARED_LIMIT} Nothing was charged, and no event is lost: the next poll looks again. Poll less often, or use a separate API key for this workflow.`;
			}
			return isAskedToComeBack
				? 'That is longer than “Max Wait (Seconds)” in Options allows. Nothing was charged. Run the item again after that time.'
				: `${SHARED_LIMIT} Nothing was charged. Raise “Max Wait (Seconds)” in Options, or run the item again later.`;
		},
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
	},
	refused: {
		message: ({ hata, detail }) => `The service refused the request: ${hata ?? detail}`,
		description: ({ detail }) =>
			`The service answered with ${detail}. Nothing was charged. Check the values of this item and the Base URL of the credential.`,
		charged: 'no',
		retryable: false,
	},
	notConfirmed: {
		message: ({ hata, kod }) =>
			`The service did not confirm the order: ${hata ?? kod ?? 'no reason given'}`,
		description: () => `The answer does not say whether the order was placed. ${LOOK_IT_UP}`,
		charged: 'unknown',
		retryable: false,
	},
	notSent: {
		message: ({ detail }) => `The service could not be reached: ${detail}`,
		description: ({ host = 'the service', advice = '' }) =>
			`The request to ${host} was not sent, so nothing was charged. ${advice} Then run the item again.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	notStarted: {
		message: ({ detail }) => detail || 'The execution was stopped before this item was sent',
		description: () => NOT_SENT,
		charged: 'no',
		retryable: true,
	},
	outcomeUnknown: {
		message: () => 'The outcome of this order is unknown',
		description: ({ detail, advice = `The request was sent, but ${detail}.` }) =>
			`${advice} The order may have been placed and charged. ${LOOK_IT_UP}`,
		charged: 'unknown',
		retryable: false,
	},
	readFailed: {
		message: () => 'The service gave no usable answer',
		description: ({ detail }) =>
			`The request was sent, but ${detail}. Nothing was charged. Try again later.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	unexpectedAnswer: {
		message: () => 'The service answered in another format than documented',
		description: ({ detail }) =>
			`${detail}. Nothing was charged. Check that the Base URL of the credential is the address of the panel.`,
		charged: 'no',
		retryable: false,
	},
	noSitePublished: {
		message: () => 'No site published the article',
		description: ({ detail }) =>
			`${detail} An article costs ${creditsInWords(PRICE_PER_SITE)} for each site that publishes it, so nothing was charged. Run the item again later.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	orderNotFound: {
		message: ({ detail }) => detail,
		description: ({ advice = '' }) => `${advice} Nothing was charged.`,
		charged: 'no',
		retryable: false,
	},
	keyClash: {
		message: ({ detail }) => `“Idempotency Key” is not unique: ${detail}`,
		description: () =>
			`${NOT_SENT} Use an expression that identifies the order, and check that its field has a value in each item.`,
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
	},
	tooManyKeys: {
		message: () => 'The items have more idempotency keys than n8n can remember',
		description: ({ detail }) =>
			`${detail}. The other orders would be placed again the next time. Nothing was sent and nothing was charged. Split the items between several workflows, or filter out those that are already ordered.`,
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
	},
	maxCredits: {
		message: () => '“Max Credits per Execution” does not allow this order',
		description: ({ detail }) => `${detail} ${NOT_SENT}`,
		charged: 'no',
		retryable: false,
	},
	minimumBalance: {
		message: () => '“Minimum Balance to Keep” does not allow this order',
		description: ({ detail }) => `${detail} ${NOT_SENT}`,
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
	},
	orderStoreUnavailable: {
		message: () => 'The node could not check whether this order was placed before',
		description: ({ detail }) => `${detail}. ${NOT_SENT} Run the item again later.`,
		charged: 'no',
		retryable: true,
	},
	invalidParameter: {
		message: ({ detail }) => detail,
		description: ({ advice = 'Nothing was sent and nothing was charged.' }) =>
			`${advice} Correct the field, or the expression that fills it.`,
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
	},
	invalidCredential: {
		message: ({ detail }) => detail,
		description: ({ advice = 'Correct the credential.' }) =>
			`${advice} Nothing was sent and nothing was charged.`,
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
	},
};

/** The entry of the catalogue for a failure. */
export function catalogueEntry({ reason }: PanelFailure): CatalogueEntry {
	return CATALOGUE[reason];
}

/** A wait in words, e.g. “40 s”, “30 min”; a longer one is not told apart from an hour. */
function inWords(ms: number): string {
	if (ms >= 3_600_000) return 'an hour or more';
	return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
