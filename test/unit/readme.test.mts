import { readFileSync } from 'node:fs';

import { withGeneratedParts } from '../../tooling/readme/generatedParts.mts';

/** Columns are padded by the formatter. */
function withoutPadding(markdown: string): string {
	return markdown.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').replace(/-{3,}/g, '---');
}

test('the generated parts of the README are current (npm run readme writes them)', () => {
	const readme = readFileSync('README.md', 'utf8');
	expect(withoutPadding(readme)).toBe(withoutPadding(withGeneratedParts(readme)));
});
