import { existsSync } from 'node:fs';

import { documents, withGeneratedParts } from '../../tooling/documentation/generatedParts.mts';
import { textOf } from './markdown.mts';

/** Removes the padding of table cells, which Prettier adds to the written pages. */
function withoutPadding(markdown: string): string {
	return markdown.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').replace(/-{3,}/g, '---');
}

test.each(documents.filter((file) => existsSync(file)))(
	'the generated parts of %s are current (npm run docs writes them)',
	(file) => {
		const text = textOf(file);
		expect(withoutPadding(text)).toBe(withoutPadding(withGeneratedParts(file, text)));
	},
);
