import type { BooksView } from '../sandbox/sandbox.mts';
import type { ArticleReport } from './articleReport.mts';

/** What happened in a run, for people. */
export function printedRun(
	articles: ArticleReport[],
	creditsBefore: number,
	books: BooksView,
): string {
	const lines = articles.flatMap(({ title, nodes, books: booked, problem }) => [
		`  "${title}"`,
		`      n8n:     ${nodes}`,
		`      sandbox: ${booked}`,
		...(problem === undefined ? [] : [`      PROBLEM: ${problem}`]),
	]);
	const total = `Credits: ${creditsBefore} before the run, ${books.balance} after it.`;
	return ['', ...lines, '', total].join('\n');
}
