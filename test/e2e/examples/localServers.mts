import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface LocalServer {
	url: string;
	close(): void;
}

async function localServer(answer: RequestListener): Promise<LocalServer> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	// Safe cast: a server that listens on a port has this kind of address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

interface Chat extends LocalServer {
	messages: unknown[];
}

/** Runs a chat server during a task. @returns the messages that were posted to the chat */
export async function postedToChat(task: (chat: Chat) => Promise<void>): Promise<unknown[]> {
	const messages: unknown[] = [];
	const server = await localServer((request, response) => {
		void text(request).then((body) => {
			messages.push(JSON.parse(body));
			response.end('ok');
		});
	});
	try {
		await task({ ...server, messages });
	} finally {
		server.close();
	}
	return messages;
}

export interface FeedItem {
	guid: string;
	title: string;
	content: string;
	published: Date;
}

/** Feed server whose items and encoding can change while n8n reads the feed. */
interface Feed extends LocalServer {
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

/** Encodes Turkish text as many older systems do; its letters are the same in ISO-8859-9. */
export function windows1254(text: string): Buffer {
	return Buffer.from(readAsLatin1(text), 'latin1');
}

/** Garbles Turkish text like a reader that takes windows-1254 for Latin-1. */
export function readAsLatin1(text: string): string {
	const places: Record<string, string> = { ş: 'þ', ğ: 'ð', ı: 'ý', Ş: 'Þ', Ğ: 'Ð', İ: 'Ý' };
	return text.replace(/[şğıŞĞİ]/g, (letter) => places[letter] ?? letter);
}

/** Garbles text like a reader that takes UTF-8 for windows-1252. */
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
