import type { PanelFailure } from './panelFailure';
import { escapeHtml, oneLine, withoutMarkup } from './serverText';
import { catalogueEntry, type Charged, type FailureCause } from './catalogue';

/** A failure put into words: the form in which it reaches the user, the workflow and the AI agent. */
export interface ItemError {
	message: string;
	description: string;
	kod: string | null;
	hata: string | null;
	httpStatus: number | null;
	charged: Charged;
	retryable: boolean;
}

/** Puts a failure into words. Message and description are safe to be shown as HTML. */
export function toItemError(failure: PanelFailure): ItemError {
	const entry = catalogueEntry(failure);
	return {
		message: withoutMarkup(entry.message(failure)),
		description: escapeHtml(
			[entry.description(failure), failure.evidence, serviceSaid(failure)]
				.filter(Boolean)
				.join(' '),
		),
		kod: failure.kod,
		hata: failure.hata,
		httpStatus: failure.httpStatus,
		charged: entry.charged,
		retryable: entry.retryable,
	};
}

/** Why n8n should think the operation did not succeed; it backs off polls by it since 2.37. */
export function failureCause(failure: PanelFailure): FailureCause | undefined {
	return catalogueEntry(failure).cause;
}

/** The service's own message and whatever else it told, such as the credits that are missing. */
function serviceSaid({ body, hata }: PanelFailure): string {
	const extras = Object.entries(body ?? {})
		.filter(([name, value]) => !['ok', 'kod', 'hata'].includes(name) && typeof value !== 'object')
		.slice(0, 5)
		.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`);
	const said = [hata, extras.length > 0 ? `(${extras.join(', ')})` : null]
		.filter(Boolean)
		.join(' ');
	if (said === '') return '';
	const hasEnd = /[.!?…]$/.test(said);
	return `The service said: “${said}”${hasEnd ? '' : '.'}`;
}
