import { escapeMarkup } from './text.mts';
import { feedArticles } from './feedArticles.mts';
import type { FeedArticle } from './feedArticles.mts';

const msPerHour = 3_600_000;

/** Writes the RSS 2.0 feed. Links start with `origin`; ages count from `startedAt` (ms epoch). */
export function feedXml(origin: string, startedAt: number): string {
	const items = feedArticles.map((article) => itemXml(article, origin, startedAt));
	return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>Örnek Blog</title>
<link>${escapeMarkup(origin)}/</link>
<description>Üç örnek yazı</description>
<language>tr</language>
${items.join('\n')}
</channel>
</rss>
`;
}

/** Writes the page of an article; null if there is none with this slug. */
export function articlePage(slug: string): string | null {
	const article = feedArticles.find((candidate) => candidate.slug === slug);
	if (article === undefined) return null;
	const title = escapeMarkup(article.title);
	return `<!DOCTYPE html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { font: 1.1rem/1.6 Georgia, serif; max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { line-height: 1.2; }
</style>
</head>
<body>
<article>
<h1>${title}</h1>
${article.content}
</article>
</body>
</html>
`;
}

function itemXml(article: FeedArticle, origin: string, startedAt: number): string {
	const link = escapeMarkup(`${origin}/articles/${article.slug}`);
	const published = new Date(startedAt - article.hoursOld * msPerHour).toUTCString();
	return `<item>
<title>${escapeMarkup(article.title)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${published}</pubDate>
<description>${escapeMarkup(article.summary)}</description>
<content:encoded>${escapeMarkup(article.content)}</content:encoded>
</item>`;
}
