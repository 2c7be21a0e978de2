/**
 * Anything but white space, control and format characters and fillers. The format characters at the end
 * are drawn, around the numbers behind them.
 */
const SHOWN =
	/[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
/** They change how the character before them looks, as in ❤️ and in the flag of Wales. */
const BELONGS_TO_LAST =
	/^(?:[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])$/u;

/** The text without the white space and the invisible characters at its ends. */
export function trimInvisible(text: string): string {
	const start = text.search(SHOWN);
	if (start === -1) return '';
	let end = text.length;
	while (!SHOWN.test(characterBefore(end, text))) end -= characterBefore(end, text).length;
	for (const character of text.slice(end)) {
		if (!BELONGS_TO_LAST.test(character)) break;
		end += character.length;
	}
	return text.slice(start, end);
}

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
	return !SHOWN.test(text);
}

/** One character may be two places long. */
function characterBefore(end: number, text: string): string {
	return Array.from(text.slice(Math.max(0, end - 2), end)).at(-1) ?? '';
}

/** The number that a value is, or that its text writes in decimal digits; undefined for anything else. */
export function parseDecimal(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	const text = typeof value === 'string' ? trimInvisible(value) : '';
	return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
