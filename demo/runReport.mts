import type { Execution } from '../real-n8n/n8nClient.mts';
import { nodeOutput } from '../real-n8n/nodeOutput.mts';
import type { BooksView } from '../sandbox/sandbox.mts';
import { nodeNames } from './importedExamples.mts';

/** Result of one item of the feed. */
export interface ArticleReport {
	title: string;
	/** Outcome by the output of the workflow's nodes. */
	nodes: string;
	/** Outcome by the sandbox's books. */
	books: string;
	/** Difference between the books and the expected charges; missing if there is none. */
	problem?: string;
}

interface BookedArticle {
	title: string;
	creditsBefore: number;
	creditsAfter: number;
}

/**
 * Compares the output of the example's nodes with the sandbox's books, item by item of the feed. A
 * readable item must be in the books exactly once, any other item never.
 * @param creditsAtStart balance in the books before the run
 */
export function articleReports(
	execution: Execution,
	books: BooksView,
	creditsAtStart: number,
): ArticleReport[] {
	const booked = bookedArticles(books, creditsAtStart);
	return nodeOutput(execution, nodeNames.feed).map((item) => {
		const title = String(item.title);
		const bookings = booked.filter((article) => article.title === title);
		const { text, timesExpected } = nodesSay(execution, title);
		return {
			title,
			nodes: text,
			books: bookings.map(bookingText).join(', ') || 'nothing',
			problem: problemOf(bookings.length, timesExpected),
		};
	});
}

function bookedArticles(books: BooksView, creditsAtStart: number): BookedArticle[] {
	let credits = creditsAtStart;
	return books.charges.map((charge) => {
		const creditsBefore = credits;
		credits -= charge.credits;
		return { title: charge.subject, creditsBefore, creditsAfter: credits };
	});
}

function bookingText({ creditsBefore, creditsAfter }: BookedArticle): string {
	return `credits ${creditsBefore} → ${creditsAfter}`;
}

function nodesSay(execution: Execution, title: string): { text: string; timesExpected: number } {
	const itemOf = (nodeName: string, output = 0) =>
		nodeOutput(execution, nodeName, output).find((item) => item.title === title);

	const published = itemOf(nodeNames.published);
	if (published !== undefined) {
		const { sites, remainingCredits } = published;
		return {
			text: `published on ${sites} sites, ${remainingCredits} credits left`,
			timesExpected: 1,
		};
	}
	const notPublished = itemOf(nodeNames.notPublished);
	if (notPublished !== undefined) {
		const { message, charged } = notPublished;
		return { text: `not published: ${message} (charged: ${charged})`, timesExpected: 1 };
	}
	if (itemOf(nodeNames.check, 1) !== undefined) {
		return { text: 'not readable, so it was not sent', timesExpected: 0 };
	}
	return { text: 'nothing', timesExpected: 1 };
}

function problemOf(timesBooked: number, timesExpected: number): string | undefined {
	return timesBooked === timesExpected
		? undefined
		: `it is in the books ${timesBooked} times instead of ${timesExpected}`;
}

/** Writes the report of a run, for people. */
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

/** Lists the problems of a run: a failed execution, an empty feed, or other charges than expected. */
export function problemsOfRun(execution: Execution, articles: ArticleReport[]): string[] {
	const { status, data } = execution;
	const reason = data.resultData.error?.message ?? 'see its page in the editor';
	return [
		...(status === 'success' ? [] : [`The execution ended with status ${status}: ${reason}`]),
		...(articles.length > 0 ? [] : ['The feed has no articles']),
		...articles.flatMap(({ title, problem }) =>
			problem === undefined ? [] : [`"${title}": ${problem}`],
		),
	];
}
