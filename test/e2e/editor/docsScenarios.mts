import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

import { markdownFiles, prose, textOf } from '../../documentation/markdown.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';
import { quoted } from './readmeSteps.mts';

/** Pages to leave out: pages for contributors, and translations, which name the same labels. */
const OTHER_PAGES = /^(?!README\.md$|docs\/[^/]+$)|architecture|benchmarks/;

/** Bold words that begin a paragraph, a list item or a table row, and are not labels. */
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
 * Lists the labels in README.md and docs/: bold words, and “Retry …” in quotes. Bold sentences and bold words
 * in lower case are not labels.
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

/** Searches n8n for each label of a button or field that the documentation names. */
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

/** Yields n8n's descriptions of its nodes and credentials, then each script of the editor. */
async function* textsOfN8n(page: Page): AsyncGenerator<string> {
	const textAt = async (path: string) =>
		await page.evaluate(async (address) => await (await fetch(address)).text(), path);
	yield await textAt('/types/nodes.json');
	yield await textAt('/types/credentials.json');
	const scripts = new Set(namesOfScripts(await textAt('/')));
	// The loop also visits scripts that are added to the set meanwhile.
	for (const script of scripts) {
		const text = await textAt(`/assets/${script}`);
		yield text;
		for (const found of namesOfScripts(text)) scripts.add(found);
	}
}

function namesOfScripts(text: string): string[] {
	return [...text.matchAll(/[\w.-]+-[\w-]{8}\.js\b/g)].map(([name]) => name);
}

/** True if the text has the label as a whole string; n8n may add something in parentheses. */
function hasLabel(text: string, label: string): boolean {
	return ['"', "'", '`'].some((quote) =>
		[quote, ' ('].some((end) => text.includes(`${quote}${label}${end}`)),
	);
}
