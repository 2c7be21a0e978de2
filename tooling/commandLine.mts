/** Mistake of the user on the command line, shown beside the help text without a stack trace. */
export class CommandLineMistake extends Error {
	override name = 'CommandLineMistake';
}

/**
 * Finds the names that contain one of the given texts; all names if no text is given.
 * @throws CommandLineMistake if a text is in no name
 */
export function namesWith(texts: string[] | undefined, names: string[]): string[] {
	if (texts === undefined) return names;
	const vain = texts.filter((text) => !names.some((name) => name.includes(text)));
	if (vain.length === 0) return names.filter((name) => texts.some((text) => name.includes(text)));
	throw new CommandLineMistake(
		`Nothing has “${vain.join('”, “')}” in its name. There are: ${names.join(', ')}`,
	);
}
