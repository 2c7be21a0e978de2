import { isBlank } from '../api/visibleText';

/** Elements that show something without any text in them. */
const MEDIA = new Set(['img', 'picture', 'video', 'audio', 'iframe', 'embed', 'object', 'svg']);
/** Elements whose text a reader never sees. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'head']);

/** The entities of characters that show nothing. */
const BLANK_ENTITIES = new RegExp(
	`&(?:${[
		'nbsp|NonBreakingSpace|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace',
		'MediumSpace|ThickSpace|NegativeThinSpace|NegativeVeryThinSpace|NegativeMediumSpace',
		'NegativeThickSpace|ZeroWidthSpace|zwnj|zwj|lrm|rlm|shy|NoBreak|Tab|NewLine',
		'af|ApplyFunction|it|InvisibleTimes|ic|InvisibleComma',
	].join('|')});`,
	'gi',
);
const NUMERIC_ENTITIES = /&#(x[0-9a-f]{1,6}|[0-9]{1,7});?/gi;

/**
 * Whether HTML shows a reader anything: text, an image or a video. An RSS item without content often
 * comes as empty markup, and publishing that would cost as much as an article.
 *
 * One pass over the text, so that several megabytes of markup take milliseconds.
 */
export function hasVisibleContent(html: string): boolean {
	let position = 0;
	while (position < html.length) {
		const tagStart = indexOrEnd(html, '<', position);
		if (isVisibleText(html.slice(position, tagStart))) return true;
		if (tagStart === html.length) return false;

		if (html.startsWith('<!--', tagStart)) {
			position = indexOrEnd(html, '-->', tagStart) + '-->'.length;
			continue;
		}
		const name = tagNameAt(html, tagStart);
		if (name === undefined) return true;
		if (MEDIA.has(name)) return true;
		const end = HIDDEN.has(name) ? closingTagOf(name, html, tagStart) : tagStart;
		position = indexOrEnd(html, '>', end) + 1;
	}
	return false;
}

function isVisibleText(text: string): boolean {
	const decoded = text.replace(BLANK_ENTITIES, '').replace(NUMERIC_ENTITIES, character);
	return !isBlank(decoded);
}

function character(_entity: string, number: string): string {
	const code = number.startsWith('x') || number.startsWith('X') ? `0${number}` : number;
	return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '?';
}

/** The lower-case name of an opening tag, '' for other markup, undefined where “<” is plain text. */
function tagNameAt(html: string, tagStart: number): string | undefined {
	const match = /<([a-z][a-z0-9-]*|[!/?])/iy;
	match.lastIndex = tagStart;
	const name = match.exec(html)?.[1];
	return name !== undefined && /^[!/?]$/.test(name) ? '' : name?.toLowerCase();
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
