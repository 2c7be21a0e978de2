/** A mistake on the command line: told beside the help text, without a stack trace. */
export class CommandLineMistake extends Error {
	override name = 'CommandLineMistake';
}

/**
 * The names that have one of the given texts in them; all names where no text is given.
 * @throws CommandLineMistake when a text is in none of them
 */
export function namesWith(texts: string[] | undefined, names: string[]): string[] {
	if (texts === undefined) return names;
	const vain = texts.filter((text) => !names.some((name) => name.includes(text)));
	if (vain.length === 0) return names.filter((name) => texts.some((text) => name.includes(text)));
	throw new CommandLineMistake(
		`Nothing has “${vain.join('”, “')}” in its name. There are: ${names.join(', ')}`,
	);
}
