import { ADDRESS, articleEvidence, evidence } from './evidenceOfLists.mts';

describe('the same address', () => {
	test.each([
		['http', 'http://example.com/page'],
		['without a scheme', 'example.com/page'],
		['capitals in the host', 'HTTPS://Example.COM/page'],
		['a slash at the end', 'https://example.com/page/'],
		['the usual port', 'https://example.com:443/page'],
		['a fragment', 'https://example.com/page#top'],
		['spaces around', ' https://example.com/page\n'],
		['percent signs that need not be', 'https://example.com/p%61ge'],
		['an invisible character', 'https://example.com/page\u200b'],
	])('%s', (_, shown) => {
		expect(evidence(ADDRESS, { hedefUrl: shown })).toContain(', 1 for “');
	});

	test.each([
		['https://example.com/?a=1&b=2', 'https://example.com?a=1&amp;b=2'],
		['https://example.com/?q=iki kelime', 'https://example.com/?q=iki+kelime'],
		['https://example.com/çiçek', 'https://example.com/%c3%a7i%C3%A7ek'],
		['https://çiçek.example/', 'http://xn--iek-1lab.example'],
		['https://example.com/100%', 'https://example.com/100%'],
		['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
		['https://example.com/a%2fb', 'example.com/a%2Fb/'],
		['http://example.com/page', 'example.com/page'],
		['https://example.com', 'example.com'],
		['https://example.com', 'example.com?'],
		['https://example.com', 'example.com#top'],
		['https://example.com:8080', 'example.com:8080'],
		['https://a-1.b2.example.com/page', 'a-1.b2.example.com/page'],
		['https://example.com/?u=https://a.example', 'example.com/?u=https://a.example'],
	])('%s is %s', (ordered, shown) => {
		expect(evidence(ordered, { hedefUrl: shown })).toContain(', 1 for “');
	});

	test.each([
		['another path', 'https://example.com/page2'],
		['another host', 'https://www.example.com/page'],
		['another query', 'https://example.com/page?a=1'],
		['another port', 'https://example.com:8443/page'],
		['a path in which the slash means something else', 'https://example.com%2Fpage'],
		['a text in which it is', `see ${ADDRESS}`],
		['one with a user', 'user:word@example.com/page'],
		['a mail address', 'somebody@example.com/page'],
		['one with a port that is none', 'example.com:page'],
	])('is not %s', (_, shown) => {
		expect(evidence(ADDRESS, { hedefUrl: shown })).toContain(', none for “');
	});
});

describe('the same title', () => {
	test.each([
		['entities', 'Tom & Jerry’nin "evi"', 'Tom &amp; Jerry&#8217;nin &quot;evi&quot;'],
		['entities of entities', 'A & B', 'A &amp;amp; B'],
		[
			'letters as entities',
			'Çiçek Şişli ığ',
			'&Ccedil;i&ccedil;ek &#350;i&scedil;li &inodot;&gbreve;',
		],
		['hexadecimal entities', 'ş', '&#x15F;'],
		['the last character there is', '\u{10ffff}', '&#1114111;'],
		['composed letters', 'Çiçek', 'Çiçek'.normalize('NFD')],
		['white space', 'Five ways', ' Five \u00a0\n ways '],
		['an entity that is none', '&foo; &#1114112;', '&foo; &#1114112;'],
		['capitals', 'Beş yol', 'BEŞ YOL'],
		['Turkish capitals', 'İstanbul ışıkları', 'istanbul IŞIKLARI'],
	])('%s', (_, ordered, shown) => {
		expect(articleEvidence(ordered, shown)).toContain(', 1 for “');
	});

	test.each([
		['&', 'amp'],
		['<', 'lt'],
		['>', 'gt'],
		['"', 'quot'],
		["'", 'apos'],
		[' ', 'nbsp'],
		['–', 'ndash'],
		['—', 'mdash'],
		['‘', 'lsquo'],
		['’', 'rsquo'],
		['“', 'ldquo'],
		['”', 'rdquo'],
		['«', 'laquo'],
		['»', 'raquo'],
		['…', 'hellip'],
		['·', 'middot'],
		['•', 'bull'],
		['€', 'euro'],
		['ß', 'szlig'],
		['ı', 'inodot'],
		['ı', 'imath'],
		['à', 'agrave'],
		['é', 'eacute'],
		['î', 'icirc'],
		['ñ', 'ntilde'],
		['ğ', 'gbreve'],
		['ż', 'zdot'],
		['ü', 'uuml'],
		['å', 'aring'],
		['š', 'scaron'],
		['ç', 'ccedil'],
	])('with %s by its name in HTML: &%s;', (character, name) => {
		expect(articleEvidence(`a${character}b`, `a&${name};b`)).toContain(', 1 for “');
	});

	test('in the same capitals and small letters comes before others', () => {
		const told = articleEvidence('Five Ways', 'five ways', 'Five Ways');
		expect(told).toContain(', 1 for “Five Ways”');
		expect(told).toContain('article tn_1');
	});

	test.each(['Five ways', 'F'])('“%s” is not part of a longer one', (title) => {
		expect(articleEvidence(title, 'Five ways to care')).toContain(', none for “');
	});

	test.each([
		['example.com', 'http://example.com/'],
		['example.com/?u=https://a.example', 'http://example.com/?u=https://a.example'],
		['https://blog/', 'Blog'],
	])('%s is not the address %s, and the other way round', (ordered, shown) => {
		expect(articleEvidence(ordered, shown)).toContain(', none for “');
	});

	test('may be 5000 characters long; a longer text is that of an article', () => {
		const title = 'x'.repeat(5_000);
		expect(articleEvidence(title, title)).toContain(', 1 for “');
		expect(articleEvidence(`${title}x`, `${title}x`)).toContain(', none for “');
	});

	test('that no reader would see is not the same as a blank one', () => {
		expect(articleEvidence('\u0600', ' ')).toContain(', none for “');
	});
});
