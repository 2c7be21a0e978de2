import { existsSync } from 'node:fs';

import { documents, withGeneratedParts } from '../../tooling/documentation/generatedParts.mts';
import { textOf } from './markdown.mts';

/** Columns are padded by the formatter. */
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
