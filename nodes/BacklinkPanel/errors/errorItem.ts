import type { INodeExecutionData } from 'n8n-workflow';

import { catalogueEntry } from './catalogue';
import type { Charged, FailureReason, PanelFailure } from './panelFailure';
import { sanitizeText, withoutControlCharacters } from './serverText';

/**
 * A failure as the workflow and an AI agent read it: what happened, what to do, and the facts to branch
 * on. All of it is plain text; null where there is nothing to tell.
 */
export interface ItemError {
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
export function toItemError(failure: PanelFailure): ItemError {
	const { message, description, charged, retryable } = catalogueEntry(failure);
	const { reason, kod, hata, httpStatus, evidence } = failure;
	const sentences = [description(failure), evidence, serviceSaid(failure)];
	return {
		message: withoutControlCharacters(message(failure)),
		description: withoutControlCharacters(sentences.filter(Boolean).join(' ')),
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
	return { json: { error: { ...toItemError(failure) } }, pairedItem: { item: itemIndex } };
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
