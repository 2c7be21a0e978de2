import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import type { Scenarios } from '../scenarios.mts';
import { docsLabels } from './docsLabels.mts';
import type { Editor } from './Editor.mts';

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
