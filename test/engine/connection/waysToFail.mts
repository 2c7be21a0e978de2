import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

import { newAuthority, newCertificate, yearsFromNow, type Authority } from './certificates.mts';
import {
	answer,
	hangUp,
	reset,
	sayNothing,
	startTcpServer,
	startTlsServer,
	type Act,
	type Behaviour,
} from './failingServers.mts';

/** Where a request of the test goes, and what came of it there. */
export interface Destination {
	baseUrl: string;
	/** Orders that were read whole, and so are carried out and charged. */
	orders(): number;
	close(): Promise<void>;
}

/** What the tests run against: an engine and its n8n. */
export type EngineName = '1.85' | '1.123' | '2.41';

export type Told = 'not sent' | 'unknown';

/** One way in which a request can fail, made for real. */
export interface WayToFail {
	/** How far the connection comes. */
	stage: 'address' | 'proxy' | 'handshake' | 'connection';
	situation: string;
	/** What the node says of an order, and how many the service has carried out. */
	told: Told;
	orders: 0 | 1;
	/** Where a version of n8n sees less, or does something else. */
	otherwise?: Partial<Record<EngineName, { told: Told; orders: 0 | 1 }>>;
	/** Engines on which it cannot be tried. */
	notOn?: EngineName[];
	/** An order of some megabytes, which does not leave at once. */
	isLong?: true;
	start(network: Network): Promise<Destination>;
}

/** What the servers need to know of each other. */
export interface Network {
	authority: Authority;
	/** Takes no connection. */
	silentPort: number;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const PLACED = `{"ok":true,"placementId":"p1","harcananKredi":1}`;
const whole = answer(`${OK}Content-Length: ${PLACED.length}\r\n\r\n${PLACED}`);

const CLOSED_PORT = 1;

/** An address at which nobody counts. */
const nobodyAt = (baseUrl: (network: Network) => string) => (network: Network) =>
	Promise.resolve({ baseUrl: baseUrl(network), orders: () => 0, close: async () => {} });

const tcp =
	(behaviour: Behaviour, address = 'https://panel.test') =>
	async (): Promise<Destination> => {
		const server = await startTcpServer(behaviour);
		return { ...server, baseUrl: `${address}:${server.port}` };
	};

const plain = (behaviour: Behaviour) => tcp(behaviour, 'http://panel.internal');

const tls =
	(behaviour: Behaviour, options: TlsOptions = {}, host = 'panel.test') =>
	async ({ authority }: Network): Promise<Destination> => {
		const certificate = newCertificate({ host, authority });
		const server = await startTlsServer({ ...certificate, ...options }, behaviour);
		return { ...server, baseUrl: `https://${host}:${server.port}` };
	};

const certified =
	(wanted: Partial<Parameters<typeof newCertificate>[0]>) =>
	async (network: Network): Promise<Destination> => {
		const { authority } = network;
		const options = newCertificate({ host: 'panel.test', authority, ...wanted });
		return await tls({ onRequest: whole }, options)(network);
	};

const proxied = (host: string, onRequest: Act = whole) => tls({ onRequest }, {}, host);

/** In front of a service, a carrier that says nothing for a while. */
const stalling =
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

/** The client's end of a connection fails in the way that its system would tell. */
const clientFailsToRead = (code: string) => async (): Promise<Destination> => {
	const sockets = new Map<number | undefined, Socket>();
	const remember = (message: unknown) => {
		// The channel's only message, as Node documents it.
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

/** It hands a proxy the whole request, instead of asking it for a connection. */
const withoutTunnel: EngineName[] = ['1.85'];

/** Its axios leaves an attempt to connect to the system, which gives up after two minutes. */
const leavesAttempts: EngineName[] = ['1.85'];

/** Its errors have no cause, and with it no socket. */
const withoutCause = { '1.123': { told: 'unknown', orders: 0 } } as const;

const half = `${OK}Content-Length: 200\r\n\r\n{"ok":true`;

/** Every way that could be made on one machine, from the farthest to the nearest to the order. */
export const waysToFail: WayToFail[] = [
	{
		stage: 'address',
		situation: 'the name of the host is unknown',
		told: 'not sent',
		orders: 0,
		start: nobodyAt(() => 'https://no-such-host.invalid'),
	},
	{
		stage: 'address',
		situation: 'the connection is refused',
		told: 'not sent',
		orders: 0,
		start: nobodyAt(() => `https://panel.test:${CLOSED_PORT}`),
	},
	{
		stage: 'address',
		situation: 'the connection is refused at all addresses of the name',
		told: 'not sent',
		orders: 0,
		start: nobodyAt(() => `https://two-refusing.test:${CLOSED_PORT}`),
	},
	{
		stage: 'address',
		situation: 'one address of the name says nothing, the other refuses',
		told: 'not sent',
		orders: 0,
		start: nobodyAt(({ silentPort }) => `https://silent-and-refusing.test:${silentPort}`),
	},
	{
		stage: 'address',
		situation: 'the address says nothing until the timeout',
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		notOn: leavesAttempts,
		start: nobodyAt(({ silentPort }) => `https://silent.test:${silentPort}`),
	},
	{
		stage: 'address',
		situation: 'the address says nothing until the timeout, over plain http',
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		notOn: leavesAttempts,
		start: nobodyAt(({ silentPort }) => `http://silent.internal:${silentPort}`),
	},
	{
		stage: 'proxy',
		situation: 'the proxy refuses the connection',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		start: nobodyAt(() => 'http://proxy-refuses.internal'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy hangs up instead of answering',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		start: proxied('proxy-hangs-up.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy resets the connection instead of answering',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-resets.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy does not answer until the timeout',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-says-nothing.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy wants a login (407)',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		start: proxied('proxy-wants-login.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy does not reach the host (502)',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-finds-nothing.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy gets no answer from the host (504)',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-waits-in-vain.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy sends to a page of its own (302)',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-wants-consent.test'),
	},
	{
		stage: 'proxy',
		situation: 'the proxy answers in another protocol',
		notOn: withoutTunnel,
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: proxied('proxy-speaks-otherwise.test'),
	},
	{
		stage: 'handshake',
		situation: 'the connection is reset at once',
		told: 'not sent',
		orders: 0,
		otherwise: withoutCause,
		start: tcp({ onFirstBytes: reset }),
	},
	{
		stage: 'handshake',
		situation: 'the connection is closed at once',
		told: 'not sent',
		orders: 0,
		start: tcp({ onConnection: hangUp }),
	},
	{
		stage: 'handshake',
		situation: 'the connection is closed in the handshake',
		told: 'not sent',
		orders: 0,
		start: tcp({ onFirstBytes: hangUp }),
	},
	{
		stage: 'handshake',
		situation: 'nothing comes in the handshake until the timeout',
		told: 'not sent',
		orders: 0,
		otherwise: { ...withoutCause, '1.85': { told: 'unknown', orders: 0 } },
		start: tcp({ onFirstBytes: sayNothing }),
	},
	{
		stage: 'handshake',
		situation: 'the handshake goes on after the timeout',
		told: 'not sent',
		orders: 0,
		// Its axios gives the request up and leaves it to the connection.
		otherwise: { ...withoutCause, '1.85': { told: 'unknown', orders: 1 } },
		start: stalling(8000),
	},
	{
		stage: 'handshake',
		situation: 'the port speaks plain http',
		told: 'not sent',
		orders: 0,
		start: tcp({ onFirstBytes: answer('HTTP/1.1 400 Bad Request\r\n\r\n') }),
	},
	{
		stage: 'handshake',
		situation: 'the port speaks something else',
		told: 'not sent',
		orders: 0,
		start: tcp({ onFirstBytes: answer('220 mail.test ESMTP\r\n') }),
	},
	{
		stage: 'handshake',
		situation: 'no version of TLS in common',
		told: 'not sent',
		orders: 0,
		start: tls(
			{ onRequest: whole },
			{ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
		),
	},
	{
		stage: 'handshake',
		situation: 'no cipher in common',
		told: 'not sent',
		orders: 0,
		start: tls({ onRequest: whole }, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA' }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate has expired',
		told: 'not sent',
		orders: 0,
		start: certified({ validFrom: yearsFromNow(-3), validTo: yearsFromNow(-1) }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate is not valid yet',
		told: 'not sent',
		orders: 0,
		start: certified({ validFrom: yearsFromNow(1), validTo: yearsFromNow(2) }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate is for another name',
		told: 'not sent',
		orders: 0,
		start: certified({ host: 'other.test' }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate is self-signed',
		told: 'not sent',
		orders: 0,
		start: certified({ authority: undefined }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate is of an unknown authority',
		told: 'not sent',
		orders: 0,
		start: certified({ authority: newAuthority('Unknown authority') }),
	},
	{
		stage: 'handshake',
		situation: 'the certificate is for clients only',
		told: 'not sent',
		orders: 0,
		start: certified({ purpose: 'client' }),
	},
	{
		stage: 'handshake',
		situation: 'the service wants a certificate of n8n, TLS 1.2',
		told: 'not sent',
		orders: 0,
		start: tls(
			{ onRequest: whole },
			{ requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
		),
	},
	{
		stage: 'connection',
		situation: 'the service wants a certificate of n8n, TLS 1.3: said after the handshake',
		told: 'unknown',
		orders: 0,
		start: tls(
			{ onRequest: whole },
			{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
		),
	},
	{
		stage: 'connection',
		situation: 'the connection is reset before the request is read',
		told: 'unknown',
		orders: 0,
		start: tls({ onConnection: reset }),
	},
	{
		stage: 'connection',
		situation: 'the connection is closed before the request is read',
		told: 'unknown',
		orders: 0,
		start: tls({ onConnection: hangUp }),
	},
	{
		stage: 'connection',
		situation: 'the connection is reset when a part of the request has come',
		told: 'unknown',
		orders: 0,
		isLong: true,
		start: tls({ onFirstBytes: reset }),
	},
	{
		stage: 'connection',
		situation: 'a part of the request has come when the timeout passes',
		told: 'unknown',
		orders: 0,
		isLong: true,
		start: tls({ onFirstBytes: (connection) => void connection.pause() }),
	},
	{
		stage: 'connection',
		situation: 'the connection is reset after the request',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: reset }),
	},
	{
		stage: 'connection',
		situation: 'the connection is closed after the request',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: hangUp }),
	},
	{
		stage: 'connection',
		situation: 'the connection is closed after the request, over plain http',
		told: 'unknown',
		orders: 1,
		start: plain({ onRequest: hangUp }),
	},
	{
		stage: 'connection',
		situation: 'the connection is closed after the request, behind a proxy',
		notOn: withoutTunnel,
		told: 'unknown',
		orders: 1,
		start: proxied('proxied.test', hangUp),
	},
	...(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'] as const).map(
		(code): WayToFail => ({
			stage: 'connection',
			situation: `reading the answer fails with ${code}`,
			told: 'unknown',
			orders: 1,
			start: clientFailsToRead(code),
		}),
	),
	{
		stage: 'connection',
		situation: 'the secure connection turns into a plain one after the request',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: (_, carrier) => void carrier.write(OK) }),
	},
	{
		stage: 'connection',
		situation: 'no answer comes until the timeout',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: sayNothing }),
	},
	{
		stage: 'connection',
		situation: 'the answer ends in its head',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: answer(`${OK}Content-Le`) }),
	},
	{
		stage: 'connection',
		situation: 'the answer ends in its body',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: answer(half) }),
	},
	{
		stage: 'connection',
		situation: 'the connection is reset in the body of the answer',
		told: 'unknown',
		orders: 1,
		start: tls({
			onRequest: answer(half, (connection, carrier) => {
				setTimeout(() => reset(connection, carrier), 50);
			}),
		}),
	},
	{
		stage: 'connection',
		situation: 'the answer stops in its body until the timeout',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: answer(half, sayNothing) }),
	},
	{
		stage: 'connection',
		situation: 'the answer is no HTTP',
		told: 'unknown',
		orders: 1,
		start: tls({ onRequest: answer('What do you want?\r\n\r\n') }),
	},
	...([302, 408, 500, 502, 503, 504] as const).map(
		(status): WayToFail => ({
			stage: 'connection',
			situation: `the service, or what stands before it, answers with ${status}`,
			told: 'unknown',
			orders: 1,
			start: tls({ onRequest: answer(`HTTP/1.1 ${status} Status\r\nContent-Length: 2\r\n\r\n{}`) }),
		}),
	),
	{
		stage: 'connection',
		situation: 'the service answers with 502, behind a proxy',
		notOn: withoutTunnel,
		told: 'unknown',
		orders: 1,
		start: proxied(
			'proxied.test',
			answer('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\n{}'),
		),
	},
];
