import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	type Charged,
	failure,
	type FailureReason,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

interface Row {
	reason: FailureReason;
	/** What is known about such a case, for texts as a user would get them. */
	facts: Partial<PanelFailure> & { detail: string };
	message: string;
	charged: Charged;
	retryable: boolean;
	cause?: string;
	errorType: typeof NodeApiError | typeof NodeOperationError;
}

/** The facts of a refusal of the service. */
export const refused = (httpStatus: number, kod: string) => ({
	httpStatus,
	kod,
	hata: 'Açıklama',
	body: { ok: false, kod, hata: 'Açıklama' },
	detail: `status ${httpStatus}`,
});

/** An example of each reason, and what follows from it. */
export const rows: Row[] = [
	{
		reason: 'yetkisiz',
		facts: refused(401, 'yetkisiz'),
		message: 'The API key was not accepted',
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
		errorType: NodeApiError,
	},
	{
		reason: 'krediYetersiz',
		facts: refused(402, 'krediYetersiz'),
		message: 'Not enough credits',
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
		errorType: NodeApiError,
	},
	{
		reason: 'uygunSiteYok',
		facts: refused(409, 'uygunSiteYok'),
		message: 'No eligible site is available',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { ...refused(429, 'limit'), waitedMs: 42_000, retryAfterMs: 7000 },
		message: 'Rate limit: waited 42 s',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { ...refused(429, 'limit'), retryAfterMs: 1_800_000, isAskedToComeBack: true },
		message: 'Rate limit: the service asks to come back in 30 min',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { isPoll: true, ...refused(429, 'limit'), retryAfterMs: 7000 },
		message: 'The rate limit of the service is used up',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: {
			isPoll: true,
			...refused(429, 'limit'),
			retryAfterMs: 1_800_000,
			isAskedToComeBack: true,
		},
		message: 'The rate limit of the service is used up',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'refused',
		facts: refused(422, 'gecersiz'),
		message: 'The service refused the request: Açıklama',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'notConfirmed',
		facts: refused(200, 'bakimda'),
		message: 'The service did not confirm the order: Açıklama',
		charged: 'unknown',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'notSent',
		facts: {
			detail: 'the connection was refused (ECONNREFUSED)',
			host: 'panel.example.com',
			advice: 'Check the Base URL of the credential.',
		},
		message: 'The service could not be reached: the connection was refused (ECONNREFUSED)',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'notStarted',
		facts: { detail: '' },
		message: 'The execution was stopped before this item was sent',
		charged: 'no',
		retryable: true,
		errorType: NodeOperationError,
	},
	{
		reason: 'outcomeUnknown',
		facts: { detail: 'no answer came within 120 s' },
		message: 'The outcome of this order is unknown',
		charged: 'unknown',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'readFailed',
		facts: { httpStatus: 503, detail: 'it answered with status 503' },
		message: 'The service gave no usable answer',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'unexpectedAnswer',
		facts: { httpStatus: 200, body: { x: 1 }, detail: 'The answer has no “bakiye”' },
		message: 'The service answered in another format than documented',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'noSitePublished',
		facts: { httpStatus: 200, body: { basariliSayisi: 0 }, detail: 'Not published on a.example.' },
		message: 'No site published the article',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'orderNotFound',
		facts: {
			detail: 'No order has the ID “bl_9”',
			advice: 'All 12 orders that the service lists were looked through.',
		},
		message: 'No order has the ID “bl_9”',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'keyClash',
		facts: { detail: 'item 0 has the same key, “post-”, for a different order' },
		message:
			'“Idempotency Key” is not unique: item 0 has the same key, “post-”, for a different order',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'tooManyKeys',
		facts: { detail: 'This execution has 20001 keys, and a workflow remembers 10000' },
		message: 'The items have more idempotency keys than n8n can remember',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'maxCredits',
		facts: { detail: 'It costs 3 credits, and 2 are left.' },
		message: '“Max Credits per Execution” does not allow this order',
		charged: 'no',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'minimumBalance',
		facts: { detail: 'It costs 3 credits, and 2 are left.' },
		message: '“Minimum Balance to Keep” does not allow this order',
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
		errorType: NodeOperationError,
	},
	{
		reason: 'orderStoreUnavailable',
		facts: { detail: 'The database is locked' },
		message: 'The node could not check whether this order was placed before',
		charged: 'no',
		retryable: true,
		errorType: NodeOperationError,
	},
	{
		reason: 'invalidParameter',
		facts: { detail: '“Title” is empty' },
		message: '“Title” is empty',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'invalidCredential',
		facts: { detail: 'The API Key is empty', advice: 'Copy the key from the panel.' },
		message: 'The API Key is empty',
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
		errorType: NodeOperationError,
	},
];

export const cases = rows.map((row) => ({
	...row,
	failed: failure(row.reason, row.facts),
}));
