import { chargesTable } from './chargesTable.mts';
import { errorsTables, reasonsTable } from './errorsTable.mts';
import { languages } from './languages.mts';
import { operationsTable } from './operationsTable.mts';

/** Parts of documents that are made from the code, by file and name. */
const parts: Record<string, Record<string, () => string>> = {};
for (const { words, folder, readme } of languages) {
	parts[readme] = { operations: () => operationsTable(words) };
	parts[`${folder}/errors.md`] = {
		errors: () => errorsTables(words),
		reasons: () => reasonsTable(words),
	};
	parts[`${folder}/charges.md`] = { charges: () => chargesTable(words) };
}

/** The files that have generated parts. */
export const documents = Object.keys(parts);

/**
 * Writes the generated parts into a document. A part stands between the marks `<!-- name -->` and `<!--
 * /name -->`.
 *
 * @throws if a mark is missing
 */
export function withGeneratedParts(file: string, document: string): string {
	return Object.entries(parts[file] ?? {}).reduce((text, [name, generate]) => {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const [before, after] = [text.indexOf(begin), text.indexOf(end)];
		if (before < 0 || after < before) throw new Error(`${file} has no part “${name}”`);
		return `${text.slice(0, before + begin.length)}\n\n${generate()}\n\n${text.slice(after)}`;
	}, document);
}
