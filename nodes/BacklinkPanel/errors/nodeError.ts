import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { FailureReason, PanelFailure } from './panelFailure';
import { failureCause, toItemError } from './itemError';

/** Errors about the node's own settings or an open outcome: there is no answer to show. */
const WITHOUT_ANSWER: FailureReason[] = [
	'invalidParameter',
	'invalidCredential',
	'answerLost',
	'unclearRefusal',
	'earlierOrderUnknown',
	'maxCredits',
	'minimumBalance',
	'keyStoreUnavailable',
];

/**
 * The error to throw in stop mode: always a fresh one, since n8n hands a wrapped error back
 * unchanged, with new texts ignored.
 *
 * @param note a further sentence, e.g. about the other items of the batch
 */
export function toNodeError(
	node: INode,
	failure: PanelFailure,
	itemIndex: number | undefined,
	note = '',
): NodeApiError | NodeOperationError {
	const { message, description, ...facts } = toItemError(failure);
	const texts = { message, description: `${description} ${note}`.trim(), itemIndex };
	const error = WITHOUT_ANSWER.includes(failure.reason)
		? new NodeOperationError(node, message, texts)
		: new NodeApiError(node, (failure.body ?? {}) as JsonObject, {
				...texts,
				httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
				failure: toFailure(failure),
			});
	// n8n replaces a text in which it finds the name of an errno (“preexisting” has EEXIST in it).
	error.message = texts.message;
	error.description = texts.description;
	Object.assign(error.context, facts, { data: failure.body ?? undefined });
	return error;
}

function toFailure(failure: PanelFailure) {
	const cause = failureCause(failure);
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}
