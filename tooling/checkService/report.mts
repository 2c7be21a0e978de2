import type { Finding, Verdict } from './finding.mts';

const headings: Array<[Verdict, string]> = [
	['differs', 'Differs from the documentation, or from what the node can use'],
	['notDocumented', 'Not documented, and the node copes with it'],
];

/** The tables of what was found, and how much is as documented. */
export function report(findings: Finding[]): string {
	const tables = headings.map(([verdict, heading]) => {
		const rows = merged(findings.filter((finding) => finding.verdict === verdict));
		return `${heading}: ${rows.length === 0 ? 'nothing' : rows.length}\n${table(rows)}`;
	});
	const same = findings.filter(({ verdict }) => verdict === 'asDocumented').length;
	return [...tables, `As documented: ${same} of ${findings.length} comparisons`].join('\n');
}

/** What all answers have in common is said once. */
function merged(findings: Finding[]): Finding[] {
	const rows = new Map<string, Finding>();
	for (const finding of findings) {
		const { answer, ...rest } = finding;
		const known = rows.get(JSON.stringify(rest));
		const answers = known === undefined ? answer : `${known.answer}, ${answer}`;
		rows.set(JSON.stringify(rest), { ...finding, answer: answers });
	}
	return [...rows.values()];
}

function table(rows: Finding[]): string {
	if (rows.length === 0) return '';
	const head = ['Answer', 'What', 'Documented', 'This service', 'The node'];
	const cells = rows.map(({ answer, what, documented, seen, node }) =>
		[answer, what, documented, seen, node].map(cell),
	);
	const lines = [head, head.map(() => '---'), ...cells];
	return `\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

/** One line, nothing that ends a cell or steers a terminal. */
function cell(text: string): string {
	return text
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.replaceAll('|', '\\|')
		.slice(0, 300);
}
