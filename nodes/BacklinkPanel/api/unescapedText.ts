/** A text with one layer of escapes taken off. */
interface Layer {
	text: string;
	/** Where each of its characters begins in the original text, and at last where that ends. */
	places: number[];
}

/** One character as it is escaped in addresses and JSON, or as HTML has it by number or by name. */
const ESCAPE =
	/(?:%|\\u00|\\x)([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});?|&#0{0,6}([1-9]\d{1,2});?|&([a-z]{2,15});|\\(["'/\\])/gi;

/** The names that HTML has for signs of ASCII; all others are letters and digits, or have none. */
const SIGN_OF_NAME: Record<string, string> = {
	...{ excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%', amp: '&', AMP: '&' },
	...{ apos: "'", lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.' },
	...{
		sol: '/',
		colon: ':',
		semi: ';',
		lt: '<',
		LT: '<',
		equals: '=',
		gt: '>',
		GT: '>',
		quest: '?',
	},
	...{ commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^' },
	...{ lowbar: '_', UnderBar: '_', grave: '`', DiacriticalGrave: '`', lcub: '{', lbrace: '{' },
	...{ verbar: '|', vert: '|', VerticalLine: '|', rcub: '}', rbrace: '}' },
};

/** The text itself, as the layer that the others lie under. */
export function outermostLayer(text: string): Layer {
	return { text, places: Array.from({ length: text.length + 1 }, (_, place) => place) };
}

/** The text without its outermost layer of escapes. */
export function unescapedText(text: string): string {
	return text.replace(ESCAPE, (escape, ...groups: unknown[]) => characterOf(groups) ?? escape);
}

/** The next layer below. */
export function unescapedLayer({ text, places }: Layer): Layer {
	const parts: string[] = [];
	const placesBelow: number[] = [];
	let done = 0;
	const copyUntil = (end: number) => {
		parts.push(text.slice(done, end));
		for (; done < end; done += 1) placesBelow.push(places[done] ?? 0);
	};
	for (const match of text.matchAll(ESCAPE)) {
		const [escape, ...groups] = match;
		const { index } = match;
		const character = characterOf(groups);
		if (character === undefined) continue;
		copyUntil(index);
		parts.push(character);
		placesBelow.push(places[index] ?? 0);
		done = index + escape.length;
	}
	copyUntil(text.length);
	placesBelow.push(places.at(-1) ?? 0);
	return { text: parts.join(''), places: placesBelow };
}

/** @param groups those of `ESCAPE`: hex digits, hex and decimal digits of HTML, a name, the character itself */
function characterOf([hex, htmlHex, decimal, name, itself]: unknown[]): string | undefined {
	const digits = hex ?? htmlHex;
	if (typeof digits === 'string') return String.fromCharCode(Number.parseInt(digits, 16));
	if (typeof decimal === 'string') return String.fromCharCode(Number(decimal));
	if (typeof name === 'string') return SIGN_OF_NAME[name];
	return typeof itself === 'string' ? itself : undefined;
}
