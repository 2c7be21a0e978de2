import { readFileSync } from 'node:fs';

import { documents, withGeneratedParts } from '../../tooling/readme/generatedParts.mts';

/** Columns are padded by the formatter. */
function withoutPadding(markdown: string): string {
	return markdown.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').replace(/-{3,}/g, '---');
}

test.each(documents)(
	'the generated parts of %s are current (npm run readme writes them)',
	(file) => {
		const text = readFileSync(file, 'utf8');
		expect(withoutPadding(text)).toBe(withoutPadding(withGeneratedParts(file, text)));
	},
);
