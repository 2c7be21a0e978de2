import { localServer, type LocalServer } from './localServer.mts';

export interface FeedItem {
	guid: string;
	title: string;
	content: string;
	published: Date;
}

/** A feed whose items, encoding and declared encoding can change while it is read. */
export interface Feed extends LocalServer {
	items: FeedItem[];
	encode: (xml: string) => Buffer;
}

export async function startFeed(items: FeedItem[]): Promise<Feed> {
	const server = await localServer((_request, response) => {
		response.setHeader('content-type', 'application/rss+xml');
		response.end(feed.encode(feedXml(feed.items)));
	});
	const feed: Feed = { ...server, items, encode: utf8 };
	return feed;
}

export function utf8(text: string): Buffer {
	return Buffer.from(text, 'utf8');
}

/** Turkish text as many older systems write it (also known as ISO-8859-9). */
export function windows1254(text: string): Buffer {
	return Buffer.from(readAsLatin1(text), 'latin1');
}

/** Turkish text that was written in windows-1254 and read as Latin-1. */
export function readAsLatin1(text: string): string {
	const places: Record<string, string> = { ş: 'þ', ğ: 'ð', ı: 'ý', Ş: 'Þ', Ğ: 'Ð', İ: 'Ý' };
	return text.replace(/[şğıŞĞİ]/g, (letter) => places[letter] ?? letter);
}

/** Text that was written in UTF-8 and read as windows-1252. */
export function utf8ReadAsWindows1252(text: string): string {
	return new TextDecoder('windows-1252').decode(utf8(text));
}

function feedXml(items: FeedItem[]): string {
	const entries = items.map(
		({ guid, title, content, published }) => `<item>
<title>${title}</title>
<link>https://blog.example/${guid}</link>
<guid isPermaLink="false">${guid}</guid>
<pubDate>${published.toUTCString()}</pubDate>
<content:encoded><![CDATA[${content}]]></content:encoded>
</item>`,
	);
	return `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>Blog</title>
<link>https://blog.example/</link>
<description>Blog</description>
${entries.join('\n')}
</channel>
</rss>`;
}
