import { errorsTable } from './errorsTable.mts';

/** The parts of the README that are made from the code, by name. */
const parts: Record<string, () => string> = { errors: errorsTable };

/**
 * The README with its generated parts as they should be. A part stands between the marks
 * `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws when a mark is missing
 */
export function withGeneratedParts(readme: string): string {
	return Object.entries(parts).reduce((text, [name, generate]) => {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const [before, after] = [text.indexOf(begin), text.indexOf(end)];
		if (before < 0 || after < before) throw new Error(`The README has no part “${name}”`);
		return `${text.slice(0, before + begin.length)}\n\n${generate()}\n\n${text.slice(after)}`;
	}, readme);
}
