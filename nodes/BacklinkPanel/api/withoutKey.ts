/**
 * Removes the API key from whatever the service sent back, at any depth. A service that echoes its
 * request would otherwise put the key into outputs, logs and error texts.
 */
export function withoutKey(value: unknown, apiKey: string): unknown {
	const forms = [...new Set([apiKey, inJson(apiKey), encodeURIComponent(apiKey)])];
	// A list of thousands is searched as text much faster than walked.
	const text = JSON.stringify(value) ?? '';
	const isFree = !forms.some((form) => text.includes(inJson(form)));
	return isFree ? value : cleaned(value, forms);
}

function cleaned(value: unknown, forms: string[]): unknown {
	if (typeof value === 'string') return cleanedText(value, forms);
	if (Array.isArray(value)) return value.map((entry) => cleaned(entry, forms));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [cleanedText(name, forms), cleaned(entry, forms)]),
	);
}

function cleanedText(text: string, forms: string[]): string {
	return forms.reduce((clean, form) => clean.replaceAll(form, '[API key]'), text);
}

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
