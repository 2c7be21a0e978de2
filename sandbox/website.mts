import type { FastifyPluginCallback } from 'fastify';
import { articlePage, feedXml } from './feed.mts';
import { page, pageFiles, pageHeaders } from './page.mts';
import type { Simulation } from './simulation.mts';
import { isObject } from './text.mts';

const html = 'text/html; charset=utf-8';

/**
 * Serves the page, the feed with its articles, and a chat's incoming webhook for workflows that send
 * messages. The books show only the messages.
 */
export function website(simulation: Simulation, startedAt: number): FastifyPluginCallback {
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

		server.post('/chat', ({ body }) => {
			const text = isObject(body) && typeof body.text === 'string' ? body.text : null;
			simulation.state.books.message(text ?? JSON.stringify(body ?? null), Date.now());
			return { ok: true };
		});

		done();
	};
}
