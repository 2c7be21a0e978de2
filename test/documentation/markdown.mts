import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose Markdown files are tested, as far as the folders exist. */
const folders = ['.', 'docs', 'docs/tr', 'examples', '.github'];

export const markdownFiles = folders
	.filter((folder) => existsSync(folder))
	.flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.md'))
			.map((name) => join(folder, name)),
	);

export function textOf(file: string): string {
	return readFileSync(file, 'utf8');
}

/** Returns the text of a page without code blocks and HTML comments. */
export function prose(markdown: string): string {
	return markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/<!--[\s\S]*?-->/g, '');
}

export interface Heading {
	level: number;
	text: string;
}

export function headings(markdown: string): Heading[] {
	return [...prose(markdown).matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', text = '']) => ({
		level: marks.length,
		text,
	}));
}

/** Lists the anchors that GitHub gives to headings. */
export function anchors(markdown: string): string[] {
	return headings(markdown).map(({ text }) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Lists the tables, each as rows of cells; the head is the first row. */
export function tables(markdown: string): string[][][] {
	return [...prose(markdown).matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
		table
			.trim()
			.split('\n')
			.filter((_, index) => index !== 1)
			.map(cellsOf),
	);
}

function cellsOf(row: string): string[] {
	return row
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** Lists the addresses of links and pictures, in Markdown and in HTML. */
export function addresses(markdown: string): string[] {
	const text = prose(markdown);
	const inMarkdown = [...text.matchAll(/\]\(([^()\s]+)\)/g)];
	const inHtml = [...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
	return [...inMarkdown, ...inHtml].map(([, address = '']) => address);
}
