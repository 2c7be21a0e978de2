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
