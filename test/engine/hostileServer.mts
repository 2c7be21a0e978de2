import { createServer } from 'node:net';

import { listening } from './connection/failingServers.mts';

/** Answer that goes to the connection as it is, so it may be malformed HTTP. */
export interface HostileAnswer {
	status: number;
	/** Names and values. In values, the API key of the request replaces `KEY`. */
	headers: Array<[string, string]>;
	/** Text in which the API key of the request, escaped for JSON, replaces `KEY`. */
	body: string;
	framing: Framing;
}

/** Ways to say, rightly or wrongly, where the body of an answer ends. */
export type Framing = 'length' | 'tooLong' | 'tooShort' | 'untilClose' | 'chunked' | 'brokenChunks';

export const KEY = '{{key}}';

export interface ReceivedRequest {
	method: string;
	path: string;
	host: string;
	apiKey: string | undefined;
	body: string;
}

export interface HostileServer {
	url: string;
	port: number;
	requests: ReceivedRequest[];
	close(): Promise<void>;
}

/** Starts a server that gives each request the answer that the function chooses for it. */
export async function startHostileServer(
	answerTo: (request: ReceivedRequest) => HostileAnswer,
): Promise<HostileServer> {
	const requests: ReceivedRequest[] = [];
	const server = createServer((connection) => {
		let received = '';
		connection.setEncoding('utf8').on('data', (text) => {
			received += text;
			// Ends a connection that does not begin as HTTP, because it is a TLS handshake.
			if (!/^[A-Z]/.test(received)) connection.destroy();
			const request = parsed(received);
			if (!request) return;
			received = '';
			requests.push(request);
			connection.end(inBytes(answerTo(request), request.apiKey ?? ''));
		});
	});
	const { port, close } = await listening(server);
	return { url: `http://127.0.0.1:${port}`, port, requests, close };
}

function parsed(text: string): ReceivedRequest | undefined {
	const [head = '', ...rest] = text.split('\r\n\r\n');
	const body = rest.join('\r\n\r\n');
	const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1];
	const isWhole =
		rest.length > 0 && Buffer.byteLength(body) >= Number(header('content-length') ?? 0);
	if (!isWhole) return undefined;
	const [method = '', path = ''] = head.split(' ');
	const apiKey = header('authorization')?.replace(/^Bearer /, '');
	return { method, path, host: header('host') ?? '', apiKey, body };
}

function inBytes(answer: HostileAnswer, apiKey: string): Buffer {
	const body = Buffer.from(answer.body.replaceAll(KEY, JSON.stringify(apiKey).slice(1, -1)));
	const { header, bytes } = framed(body, answer.framing);
	const lines = [
		`HTTP/1.1 ${answer.status} Answer`,
		...answer.headers.map(([name, value]) => `${name}: ${value.replaceAll(KEY, apiKey)}`),
		header,
		'Connection: close',
	];
	return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

function framed(body: Buffer, framing: Framing): { header: string; bytes: Buffer } {
	const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]);
	const framings: Record<Framing, { header: string; bytes: Buffer }> = {
		length: { header: `Content-Length: ${body.length}`, bytes: body },
		tooLong: { header: `Content-Length: ${body.length + 7}`, bytes: body },
		tooShort: { header: `Content-Length: ${Math.max(0, body.length - 7)}`, bytes: body },
		untilClose: { header: 'X-Framing: none', bytes: body },
		chunked: {
			header: 'Transfer-Encoding: chunked',
			bytes: Buffer.concat([body.length > 0 ? chunk : Buffer.of(), Buffer.from('\r\n0\r\n\r\n')]),
		},
		brokenChunks: { header: 'Transfer-Encoding: chunked', bytes: Buffer.concat([chunk, chunk]) },
	};
	return framings[framing];
}
