import { spawn } from 'node:child_process';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';

/** Server on 127.0.0.1 that counts the orders that reach it. */
export interface FailingServer {
	port: number;
	/** Number of orders that arrived completely: a service would carry these out. */
	orders(): number;
	close(): Promise<void>;
}

/** Action of a server. `tcp` is the connection below TLS; without TLS, `tcp` is `connection`. */
export type Act = (connection: Socket, tcp: Socket) => void;

/** Actions of a server on a new connection, on its first bytes, and on each complete request. */
export interface Behaviour {
	/** Runs at once. The server then reads nothing from the connection. */
	onConnection?: Act;
	onFirstBytes?: Act;
	onRequest?: Act;
}

export const reset: Act = (_, tcp) => void tcp.resetAndDestroy();
export const hangUp: Act = (connection) => void connection.end();
export const sayNothing: Act = () => {};

export function answer(text: string, then: Act = hangUp): Act {
	return (connection, tcp) => connection.write(text, () => then(connection, tcp));
}

/** Starts a server without TLS. If the client begins TLS, the behaviour takes the place of the handshake. */
export async function startTcpServer(behaviour: Behaviour): Promise<FailingServer> {
	return await started((onConnection) => createTcpServer(onConnection), behaviour);
}

export async function startTlsServer(
	options: TlsOptions,
	behaviour: Behaviour,
): Promise<FailingServer> {
	return await started((onConnection) => {
		const server = createTlsServer(options, onConnection);
		// Ignores failed handshakes, because the tests cause them.
		server.on('tlsClientError', () => {});
		return server;
	}, behaviour);
}

async function started(
	create: (onConnection: (connection: Socket | TLSSocket) => void) => Server,
	behaviour: Behaviour,
): Promise<FailingServer> {
	const carriers = new Map<number | undefined, Socket>();
	let orders = 0;
	const server = create((connection) => {
		const tcp = carriers.get(connection.remotePort) ?? connection;
		connection.on('error', () => connection.destroy());
		behaviour.onConnection?.(connection, tcp);
		if (behaviour.onConnection) return;
		let received = '';
		connection.setEncoding('latin1').on('data', (text: string) => {
			if (received === '') behaviour.onFirstBytes?.(connection, tcp);
			received += text;
			if (!isWholeRequest(received)) return;
			// Counts only POST: the node also reads the order list, with GET.
			if (received.startsWith('POST ')) orders += 1;
			received = '';
			behaviour.onRequest?.(connection, tcp);
		});
	});
	server.prependListener('connection', (tcp: Socket) => {
		const port = tcp.remotePort;
		carriers.set(port, tcp);
		tcp.on('close', () => carriers.delete(port));
	});
	return { ...(await listening(server)), orders: () => orders };
}

/** Lets a server listen on 127.0.0.1. Its `close` also destroys open connections. */
export async function listening(server: Server): Promise<{ port: number; close(): Promise<void> }> {
	const connections = new Set<Socket>();
	server.on('connection', (connection: Socket) => {
		connections.add(connection);
		connection.on('close', () => connections.delete(connection));
		// Handles the error of a client that leaves early: unhandled, the error would end the process.
		connection.on('error', () => connection.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		close: async () => {
			for (const connection of connections) connection.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function isWholeRequest(received: string): boolean {
	const endOfHead = received.indexOf('\r\n\r\n');
	if (endOfHead < 0) return false;
	const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? 0);
	return received.length - endOfHead - 4 >= length;
}

/** Address that neither accepts nor refuses a connection. */
export interface SilentAddress {
	port: number;
	close(): void;
}

const program = `
	const server = require('net').createServer();
	server.listen({ host: '127.0.0.2', port: 0, backlog: 1 }, () => console.log(server.address().port));
`;

/**
 * Starts a server and pauses its process before it accepts a connection. Once its queue is full, the
 * operating system leaves every further connection unanswered.
 */
export async function startSilentAddress(): Promise<SilentAddress> {
	const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
	const port = await new Promise<number>((resolve) =>
		server.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
	);
	server.kill('SIGSTOP');
	const queue: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.2'));
	for (const socket of queue) socket.on('error', () => {});
	await new Promise((resolve) => setTimeout(resolve, 100));
	return {
		port,
		close: () => {
			for (const socket of queue) socket.destroy();
			server.kill('SIGKILL');
		},
	};
}
