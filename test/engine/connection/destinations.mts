import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

import { newCertificate, type Authority } from './certificates.mts';
import {
	answer,
	startTcpServer,
	startTlsServer,
	type Act,
	type Behaviour,
} from './failingServers.mts';

/** Destination of a test's order, which counts the orders that arrive. */
export interface Destination {
	baseUrl: string;
	/** Number of orders that arrived completely: a service would carry these out and charge for them. */
	orders(): number;
	close(): Promise<void>;
}

/** Parts of the test network that a destination may use. */
export interface Network {
	authority: Authority;
	/** Port that neither accepts nor refuses a connection. */
	silentPort: number;
}

export const OK = 'HTTP/1.1 200 OK\r\n';
const PLACED = `{"ok":true,"placementId":"p1","harcananKredi":1}`;
export const whole = answer(`${OK}Content-Length: ${PLACED.length}\r\n\r\n${PLACED}`);

export const CLOSED_PORT = 1;

/** Makes a destination without a server of its own, so that no order can arrive. */
export const nobodyAt = (baseUrl: (network: Network) => string) => (network: Network) =>
	Promise.resolve({ baseUrl: baseUrl(network), orders: () => 0, close: async () => {} });

export const tcp =
	(behaviour: Behaviour, address = 'https://panel.test') =>
	async (): Promise<Destination> => {
		const server = await startTcpServer(behaviour);
		return { ...server, baseUrl: `${address}:${server.port}` };
	};

export const plain = (behaviour: Behaviour) => tcp(behaviour, 'http://panel.internal');

export const tls =
	(behaviour: Behaviour, options: TlsOptions = {}, host = 'panel.test') =>
	async ({ authority }: Network): Promise<Destination> => {
		const certificate = newCertificate({ host, authority });
		const server = await startTlsServer({ ...certificate, ...options }, behaviour);
		return { ...server, baseUrl: `https://${host}:${server.port}` };
	};

export const certified =
	(wanted: Partial<Parameters<typeof newCertificate>[0]>) =>
	async (network: Network): Promise<Destination> => {
		const { authority } = network;
		const options = newCertificate({ host: 'panel.test', authority, ...wanted });
		return await tls({ onRequest: whole }, options)(network);
	};

export const proxied = (host: string, onRequest: Act = whole) => tls({ onRequest }, {}, host);

/** Makes a service behind a relay that forwards nothing for the first `forMs` ms. */
export const stalling =
	(forMs: number) =>
	async (network: Network): Promise<Destination> => {
		const service = await tls({ onRequest: whole })(network);
		const carrier = await startTcpServer({
			onConnection: (connection) => {
				const onwards = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
				onwards.on('error', () => connection.destroy());
				setTimeout(() => connection.pipe(onwards).pipe(connection), forMs);
			},
		});
		return {
			baseUrl: `https://panel.test:${carrier.port}`,
			orders: service.orders,
			close: async () => {
				await carrier.close();
				await service.close();
			},
		};
	};

/** Makes the client fail to read the answer, with an error code as from its operating system. */
export const clientFailsToRead = (code: string) => async (): Promise<Destination> => {
	const sockets = new Map<number | undefined, Socket>();
	const remember = (message: unknown) => {
		// Safe cast: Node.js documents this form as the channel's only message.
		const { socket } = message as { socket: Socket };
		socket.on('connect', () => sockets.set(socket.localPort, socket));
	};
	subscribe('net.client.socket', remember);
	const place = await plain({
		onRequest: ({ remotePort }) => {
			const error = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
			sockets.get(remotePort)?.destroy(error);
		},
	})();
	return {
		...place,
		close: async () => {
			unsubscribe('net.client.socket', remember);
			await place.close();
		},
	};
};
