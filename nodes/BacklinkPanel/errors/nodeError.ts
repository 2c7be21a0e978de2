import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { catalogueEntry, PARAGRAPH } from './catalogue';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';
import { escapeHtml, withoutControlCharacters, withoutMarkup } from './serverText';

/**
 * The field `error` of an error item, for workflows and AI agents: the message, the advice, and facts to
 * branch on. Texts are plain text; null = no such fact.
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

/** Puts a failure into words. Nothing is escaped as HTML, because error items go to chats and files. */
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

/** Makes the error item of a failed item. `error` is its only key: only then n8n adds the input's fields. */
export function toErrorItem(failure: PanelFailure, itemIndex: number): INodeExecutionData {
	return { json: { error: { ...toErrorJson(failure) } }, pairedItem: { item: itemIndex } };
}

function serviceSaid(hata: string | null): string {
	if (hata === null) return '';
	return `The service said: “${hata}”${/[.!?…]$/.test(hata) ? '' : '.'}`;
}

/**
 * Makes the error to throw if On Error says to stop. The error wraps no other error, because n8n would
 * throw the inner error with its own texts. `context` has the facts for error workflows. Texts are escaped,
 * because n8n shows them as HTML.
 *
 * @param note further sentence, e.g. about the other items of the run
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
	// An unknown outcome or a faulty setting is no answer of an API, so makes no `NodeApiError`.
	const isAnswer = facts.charged === 'no' && (facts.httpStatus !== null || facts.retryable);
	const error = isAnswer
		? new NodeApiError(node, (failure.body ?? {}) as JsonObject, {
				...options,
				httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
			})
		: new NodeOperationError(node, message, options);
	// Sets the texts again: n8n replaces a message with an errno such as EEXIST in it, even within “preexisting”.
	// Avoids “canceled”, which n8n takes for the user's Stop.
	error.message = message.replace(/canceled/gi, 'cancelled');
	error.description = options.description;
	Object.assign(error.context, facts, { data: failure.body ?? undefined });
	return error;
}

/**
 * Makes the error that ends an execution after the user's Stop. n8n marks an execution as canceled if the
 * error's message has the word “canceled”.
 *
 * @param failure tells whether unfinished orders may have been charged
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

/** Returns the failure's cause in n8n's form. Since version 2.37, n8n slows polls down after some causes. */
function toFailure(failure: PanelFailure) {
	const { cause } = catalogueEntry(failure);
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}
