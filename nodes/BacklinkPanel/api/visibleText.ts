/** White space and invisible characters, but for those that change how the character before them looks. */
const INVISIBLE = String.raw`[[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]--[\p{M}\u{e0020}-\u{e007f}]]`;
const INVISIBLE_ENDS = new RegExp(`^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`, 'gv');

/** The text without the white space and the invisible characters at its ends. */
export function trimInvisible(text: string): string {
	return text.replace(INVISIBLE_ENDS, '');
}

/** True if nothing of a text can be seen. */
export function isBlank(text: string): boolean {
	return trimInvisible(text) === '';
}

/** A number, also as text of digits alone; undefined for anything else. */
export function parseDecimal(value: unknown): number | undefined {
	const text = typeof value === 'string' ? trimInvisible(value) : undefined;
	if (text !== undefined) return /^\d+$/.test(text) ? Number(text) : undefined;
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
