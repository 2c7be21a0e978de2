import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { catalogueEntry, PARAGRAPH } from './catalogue';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';
import { escapeHtml, withoutControlCharacters, withoutMarkup } from './serverText';

/**
 * A failure as workflows and AI agents read it: the event, the advice, and facts to branch on. Texts are
 * plain; null = no such fact.
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

/** Puts a failure into words, without escaping: error items go to chats and files. */
export function toErrorJson(failure: PanelFailure): ErrorJson {
	const { message, description, charged, retryable } = catalogueEntry(failure);
	const { reason, kod, hata, httpStatus } = failure;
	const [happened = '', ...others] = description(failure).split(PARAGRAPH);
	const paragraphs = [`${happened} ${serviceSaid(hata)}`, ...others].map(withoutControlCharacters);
	return {
		message: withoutControlCharacters(message(failure)),
		description: paragraphs.join(PARAGRAPH),
		reason,
		kod,
		hata,
		httpStatus,
		charged,
		retryable,
	};
}

/**
 * Makes an error item for the continue modes. It has the single key `error` and a paired item: n8n 1.x
 * and 2.x both route no other shape to the error output with the input's fields.
 */
export function toErrorItem(failure: PanelFailure, itemIndex: number): INodeExecutionData {
	return { json: { error: { ...toErrorJson(failure) } }, pairedItem: { item: itemIndex } };
}

function serviceSaid(hata: string | null): string {
	if (hata === null) return '';
	return `The service said: “${hata}”${/[.!?…]$/.test(hata) ? '' : '.'}`;
}

/**
 * Makes the error to throw in stop mode, always a fresh one: n8n returns a wrapped error unchanged,
 * without the new texts. Its `context` has the facts of an error item, for error workflows. Its texts are
 * escaped, because n8n shows them as HTML.
 *
 * @param note further sentence, e.g. about the other items of the batch
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
		description: escapeHtml(`${description} ${note}`.trim()).replaceAll(PARAGRAPH, '<br><br>'),
		itemIndex,
		failure: toFailure(failure),
	};
	// Unknown outcomes and faulty settings are no answers of an API.
	const isAnswer = facts.charged === 'no' && (facts.httpStatus !== null || facts.retryable);
	const error = isAnswer
		? new NodeApiError(node, (failure.body ?? {}) as JsonObject, {
				...options,
				httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
			})
		: new NodeOperationError(node, message, options);
	// n8n replaces a text that contains an errno name (“preexisting” contains EEXIST). In “canceled”, n8n
	// sees the user's Stop button.
	error.message = message.replace(/canceled/gi, 'cancelled');
	error.description = options.description;
	Object.assign(error.context, facts, { data: failure.body ?? undefined });
	return error;
}

/**
 * Makes the error that ends an execution after the user's Stop. n8n marks the execution as canceled by
 * this word in the message.
 *
 * @param failure outcome of the unfinished orders
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

/** Converts the cause for n8n, which slows polls down by it since 2.37. */
function toFailure(failure: PanelFailure) {
	const { cause } = catalogueEntry(failure);
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}
