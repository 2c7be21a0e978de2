import { text } from 'node:stream/consumers';

import { localServer, type LocalServer } from './localServer.mts';

/** The incoming webhook of a chat. */
export interface Chat extends LocalServer {
	/** What was posted so far, the oldest first. */
	messages: unknown[];
}

export async function startChat(): Promise<Chat> {
	const messages: unknown[] = [];
	const server = await localServer((request, response) => {
		void text(request).then((body) => {
			messages.push(JSON.parse(body));
			response.end('ok');
		});
	});
	return { ...server, messages };
}
