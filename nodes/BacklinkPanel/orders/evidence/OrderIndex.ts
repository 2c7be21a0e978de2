import type { OrderType } from '../../api/orderTypes';
import { parseUrl } from '../../api/webAddress';

/** How deep in an entry its target URL or title can lie. */
const MOST_LEVELS = 6;

/** An entry of the order list. */
export interface OrderListEntry {
	orderType: OrderType;
	/** An object, unless the service says otherwise; its fields are not documented. */
	entry: unknown;
}

/** Finds the entries in which a target URL or title is, without a search through all of them. */
export class OrderIndex {
	private readonly byAddress = new Map<string, Set<OrderListEntry>>();
	private readonly byText = new Map<string, Set<OrderListEntry>>();
	private readonly byTextWithoutCase = new Map<string, Set<OrderListEntry>>();

	constructor(orders: OrderListEntry[]) {
		for (const order of orders) {
			for (const text of textsIn(order.entry, MOST_LEVELS)) this.add(order, text);
		}
	}

	/** In the order of the list. A title in the same capitals and small letters comes before others. */
	find(subject: string): OrderListEntry[] {
		const text = normalizeText(subject);
		if (text === undefined) return [];
		const address = /^https?:/i.test(text) ? normalizeUrl(text) : undefined;
		const found =
			(address === undefined ? undefined : this.byAddress.get(address)) ??
			this.byText.get(text) ??
			this.byTextWithoutCase.get(foldCase(text));
		return [...(found ?? [])];
	}

	private add(order: OrderListEntry, written: string): void {
		const text = normalizeText(written);
		if (text === undefined) return;
		addTo(this.byText, text, order);
		addTo(this.byTextWithoutCase, foldCase(text), order);
		const address = normalizeUrl(text);
		if (address !== undefined) addTo(this.byAddress, address, order);
	}
}

function addTo(index: Map<string, Set<OrderListEntry>>, key: string, order: OrderListEntry): void {
	const present = index.get(key);
	if (present) present.add(order);
	else index.set(key, new Set([order]));
}

/** The texts in a value, also in objects and lists in it, down to so many levels. */
function* textsIn(value: unknown, levels: number): Generator<string> {
	if (typeof value === 'string') yield value;
	if (typeof value !== 'object' || value === null || levels === 0) return;
	for (const inner of Object.values(value)) yield* textsIn(inner, levels - 1);
}

/** Longer than this is no title and no address, but the text of an article. */
const LONGEST = 5000;

const NAMED_CHARACTERS: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
	laquo: '«',
	raquo: '»',
	hellip: '…',
	middot: '·',
	bull: '•',
	euro: '€',
	szlig: 'ß',
	inodot: 'ı',
	imath: 'ı',
};

/** `&uuml;` is a u and one of these. */
const NAMED_MARKS: Record<string, string> = {
	grave: '\u0300',
	acute: '\u0301',
	circ: '\u0302',
	tilde: '\u0303',
	breve: '\u0306',
	dot: '\u0307',
	uml: '\u0308',
	ring: '\u030a',
	caron: '\u030c',
	cedil: '\u0327',
};

/**
 * A text as it is compared: without HTML entities, white space, invisible characters and forms of
 * Unicode that make no difference to a reader; undefined if it is empty or as long as an article.
 */
function normalizeText(text: string): string | undefined {
	if (text.length > LONGEST) return undefined;
	// Twice, since what was escaped when it was stored is escaped again when it is shown.
	const comparable = withoutEntities(withoutEntities(text))
		.normalize('NFC')
		.replace(/\p{Cf}/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
	return comparable === '' ? undefined : comparable;
}

/** The same for all spellings in capitals and small letters, Turkish ones included. */
function foldCase(text: string): string {
	return text.replace(/[İIı]/g, 'i').toLowerCase();
}

/** An address that somebody wrote without its scheme. */
const HOST_FIRST = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u;

/**
 * A web address as it is compared: the same for http, https and none of them, for letters of the host,
 * with or without a slash at the end, a fragment, the usual port, and percent signs that need not be.
 * Undefined for what is none. (`www.` makes another host.)
 *
 * @param text comparable text
 */
function normalizeUrl(text: string): string | undefined {
	const hasScheme = /^https?:\/\//i.test(text);
	if (!hasScheme && !HOST_FIRST.test(text)) return undefined;
	const url = parseUrl(hasScheme ? text : `https://${text}`);
	if (!url) return undefined;
	const path = plainlyEncoded(url.pathname).replace(/\/$/, '');
	const query = plainlyEncoded(url.search.replaceAll('+', '%20'));
	return `${url.host}${path}${query}`;
}

function withoutEntities(text: string): string {
	return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (entity, name: string) => {
		if (name.startsWith('#')) return characterAt(numberOf(name)) ?? entity;
		const mark = NAMED_MARKS[name.slice(1)];
		if (mark !== undefined) return `${name.charAt(0)}${mark}`;
		return NAMED_CHARACTERS[name.toLowerCase()] ?? entity;
	});
}

function numberOf(reference: string): number {
	const isHexadecimal = /x/i.test(reference);
	return Number.parseInt(reference.slice(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10);
}

function characterAt(code: number): string | undefined {
	return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Percent signs where they change the meaning alone, and in capitals there. */
function plainlyEncoded(part: string): string {
	const capitals = part.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
	try {
		return decodeURI(capitals).normalize('NFC');
	} catch {
		return capitals;
	}
}
