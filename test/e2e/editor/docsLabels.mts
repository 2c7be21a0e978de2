import { markdownFiles, prose, textOf } from '../../documentation/markdown.mts';
import { quoted } from './readmeSteps.mts';

/** For those who work on the package, and pages of other languages, which name the same labels. */
const OTHER_PAGES = /^(?!README\.md$|docs\/[^/]+$)|architecture|benchmarks|claims/;

/** Bold words that begin a paragraph, a list or a table, and are no labels. */
const LEAD_INS = [
	'A new execution of a published workflow orders again',
	'An order whose answer was lost',
	'Another execution',
	'Dates',
	'IDs',
	'Idempotency keys',
	'If n8n ends in the middle',
	'In the editor',
	'Keys that are the same by mistake',
	'Retry On Fail and the Retry button',
	'The first article is not limited',
	'The prices',
	'To order again under a used key',
	'When a worker ends in the middle of an execution',
];

export interface DocsLabel {
	page: string;
	label: string;
}

/**
 * The labels that README.md and docs/ have in bold, or, in tables, in “Retry …”. Bold sentences and words in
 * lower case are none.
 */
export function docsLabels(): DocsLabel[] {
	return markdownFiles
		.filter((page) => !OTHER_PAGES.test(page))
		.flatMap((page) => labelsOf(prose(textOf(page))).map((label) => ({ page, label })));
}

function labelsOf(text: string): string[] {
	const inQuotes = [...text.matchAll(/“(Retry [^”]+)”/g)].map(([, found = '']) => found);
	const labels = [...quoted(text).labels, ...inQuotes]
		.filter((bold) => /^\p{Lu}.*[^.]$/u.test(bold) && !LEAD_INS.includes(bold))
		.flatMap((path) => path.split(/ → |: /))
		.map((label) => label.trim());
	return [...new Set(labels)];
}
