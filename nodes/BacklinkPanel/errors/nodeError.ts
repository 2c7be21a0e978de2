import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { catalogueEntry } from './catalogue';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';
import { escapeHtml, sanitizeText, withoutControlCharacters, withoutMarkup } from './serverText';

/**
 * A failure as the workflow and an AI agent read it: what happened, what to do, and the facts to branch
 * on. All of it is plain text; null where there is nothing to tell.
 */
interface ErrorJson {
	message: string;
	description: string;
	reason: FailureReason;
	kod: string | null;
	hata: string | null;
	httpStatus: number | null;
	charged: Charged;
	retryable: boolean;
}

/** Puts a failure into words. They are not escaped: error items go to chats and files. */
export function toErrorJson(failure: PanelFailure): ErrorJson {
	const { message, description, charged, retryable } = catalogueEntry(failure);
	const { reason, kod, hata, httpStatus, evidence } = failure;
	const sentences = [description(failure), evidence, serviceSaid(failure)];
	return {
		message: withoutControlCharacters(message(failure)),
		description: withoutControlCharacters(sentences.join(' ')),
		reason,
		kod,
		hata,
		httpStatus,
		charged,
		retryable,
	};
}

/**
 * A failed item for the continue modes. This shape, the single key `error` and a paired item, is
 * the only one that n8n 1.x and 2.x both route to the error output with the input's fields.
 */
export function toErrorItem(failure: PanelFailure, itemIndex: number): INodeExecutionData {
	return { json: { error: { ...toErrorJson(failure) } }, pairedItem: { item: itemIndex } };
}

/** The service's own message and whatever else it told, such as the credits that are missing. */
function serviceSaid({ body, hata }: PanelFailure): string {
	const extras = Object.entries(body ?? {})
		.filter(([name, value]) => !['ok', 'kod', 'hata'].includes(name) && typeof value !== 'object')
		.slice(0, 5)
		.map(([name, value]) => `${sanitizeText(name)}: ${sanitizeText(value)}`);
	const said = [hata, extras.length > 0 ? `(${extras.join(', ')})` : null]
		.filter(Boolean)
		.join(' ');
	if (said === '') return '';
	const hasEnd = /[.!?…]$/.test(said);
	return `The service said: “${said}”${hasEnd ? '' : '.'}`;
}

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
 * The error to throw in stop mode: always a fresh one, since n8n hands a wrapped error back unchanged,
 * with new texts ignored. Its `context` has the facts of an error item; n8n stores it, and an error
 * workflow reads it. Its texts are escaped, because n8n shows them as HTML.
 *
 * @param note a further sentence, e.g. about the other items of the batch
 */
export function toNodeError(
	node: INode,
	failure: PanelFailure,
	itemIndex: number | undefined,
	note = '',
): NodeApiError | NodeOperationError {
	const { message: plainMessage, description, ...facts } = toErrorJson(failure);
	const message = withoutMarkup(plainMessage);
	const options = {
		message,
		description: escapeHtml(`${description} ${note}`.trim()),
		itemIndex,
		failure: toFailure(failure),
	};
	const error = isAboutAnAnswer(facts)
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

/**
 * The error that ends an execution which the user stopped. n8n marks the execution as canceled by this
 * word in the message.
 *
 * @param failure what it comes to for the orders that were not finished
 */
export function toExecutionCanceledError(
	node: INode,
	failure: PanelFailure,
	description: string,
): NodeOperationError {
	const error = new NodeOperationError(node, 'The execution was canceled', { description });
	const { reason, charged, retryable } = toErrorJson(failure);
	Object.assign(error.context, { reason, charged, retryable });
	return error;
}

/** The rest is about the node's own settings, or about an order whose end nobody has seen. */
function isAboutAnAnswer({ reason, charged }: Pick<ErrorJson, 'reason' | 'charged'>): boolean {
	return charged === 'no' && !DECIDED_BY_THE_NODE.includes(reason);
}

/** Why n8n should think the operation did not succeed; it backs off polls by it since 2.37. */
function toFailure(failure: PanelFailure) {
	const { cause } = catalogueEntry(failure);
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}
