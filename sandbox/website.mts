import type { FastifyPluginCallback } from 'fastify';
import { articlePage, feedXml } from './feed.mts';
import { page, pageFiles, pageHeaders } from './page.mts';

const html = 'text/html; charset=utf-8';

/** What a browser or feed reader opens: the page, the feed and its articles. Not in the books. */
export function website(startedAt: number): FastifyPluginCallback {
	return (server, _options, done) => {
		server.get('/', (_request, reply) => reply.headers(pageHeaders).type(html).send(page));
		for (const { path, type, text } of pageFiles) {
			server.get(path, (_request, reply) => reply.type(type).send(text));
		}

		server.get('/feed.xml', (request, reply) =>
			reply
				.type('application/rss+xml; charset=utf-8')
				.send(feedXml(`${request.protocol}://${request.host}`, startedAt)),
		);

		server.get<{ Params: { slug: string } }>('/articles/:slug', ({ params }, reply) => {
			const article = articlePage(params.slug);
			return article === null
				? reply.code(404).type(html).send('<h1>No such article</h1>')
				: reply.type(html).send(article);
		});

		done();
	};
}
