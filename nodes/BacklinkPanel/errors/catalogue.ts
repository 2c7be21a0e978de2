import {
	PRICE_PER_SITE,
	DOCUMENTED_REQUESTS_PER_MINUTE,
	creditsInWords,
	API_KEYS_PAGE,
} from './documentedConstants';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';

/** Text about a failure: fixed, or made from the failure's facts. Plain text, not yet escaped as HTML. */
type FailureText = string | ((failure: PanelFailure) => string);

/** Texts and consequences of one reason for failures. */
interface CatalogueRow {
	/** One sentence about the failure. The hint beside the output counts failed items by this text. */
	message: FailureText;
	/** Advice, and whether credits were charged. `PARAGRAPH` separates the paragraphs. */
	description: FailureText;
	charged: Charged;
	/** True if the same item can succeed later unchanged, and cannot be charged twice. */
	retryable?: true;
	/** n8n's own category of the cause; older versions of n8n ignore this field. */
	cause?:
		| 'credential-invalid'
		| 'configuration-invalid'
		| 'quota-exhausted'
		| 'rate-limited'
		| 'temporarily-unavailable';
}

/** Separator of the paragraphs of a description. */
export const PARAGRAPH = '\n\n';

const LOOK_IT_UP =
	'Look it up with Order → Get Many or in the panel. A retry does not send it again. If it was not placed, turn on “Send Unknown Orders Again” in Options, then Executions → this execution → Retry (the arrow) → “Retry with currently saved workflow”. With an Idempotency Key, you can also execute the workflow again.';
const SHARED_LIMIT = `The service allows ${DOCUMENTED_REQUESTS_PER_MINUTE} requests per minute for each API key, and other workflows and n8n workers may use the same key.`;
const NOT_SENT = 'Nothing was sent and nothing was charged for this item.';

/** All reasons why an item can fail, with and without a `kod`. The tables of the documentation come from it. */
const CATALOGUE: Record<FailureReason, CatalogueRow> = {
	yetkisiz: {
		message: 'The API key was not accepted',
		description: `Check the API Key of the credential. Keys are created in the panel under ${API_KEYS_PAGE}. Nothing was charged, and nothing more was sent in this run.`,
		charged: 'no',
		cause: 'credential-invalid',
	},
	krediYetersiz: {
		message: 'Not enough credits',
		description: 'Top up the balance in the panel, then try again. Nothing was charged.',
		charged: 'no',
		cause: 'quota-exhausted',
	},
	uygunSiteYok: {
		message: 'No eligible site is available',
		description:
			'No site of the network can take this order at the moment. Nothing was charged. Try again later.',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	limit: {
		message: ({ isPoll, isAskedToComeBack, retryAfterMs = 0, waitedMs = 0 }) => {
			if (isAskedToComeBack) {
				return `Rate limit: the service asks to come back in ${inWords(retryAfterMs)}`;
			}
			return isPoll
				? 'The rate limit of the service is used up'
				: `Rate limit: waited ${Math.round(waitedMs / 1000)} s`;
		},
		description: ({ isPoll, isAskedToComeBack }) => {
			if (isPoll) {
				return `${SHARED_LIMIT} Nothing was charged, and no event is lost: the next poll looks again, a list when it is opened again. Poll less often, or use a separate API key for this workflow.`;
			}
			return isAskedToComeBack
				? 'That is longer than “Max Wait (Seconds)” in Options allows. Nothing was charged. Try again after that time.'
				: `${SHARED_LIMIT} Nothing was charged. Raise “Max Wait (Seconds)” in Options, or try again later.`;
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
	},
	notConfirmed: {
		message: ({ hata, kod }) =>
			`The service did not confirm the order: ${hata ?? kod ?? 'no reason given'}`,
		description: ({ evidence }) =>
			mayBeCharged('The answer does not say whether the order was placed.', evidence),
		charged: 'unknown',
	},
	notSent: {
		message: ({ detail }) => `The service could not be reached: ${detail}`,
		description: ({ host = 'the service', advice = '' }) =>
			`The request to ${host} was not sent, so nothing was charged. ${advice} Then try again.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	notStarted: {
		message: ({ detail }) => detail || 'The execution was stopped before this item was sent',
		description: `${NOT_SENT} Send it in another execution.`,
		charged: 'no',
		retryable: true,
	},
	outcomeUnknown: {
		message: 'The outcome of this order is unknown',
		description: ({ detail, evidence, advice = `The request was sent, but ${detail}.` }) =>
			mayBeCharged(`${advice} The order may have been placed and charged.`, evidence),
		charged: 'unknown',
	},
	readFailed: {
		message: 'The service gave no usable answer',
		description: ({ detail }) =>
			`The request was sent, but ${detail}. Nothing was charged. Try again later.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	unexpectedAnswer: {
		message: 'The service answered in another format than documented',
		description: ({ detail }) =>
			`${detail}. Nothing was charged. Check that the Base URL of the credential is the address of the panel.`,
		charged: 'no',
	},
	noSitePublished: {
		message: 'No site published the article',
		description: ({ detail }) =>
			`${detail} An article costs ${creditsInWords(PRICE_PER_SITE)} for each site that publishes it, so nothing was charged. Try again later.`,
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
	},
	orderNotFound: {
		message: ({ detail }) => detail,
		description: ({ advice = '' }) => `${advice} Nothing was charged.`,
		charged: 'no',
	},
	keyClash: {
		message: ({ detail }) => `“Idempotency Key” is not unique: ${detail}`,
		description: `${NOT_SENT} Use an expression that identifies the order, and check that its field has a value in each item.`,
		charged: 'no',
		cause: 'configuration-invalid',
	},
	tooManyKeys: {
		message: 'The items have more idempotency keys than n8n can remember',
		description: ({ detail }) =>
			`${detail}. The other orders would be placed again the next time. Nothing was sent and nothing was charged. Split the items between several workflows, or filter out those that are already ordered.`,
		charged: 'no',
		cause: 'configuration-invalid',
	},
	maxCredits: {
		message: '“Max Credits per Execution” does not allow this order',
		description: ({ detail }) =>
			`${detail} ${NOT_SENT} Raise it in Options, or leave these items for another execution.`,
		charged: 'no',
	},
	minimumBalance: {
		message: '“Minimum Balance to Keep” does not allow this order',
		description: ({ detail }) =>
			`${detail} ${NOT_SENT} Top up the balance in the panel, or lower it in Options.`,
		charged: 'no',
		cause: 'quota-exhausted',
	},
	orderStoreUnavailable: {
		message: 'The node could not check whether this order was placed before',
		description: ({ detail }) => `${detail}. ${NOT_SENT} Try again later.`,
		charged: 'no',
		retryable: true,
	},
	invalidParameter: {
		message: ({ detail }) => detail,
		description: ({ advice = 'Nothing was sent and nothing was charged.' }) =>
			`${advice} Correct the field, or the expression that fills it.`,
		charged: 'no',
		cause: 'configuration-invalid',
	},
	invalidCredential: {
		message: ({ detail }) => detail,
		description: ({ advice = 'Correct the credential.' }) =>
			`${advice} Nothing was sent and nothing was charged.`,
		charged: 'no',
		cause: 'credential-invalid',
	},
};

/** Finds the texts and consequences of a failure. */
export function catalogueEntry({ reason }: PanelFailure) {
	const { message, description, charged, retryable = false, cause } = CATALOGUE[reason];
	return { message: unify(message), description: unify(description), charged, retryable, cause };
}

function unify(text: FailureText): (failure: PanelFailure) => string {
	return typeof text === 'string' ? () => text : text;
}

/** Joins up to three paragraphs: the event, a sentence on the order list, and the advice. */
function mayBeCharged(happened: string, evidence: string | undefined): string {
	return [happened, evidence, LOOK_IT_UP].filter(Boolean).join(PARAGRAPH);
}

/** Formats a wait in ms: “40 s”, “30 min”, and from 60 min on “an hour or more”. */
function inWords(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	if (minutes >= 60) return 'an hour or more';
	return ms < 100_000 ? `${Math.ceil(ms / 1000)} s` : `${minutes} min`;
}
