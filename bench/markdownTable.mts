/** A table in Markdown: the first column is aligned to the left, the others to the right. */
export function markdownTable(head: string[], rows: string[][]): string {
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
