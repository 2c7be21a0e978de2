const REDACTED = '[API key]';

/** Returns a copy of a value without the API key. */
export type Redact = <Value>(value: Value) => Value;

/**
 * Makes a function that removes the API key at any depth, also from names of fields. Finds the key as it is,
 * percent-encoded, and in base64. A service that echoes requests would put the key into outputs.
 *
 * @param apiKey at least 8 printable ASCII characters; a shorter key would be found inside other texts
 */
export function createRedactor(apiKey: string): Redact {
	const forms = inBase64(apiKey).join('|').replaceAll('+', '\\+').replaceAll('/', '\\\\?/');
	// The next base64 digit after the key may hold bits of the key and bits of the following text.
	const encoded = new RegExp(`(?:${forms})[\\w+/-]?={0,2}`, 'g');
	const plain = new RegExp([...apiKey].map(plainOrPercentEncoded).join(''), 'g');
	const clean = (text: string) => text.replace(plain, REDACTED).replace(encoded, REDACTED);
	// Safe cast: removing the key does not change the type of a value.
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

function plainOrPercentEncoded(character: string): string {
	const hex = character.charCodeAt(0).toString(16);
	// JSON may have a backslash before a character.
	return `\\\\?(?:\\x${hex}|%${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
}

/** Lists the forms of the key in base64 and base64url, each at three offsets: base64 encodes three bytes at a time. */
function inBase64(apiKey: string): string[] {
	return [0, 1, 2].flatMap((bytesBefore) => {
		const bytes = Buffer.from(' '.repeat(bytesBefore) + apiKey);
		// Keeps only the base64 digits made of the key alone: the others vary with the text around it.
		const [first, end] = [Math.ceil((bytesBefore * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		return [bytes.toString('base64'), bytes.toString('base64url')].map((t) => t.slice(first, end));
	});
}
