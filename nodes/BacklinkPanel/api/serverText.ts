const LONGEST_TEXT = 300;

/**
 * Text of the service, made fit for one line of an error: no control characters, no line breaks,
 * at most 300 characters. Objects and numbers become JSON, so that nothing reads “[object Object]”.
 */
export function oneLine(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\s]+/gu, ' ').trim();
	const characters = Array.from(clean.slice(0, 2 * LONGEST_TEXT));
	return characters.length > LONGEST_TEXT
		? characters.slice(0, LONGEST_TEXT).join('') + '…'
		: clean;
}

/** n8n renders an error's description as HTML; quotes stay, Turkish suffixes need their apostrophe. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * Removes the API key from whatever the service sent back, at any depth. A service that echoes its
 * request would otherwise put the key into outputs, logs and error texts.
 */
export function withoutKey(value: unknown, apiKey: string): unknown {
	// A key is printable ASCII, so JSON writes it as it is but for quotes and backslashes.
	const keyInJson = JSON.stringify(apiKey).slice(1, -1);
	const text = JSON.stringify(value) ?? '';
	return text.includes(keyInJson) ? JSON.parse(text.split(keyInJson).join('[API key]')) : value;
}
