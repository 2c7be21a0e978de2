import { OK, whole, plain, tls, proxied, clientFailsToRead } from './destinations.mts';
import { answer, hangUp, reset, sayNothing } from './failingServers.mts';
import { type WayToFail, withoutTunnel } from './wayToFail.mts';

const half = `${OK}Content-Length: 200\r\n\r\n{"ok":true`;

/** Ways to fail on a connection that stands, when the request may have left. */
export const waysToLoseTheAnswer: WayToFail[] = [
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
