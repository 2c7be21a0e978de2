import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Charged } from './catalogue';
import type { FailureReason, PanelFailure } from './panelFailure';
import { failureCause, toItemError } from './itemError';

const DECIDED_BY_THE_NODE: FailureReason[] = [
	'invalidParameter',
	'invalidCredential',
	'maxCredits',
	'minimumBalance',
	'orderStoreUnavailable',
	'keyClash',
	'tooManyKeys',
	'notStarted',
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
	const options = {
		message,
		description: `${description} ${note}`.trim(),
		itemIndex,
		failure: toFailure(failure),
	};
	const error = isAboutAnAnswer(failure, facts.charged)
		? new NodeApiError(node, (failure.body ?? {}) as JsonObject, {
				...options,
				httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
			})
		: new NodeOperationError(node, message, options);
	// n8n replaces a text in which it finds the name of an errno (“preexisting” has EEXIST in it), and
	// takes “canceled” for the user's Stop button.
	error.message = message.replace(/canceled/gi, 'cancelled');
	error.description = options.description;
	Object.assign(error.context, facts, { data: failure.body ?? undefined });
	return error;
}

/** The rest is about the node's own settings, or about an order whose end nobody has seen. */
function isAboutAnAnswer({ reason }: PanelFailure, charged: Charged): boolean {
	return charged === 'no' && !DECIDED_BY_THE_NODE.includes(reason);
}

function toFailure(failure: PanelFailure) {
	const cause = failureCause(failure);
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}
