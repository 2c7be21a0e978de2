import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

import { markdownFiles, prose, textOf } from '../../documentation/markdown.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { quoted } from './readmeSteps.mts';

/** For those who work on the package, and pages of other languages, which name the same labels. */
const OTHER_PAGES = /^(?!README\.md$|docs\/[^/]+$)|architecture|benchmarks/;

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

interface DocsLabel {
	page: string;
	label: string;
}

/**
 * The labels that README.md and docs/ have in bold, or, in tables, in “Retry …”. Bold sentences and words in
 * lower case are none.
 */
function docsLabels(): DocsLabel[] {
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

/** What the documentation calls a button or a field, against what n8n calls it. */
export async function docsScenarios(editor: Editor, scenarios: Scenarios): Promise<void> {
	await editor.run(scenarios, 'every label that the documentation names is in n8n', async () => {
		await editor.goTo('/home/workflows');
		let missing = docsLabels();
		assert.ok(missing.length > 0);
		for await (const text of textsOfN8n(editor.page)) {
			missing = missing.filter(({ label }) => !hasLabel(text, label));
			if (missing.length === 0) return;
		}
		assert.deepEqual(missing, []);
	});
}

/** The nodes and credentials that n8n has, and then each script of the editor. */
async function* textsOfN8n(page: Page): AsyncGenerator<string> {
	const textAt = async (path: string) =>
		await page.evaluate(async (address) => await (await fetch(address)).text(), path);
	yield await textAt('/types/nodes.json');
	yield await textAt('/types/credentials.json');
	const scripts = new Set(namesOfScripts(await textAt('/')));
	// A set goes on to what is added to it meanwhile.
	for (const script of scripts) {
		const text = await textAt(`/assets/${script}`);
		yield text;
		for (const found of namesOfScripts(text)) scripts.add(found);
	}
}

function namesOfScripts(text: string): string[] {
	return [...text.matchAll(/[\w.-]+-[\w-]{8}\.js\b/g)].map(([name]) => name);
}

/** Whether it is a whole text; n8n may have an addition in parentheses behind it. */
function hasLabel(text: string, label: string): boolean {
	return ['"', "'", '`'].some((quote) =>
		[quote, ' ('].some((end) => text.includes(`${quote}${label}${end}`)),
	);
}
