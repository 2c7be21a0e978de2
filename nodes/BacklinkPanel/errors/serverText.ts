/** Control characters, half characters, signs that turn the direction of reading, and all white space. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu;

/**
 * Text of the service, made fit for one line of an error: no control characters, no line breaks, and not
 * too long. Objects and numbers become JSON, so that nothing reads “[object Object]”.
 *
 * @param longest how many characters stay
 */
export function sanitizeText(value: unknown, longest = 300): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const clean = withoutControlCharacters(text);
	const characters = Array.from(clean.slice(0, 2 * longest + 2));
	return characters.length > longest ? characters.slice(0, longest).join('') + '…' : clean;
}

/** The same for a value within a sentence. */
export function excerpt(value: unknown): string {
	return sanitizeText(value, 80);
}

/** A text on one line, whatever n8n or its database put into it. */
export function withoutControlCharacters(text: string): string {
	return text.replace(UNFIT, ' ').trim();
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** n8n renders an error's description as HTML; quotes stay, Turkish suffixes need their apostrophe. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** n8n shows a message as text here and as HTML there, so nothing in it may be read as markup. */
export function withoutMarkup(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›');
}
