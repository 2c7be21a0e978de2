/** Elements that show what is at their address. */
const MEDIA = new Set(['img', 'source', 'video', 'audio', 'iframe', 'embed', 'object']);
/** An attribute with an address, or with one for a script that loads it later. */
const ADDRESSES = /[\s"'](?:src\w*|data[\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Elements whose text a reader never sees. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);

/** The entities of characters that show nothing. */
const BLANK_ENTITIES = new RegExp(
	`&(?:nbsp|shy);?|&(?:${[
		'NonBreakingSpace|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace',
		'MediumSpace|ThickSpace|NegativeThinSpace|NegativeVeryThinSpace|NegativeMediumSpace',
		'NegativeThickSpace|ZeroWidthSpace|zwnj|zwj|lrm|rlm|NoBreak|Tab|NewLine',
		'af|ApplyFunction|it|InvisibleTimes|ic|InvisibleComma',
	].join('|')});`,
	'gi',
);
const NUMERIC_ENTITIES = /&#(x[0-9a-f]{1,6}|[0-9]{1,7});?/gi;

/**
 * What HTML shows a reader: its text, and the addresses of its images and videos; blank where it shows
 * nothing. An RSS item without content often comes as empty markup, and publishing that would cost as much
 * as an article.
 *
 * One pass over the text, so that several megabytes of markup take milliseconds.
 */
export function shownText(html: string): string {
	const shown: string[] = [];
	let position = 0;
	while (position < html.length) {
		const tagStart = indexOrEnd(html, '<', position);
		shown.push(html.slice(position, tagStart));
		if (html.startsWith('<!--', tagStart)) {
			position = indexOrEnd(html, '-->', tagStart) + '-->'.length;
			continue;
		}
		const name = tagNameAt(html, tagStart);
		const end = name === undefined ? tagStart : tagEnd(html, tagStart);
		if (name === undefined) shown.push(html.slice(tagStart, tagStart + 1));
		else if (name === 'svg' && !/^>\s*<\/svg/i.test(html.slice(end, end + 100))) shown.push(name);
		else if (MEDIA.has(name)) shown.push(addressesIn(html.slice(tagStart, end)));
		position = end + 1;
		if (name !== undefined && HIDDEN.has(name)) {
			position = indexOrEnd(html, '>', closingTagOf(name, html, tagStart)) + 1;
		}
	}
	return shown.join(' ').replace(BLANK_ENTITIES, ' ').replace(NUMERIC_ENTITIES, character);
}

function addressesIn(tag: string): string {
	const addresses = [...tag.matchAll(ADDRESSES)].map((address) => address.slice(1).join(''));
	return addresses.join(' ');
}

function character(_entity: string, number: string): string {
	const code = number.startsWith('x') || number.startsWith('X') ? `0${number}` : number;
	return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '?';
}

/** The lower-case name of an opening tag, the sign of other markup, undefined where “<” is plain text. */
function tagNameAt(html: string, tagStart: number): string | undefined {
	const match = /<([a-z][a-z0-9-]*|[!/?])/iy;
	match.lastIndex = tagStart;
	return match.exec(html)?.[1]?.toLowerCase();
}

/** The first “>” that is not in the quotes of an attribute. */
function tagEnd(html: string, tagStart: number): number {
	const quoteOrEnd = /=\s*(["'])|>/g;
	quoteOrEnd.lastIndex = tagStart;
	for (;;) {
		const found = quoteOrEnd.exec(html);
		if (!found) return html.length;
		if (found[1] === undefined) return found.index;
		quoteOrEnd.lastIndex = indexOrEnd(html, found[1], quoteOrEnd.lastIndex) + 1;
	}
}

function closingTagOf(name: string, html: string, from: number): number {
	const closing = new RegExp(`</${name}`, 'gi');
	closing.lastIndex = from;
	return closing.exec(html)?.index ?? html.length;
}

function indexOrEnd(text: string, searched: string, from: number): number {
	const index = text.indexOf(searched, from);
	return index === -1 ? text.length : index;
}
