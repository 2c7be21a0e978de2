const REDACTED = '[API key]';

/** Hands on what it gets, without the key. */
export type Redact = <Value>(value: Value) => Value;

/**
 * Takes the API key out of what the service sent back, at any depth and in names of fields too: as it is,
 * percent-encoded, and in base64. A service that echoes its request would put it into outputs and logs.
 *
 * @param apiKey at least 8 printable ASCII characters; in shorter ones, other texts would be found
 */
export function createRedactor(apiKey: string): Redact {
	const forms = [apiKey, encodeURIComponent(apiKey), ...inBase64(apiKey)];
	const clean = (text: string) =>
		forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);
	// The form of a value stays the same.
	return <Value>(value: Value) => redacted(value, clean) as Value;
}

function redacted(value: unknown, clean: (text: string) => string): unknown {
	if (typeof value === 'string') return clean(value);
	if (Array.isArray(value)) return value.map((entry) => redacted(entry, clean));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [clean(name), redacted(entry, clean)]),
	);
}

/** Base64 of a longer text with the key in it: three bytes are four digits, so it has one of three forms. */
function inBase64(apiKey: string): string[] {
	return [0, 1, 2].flatMap((bytesBefore) => {
		const bytes = Buffer.from(' '.repeat(bytesBefore) + apiKey);
		// Digits that hold bits of the key alone.
		const [first, end] = [Math.ceil((bytesBefore * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		return [bytes.toString('base64'), bytes.toString('base64url')].map((t) => t.slice(first, end));
	});
}
