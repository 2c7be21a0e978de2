/**
 * Writes a table in Markdown; the formatter pads its columns.
 * @param others alignment of the columns after the first
 */
export function markdownTable(
	head: string[],
	rows: Array<Array<string | number>>,
	others: 'left' | 'right' = 'left',
): string {
	const rule = head.map((_, column) => (column > 0 && others === 'right' ? '---:' : '---'));
	return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
