/** A table in Markdown; the formatter pads its columns. */
export function markdownTable(head: string[], rows: Array<Array<string | number>>): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
