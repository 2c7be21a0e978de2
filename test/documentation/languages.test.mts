import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { languages, pages, type Language } from '../../tooling/documentation/languages.mts';
import { addresses, headings, markdownFiles, prose, tables, textOf } from './markdown.mts';

/** Lists the compared files of a language, in the same order for each language. */
const filesOf = ({ readme, folder }: Language) => [
	readme,
	...pages.map((page) => join(folder, page)),
];
const [english, ...others] = languages;
const pairs = others.flatMap((other) =>
	filesOf(other).map((file, index) => ({
		file,
		original: filesOf(english as Language)[index] ?? '',
	})),
);

test('every page is there in English', () => {
	expect(filesOf(english as Language).filter((file) => !existsSync(file))).toEqual([]);
});

test('every README is of a language whose pages are compared', () => {
	const readmes = markdownFiles.filter((file) => /^(docs\/\w+\/)?README/.test(file));
	expect(readmes).toEqual(expect.arrayContaining(languages.map(({ readme }) => readme)));
	expect(readmes).toHaveLength(languages.length);
});

/** Describes the structure of a page, which has to be the same in every language. */
function structureOf(file: string) {
	const text = textOf(file);
	return {
		headings: headings(text).map(({ level }) => level),
		tables: tables(text).map((rows) => rows.map(({ length }) => length)),
		listItems: (text.match(/^\s*(?:- |\d+\. )/gm) ?? []).length,
		codeBlocks: text.match(/^```[\s\S]*?^```$/gm) ?? [],
		targets: targetsOf(file),
		figures: figuresOf(text),
	};
}

/** Lists the targets of links as paths of English pages, without pages that have no English version. */
function targetsOf(file: string): string[] {
	const targets = addresses(textOf(file))
		.map((address) => address.replace(/#.*$/, ''))
		.map((path) => (/^[a-z]+:/.test(path) ? path : join(dirname(file), path)))
		.map((path) => path.replace('docs/tr/README.md', 'README.md').replace('docs/tr/', 'docs/'))
		.filter((path) => /^[a-z]+:/.test(path) || existsSync(path));
	return [...new Set(targets)].sort();
}

/** Lists the numbers in each section, without thousands separators, because these differ by language. */
function figuresOf(text: string): string[][] {
	return prose(text)
		.split(/^#+ .*$/m)
		.map((section) => section.replace(/(?<=\d)[.,](?=\d{3}\b)/g, '').match(/\d+/g) ?? [])
		.map((figures) => [...new Set(figures)].sort());
}

/** Lists the n8n expressions of a page, because a translation must not change them. */
function expressionsOf(file: string): string[] {
	return [...new Set(textOf(file).match(/\{\{ .*? \}\}/g) ?? [])].sort();
}

if (pairs.length > 0) {
	test.each(pairs)(
		'$file has the sections, tables and lists of $original',
		({ file, original }) => {
			expect(structureOf(file)).toEqual(structureOf(original));
			expect(expressionsOf(file)).toEqual(expressionsOf(original));
		},
	);
}
