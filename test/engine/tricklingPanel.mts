import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often a trickling answer goes on, in ms: no silence of it is as long as a timeout. */
const TRICKLE_MS = 50;

/** A way to the service on which some answers never end. */
export interface TricklingPanel {
	/** Without a trailing slash. */
	url: string;
	/** The requests that got an answer without end. */
	readonly trickled: number;
	close(): Promise<void>;
}

/**
 * Hands each request on to the service. An answer that is to trickle has a head, and then a space
 * every so often without end; the service has carried out what was asked for.
 *
 * @param isTrickling says so for each request, by its path and body
 */
export async function startTricklingPanel(
	serviceUrl: string,
	isTrickling: (path: string, body: string) => boolean,
): Promise<TricklingPanel> {
	let trickled = 0;
	const server = createServer((incoming, answer) => {
		const { method, headers, url: path = '' } = incoming;
		let body = '';
		const handOn = () => {
			const onward = request(`${serviceUrl}${path}`, { method, headers }, (answered) => {
				if (!isTrickling(path, body)) {
					answer.writeHead(answered.statusCode ?? 502, answered.headers);
					answered.pipe(answer);
					return;
				}
				trickled += 1;
				answered.resume();
				answer.writeHead(200, { 'content-type': 'application/json' });
				const timer = setInterval(() => answer.write(' '), TRICKLE_MS);
				answer.on('close', () => clearInterval(timer));
			});
			onward.end(body);
		};
		incoming.setEncoding('utf8').on('data', (text) => (body += text));
		incoming.on('end', handOn);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		get trickled() {
			return trickled;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
