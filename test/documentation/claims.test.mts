import { existsSync } from 'node:fs';

import { english } from '../../tooling/documentation/english.mts';
import { languages } from '../../tooling/documentation/languages.mts';
import { plain, prose, tables, textOf } from './markdown.mts';

/** What a statement about money, limits or versions has in it, besides expressions and the name of n8n. */
const needsTest =
	/\d|credits\b.*\bspen|charg|costs? |free\b|spend\b|paid|order(s|ed|ing)? again|skip|unknown|rate limit|Max Credits|Minimum Balance/i;
const withoutNames = (statement: string) => statement.replace(/`[^`]*`|n8n(?! \d)/g, '');

/** The table rows, without heads, and the sentences of the README, up to the links at its end. */
function statements(readme: string): string[] {
	// A generated part says what the code says.
	const written = readme.replace(/<!-- (.+) -->[^]*<!-- \/\1 -->/g, '');
	const [told = ''] = prose(written).split('\n## More\n');
	return told
		.replace(/^\|.*\|\n(?=\| -)/gm, '')
		.split(/\n(?=\n|- |\d\. |\|)/)
		.filter((block) => !/^\s*#/.test(block))
		.flatMap((block) =>
			plain(block.replace(/^\s*(-|\d\.) /, '')).split(/(?<=[.:;])\s+(?=\p{Lu}|\{\{|\()/u),
		);
}

/** Each statement as the READMEs say it, in the order of the languages, and the test that shows it. */
const claims = tables(textOf('docs/claims.md')).flatMap((rows) =>
	rows.slice(1).map((row) => {
		const [file = '', test = ''] = row.slice(languages.length);
		return {
			said: row.slice(0, languages.length).map(plain),
			file: file.replaceAll('`', ''),
			test,
		};
	}),
);

test.each(claims)('$file has the test “$test”', ({ file, test: name }) => {
	expect(existsSync(file) ? namesIn(file) : '').toContain(name);
});

/** The names of the tests about charges are the words of the page about charges. */
function namesIn(file: string): string {
	const source = textOf(file);
	const words = Object.values(english.charges.situations);
	return source.includes('english.charges') ? [source, ...words].join('\n') : source;
}

test.each(languages)('$readme says what the page of claims says that it says', ({ readme }) => {
	const text = plain(textOf(readme));
	const index = languages.findIndex((language) => language.readme === readme);
	const said = claims.map((claim) => claim.said[index] ?? '');
	expect(said.filter((sentence) => sentence === '' || !text.includes(sentence))).toEqual([]);
});

test('no statement of the README about money, limits or versions is without a test', () => {
	const open = statements(textOf('README.md')).filter(
		(statement) =>
			needsTest.test(withoutNames(statement)) &&
			!claims.some(
				({ said: [claim = ''] }) => statement.includes(claim) || claim.includes(statement),
			),
	);
	expect(open).toEqual([]);
});
