import type { FastifyPluginCallback } from 'fastify';
import { isObject } from './json.mts';
import type { Simulation } from './simulation.mts';

/** The incoming webhook of a chat, for workflows that send a message. Shown on the page. */
export function chat(simulation: Simulation): FastifyPluginCallback {
	return (server, _options, done) => {
		server.post('/chat', ({ body }) => {
			const text = isObject(body) && typeof body.text === 'string' ? body.text : null;
			simulation.state.books.message(text ?? JSON.stringify(body ?? null), Date.now());
			return { ok: true };
		});
		done();
	};
}
