import { operationName } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { nodeProperties, operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { markdownTable } from '../markdownTable.mts';
import { charges, type ChargeName } from './charges.mts';
import { errorsTables, reasonsTable } from './errorsTable.mts';
import { languages } from './languages.mts';
import type { Words } from './Words.mts';

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

/** Writes the table of charges by situation, in Markdown. */
function chargesTable({ charges: { head, situations } }: Words): string {
	const rows = Object.entries(charges).map(([name, { requests, credits }]) => [
		// Safe cast: the table has these keys.
		situations[name as ChargeName],
		requests,
		credits,
	]);
	return markdownTable(head, rows);
}

/** Writes the table of operations and prices, in Markdown. */
function operationsTable({ operations: words }: Words): string {
	const rows = operations.map((operation) => {
		const price = operation.spendsCredits ? operation.priceText : 'free';
		return [
			`${shownAs(operation.resource)} → ${operation.name}`,
			words.descriptions?.[operationName(operation)] ?? operation.description,
			words.prices?.[price] ?? price,
		];
	});
	return markdownTable(words.head, rows);
}

/** Finds the menu's name of a resource. */
function shownAs(resource: string): string {
	const choices = nodeProperties()[0]?.options ?? [];
	return choices.find((choice) => 'value' in choice && choice.value === resource)?.name ?? resource;
}
