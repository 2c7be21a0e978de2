import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { markdownFiles, prose, textOf } from './markdown.mts';

/** Phrases for which n8n's own term or a plain word exists. */
const refusedEverywhere = [
	/\b(takes?|took|taken|taking) note\b/i,
	/\bin vain\b/i,
	/\btells? (a|all|those|of|what|anew)\b/i,
	/\b(is|are|was|were|been) told\b/i,
	/\btold (again|once|to n8n|for)\b/i,
	/\bknows? nothing\b/i,
	/\bsays? nothing of\b/i,
	/\b(left|leave|leaves|stays?) open\b/i,
	/\bwhat became of\b/i,
	/\bactivat(e|es|ed|ion)\b/i,
];

/** Phrases that pages must not have, because a plainer or shorter one exists. */
const refusedInPages = [
	...refusedEverywhere,
	/\btells?\b/i,
	/\btold\b/i,
	/\b(easily|simply|just|powerful|seamless(ly)?|robust|effortless(ly)?|blazing|awesome|smart)\b/i,
];

/** Turkish synonyms that pages must not have, so that each term has one word. */
const refusedInTurkish = [
	/aktif(leştir|\s+et)/i,
	/(hız|oran) sınır/i,
	/tekrar den/i,
	/belirsiz/i,
	/(fatura|ücret)lendir/i,
	/yayımla/i,
	/uçuştaki/i,
	/yerleşim/i,
];

/** True if a page is English, and neither about the code nor generated from measurements. */
const isPlainEnglish = (file: string) =>
	!/(^docs\/tr\/|^docs\/(architecture|benchmarks)\.md$)/.test(file);

test.each(markdownFiles.filter(isPlainEnglish))('%s is in plain words', (file) => {
	const text = prose(textOf(file)).replace(/\s+/g, ' ');
	expect(found(refusedInPages, text)).toEqual([]);
});

test.each(markdownFiles.filter((file) => file.startsWith('docs/tr/')))(
	'%s has one word for each term',
	(file) => {
		expect(found(refusedInTurkish, prose(textOf(file)).replace(/\s+/g, ' '))).toEqual([]);
	},
);

test('the texts of the nodes are in plain words', () => {
	const texts = ['nodes', 'credentials'].flatMap((folder) =>
		filesIn(folder, '.ts').flatMap((file) => saidBy(file)),
	);
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.flatMap((text) => found(refusedEverywhere, text))).toEqual([]);
});

test('the notes of the examples are in plain words', () => {
	const notes = filesIn('examples', '.json').map((file) => textOf(file));
	expect(notes.flatMap((note) => found(refusedInPages, note))).toEqual([]);
});

function filesIn(folder: string, end: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => join(folder, name));
}

function found(words: RegExp[], text: string): string[] {
	return words.flatMap((word) =>
		[...text.matchAll(new RegExp(word, 'gi'))].map(({ index }) =>
			text.slice(Math.max(0, index - 30), index + 40),
		),
	);
}

/** Lists the string literals and templates of a source file, but not the paths of its imports. */
function saidBy(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest));
	return texts;
}
