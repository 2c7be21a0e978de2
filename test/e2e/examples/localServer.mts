import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LocalServer {
	url: string;
	close(): void;
}

/** Starts a web server on a free port of 127.0.0.1. */
export async function localServer(answer: RequestListener): Promise<LocalServer> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	// A server that listens on a port has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

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
