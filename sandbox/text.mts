/** Parses a JSON text; undefined if the text is no JSON. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** True for an object with fields: neither null nor an array. */
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

/** Escapes a text for HTML or XML, also in quoted attributes. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Masks a key so that keys stay distinguishable: `demo_live_…b64e`. */
export function maskedKey(key: string): string {
	const prefix = /^\w{1,20}?_live_/.exec(key)?.[0] ?? '';
	const secret = key.slice(prefix.length);
	return `${prefix}…${secret.length >= 12 ? secret.slice(-4) : ''}`;
}
