import { readFileSync } from 'node:fs';

import { tables } from '../../documentation/markdown.mts';

export interface ReadmeStep {
	/** Labels of the editor: bold text. */
	labels: string[];
	/** Names of fields, and expressions: text in backticks. */
	code: string[];
}

const readme = readFileSync('README.md', 'utf8');

function section(title: string): string {
	const [, after] = readme.split(`\n## ${title}\n`);
	if (after === undefined) throw new Error(`README.md has no section “${title}”`);
	return after.split('\n## ')[0] ?? '';
}

export function firstWorkflow(): ReadmeStep[] {
	const [, ...steps] = section('First workflow').split(/^\d\. /m);
	// Cuts off the text after the last step.
	return steps.map((step) => step.split('\n\n')[0] ?? '').map(quoted);
}

export function credentialForm(): { type: string; fields: string[] } {
	const text = section('Credential');
	const [type = ''] = quoted(text).labels;
	const rows = tables(text)[0]?.slice(1) ?? [];
	return { type, fields: rows.map(([field = '']) => field) };
}

/** Finds the bold text and the code in a text. Line breaks become spaces. */
export function quoted(text: string): ReadmeStep {
	const all = (pattern: RegExp) =>
		[...text.matchAll(pattern)].map(([, found = '']) => found.replace(/\s+/g, ' '));
	return { labels: all(/\*\*([^*]+)\*\*/g), code: all(/`([^`]+)`/g) };
}
