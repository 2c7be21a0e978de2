/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function seconds(ms: number): string {
	return `${Math.round(ms / 1000)} s`;
}

export function percent(share: number): string {
	return `${Math.round(share * 100)} %`;
}
