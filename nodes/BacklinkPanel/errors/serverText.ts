/** Matches control characters, lone surrogates, marks that change the reading direction, and white space. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu;

/**
 * Makes text of the service fit for one line of an error: short, without control characters and line
 * breaks. Objects and numbers become JSON, because “[object Object]” says nothing.
 *
 * @param longest most characters that stay
 */
export function sanitizeText(value: unknown, longest = 300): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const clean = withoutControlCharacters(text);
	const characters = Array.from(clean.slice(0, 2 * longest + 2));
	return characters.length > longest ? characters.slice(0, longest).join('') + '…' : clean;
}

/** Shortens a value for use within a sentence. */
export function excerpt(value: unknown): string {
	return sanitizeText(value, 80);
}

/** Replaces line breaks, white space and control characters by single spaces. */
export function withoutControlCharacters(text: string): string {
	return text.replace(UNFIT, ' ').trim();
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Escapes a description, which n8n shows as HTML. Quotes stay, because Turkish uses the apostrophe. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Replaces angle brackets in a message, because n8n shows messages as HTML in some places. */
export function withoutMarkup(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›');
}
