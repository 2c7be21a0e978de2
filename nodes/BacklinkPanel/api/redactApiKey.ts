const REDACTED = '[API key]';

/** So often may the key be escaped, e.g. as HTML in JSON in an address. */
const MOST_LAYERS = 4;

/** A way in which the key can be written. */
interface KeyForm {
	text: string;
	/** In base64, whether its first and last bits share a digit with what is beside them. */
	sharesFirst?: boolean;
	sharesLast?: boolean;
}

type Place = [start: number, end: number];

/** What comes in goes out, only without the key. */
export type Redact = <Value>(value: Value) => Value;

/**
 * Takes the API key out of whatever the service sent back, at any depth, names of fields included: as it
 * is, in hex and in base64, and each of these also escaped as in JSON, addresses and HTML. A service that
 * echoes its request would otherwise put the key into outputs, logs and error texts. The time it takes
 * grows with the length of the answer alone.
 *
 * @param apiKey at least 8 printable ASCII characters; in shorter ones, other texts would be found
 * @returns a function to be used for all answers: it knows all forms that the key can have
 */
export function createRedactor(apiKey: string): Redact {
	const forms = [{ text: apiKey }, ...inHex(apiKey), ...inBase64(apiKey)];
	return <Value>(value: Value) => {
		// A list of thousands is searched as text much faster than walked. As JSON it has one layer more.
		const text = JSON.stringify(value) ?? '';
		// Its form stays the same.
		return holdsKey(text, forms, MOST_LAYERS + 1) ? (redacted(value, forms) as Value) : value;
	};
}

function redacted(value: unknown, forms: KeyForm[]): unknown {
	if (typeof value === 'string') return redactedText(value, forms);
	if (Array.isArray(value)) return value.map((entry) => redacted(entry, forms));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			redactedText(name, forms),
			redacted(entry, forms),
		]),
	);
}

function holdsKey(text: string, forms: KeyForm[], layers: number): boolean {
	if (forms.some((form) => text.includes(form.text))) return true;
	const below = layers > 0 ? unescapedText(text) : text;
	return below !== text && holdsKey(below, forms, layers - 1);
}

function redactedText(text: string, forms: KeyForm[]): string {
	if (!holdsKey(text, forms, MOST_LAYERS)) return text;
	const places: Place[] = [];
	let layer = outermostLayer(text);
	for (let layers = 0; layers <= MOST_LAYERS; layers += 1) {
		for (const [start, end] of placesOfKey(layer.text, forms)) {
			places.push([layer.places[start] ?? 0, layer.places[end] ?? text.length]);
		}
		layer = unescapedLayer(layer);
	}
	return withoutPlaces(text, places);
}

/** Where a text has the key, in any of its forms. */
function placesOfKey(text: string, forms: KeyForm[]): Place[] {
	return forms.flatMap((form) => {
		const places: Place[] = [];
		let start = text.indexOf(form.text);
		while (start !== -1) {
			const end = start + form.text.length;
			const first = form.sharesFirst && isBase64(text.charAt(start - 1)) ? start - 1 : start;
			places.push([first, form.sharesLast ? endOfBase64(text, end) : end]);
			start = text.indexOf(form.text, end);
		}
		return places;
	});
}

function withoutPlaces(text: string, places: Place[]): string {
	const parts: string[] = [];
	let done = 0;
	for (const [start, end] of places.sort(([one], [other]) => one - other)) {
		if (start >= done) parts.push(text.slice(done, start), REDACTED);
		done = Math.max(done, end);
	}
	return parts.join('') + text.slice(done);
}

function inHex(apiKey: string): KeyForm[] {
	const text = Buffer.from(apiKey).toString('hex');
	return [{ text }, { text: text.toUpperCase() }];
}

/**
 * The key within base64 of a longer text, such as `user:key`. Three bytes are four digits, so it looks
 * differently after 0, 1 or 2 bytes.
 */
function inBase64(apiKey: string): KeyForm[] {
	return [0, 1, 2].flatMap((bytesBefore) => {
		const bytes = Buffer.from('\0'.repeat(bytesBefore) + apiKey);
		const firstDigit = Math.ceil((bytesBefore * 8) / 6);
		const lastDigit = Math.floor((bytes.length * 8) / 6);
		return (['base64', 'base64url'] as const).map((encoding) => ({
			text: bytes.toString(encoding).slice(firstDigit, lastDigit),
			sharesFirst: bytesBefore > 0,
			sharesLast: (bytes.length * 8) % 6 > 0,
		}));
	});
}

/** Behind the shared digit and the padding. */
function endOfBase64(text: string, end: number): number {
	const shared = isBase64(text.charAt(end)) ? 1 : 0;
	const padding = /^={0,2}/.exec(text.slice(end + shared, end + shared + 2))?.[0] ?? '';
	return end + shared + padding.length;
}

function isBase64(digit: string): boolean {
	return /^[A-Za-z0-9+/_-]$/.test(digit);
}

/** A text with one layer of escapes taken off. */
interface Layer {
	text: string;
	/** Where each of its characters begins in the original text, and at last where that ends. */
	places: number[];
}

/** One character as it is escaped in addresses and JSON, or as HTML has it by number or by name. */
const ESCAPE =
	/(?:%|\\u00|\\x)([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});?|&#0{0,6}([1-9]\d{1,2});?|&([a-z]{2,16});|\\(["'/\\])/gi;

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
function outermostLayer(text: string): Layer {
	return { text, places: Array.from({ length: text.length + 1 }, (_, place) => place) };
}

/** The text without its outermost layer of escapes. */
function unescapedText(text: string): string {
	return text.replace(ESCAPE, (escape, ...groups: unknown[]) => characterOf(groups) ?? escape);
}

/** The next layer below. */
function unescapedLayer({ text, places }: Layer): Layer {
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
