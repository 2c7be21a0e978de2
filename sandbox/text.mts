/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** True if a value is an object with fields, so neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A text as it has to stand in HTML or XML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Enough of a key to tell keys apart, never enough to use one: `demo_live_…b64e`. */
export function maskedKey(key: string): string {
	const prefix = /^\w{1,20}?_live_/.exec(key)?.[0] ?? '';
	const secret = key.slice(prefix.length);
	return `${prefix}…${secret.length >= 12 ? secret.slice(-4) : ''}`;
}
