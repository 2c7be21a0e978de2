import { newAuthority, yearsFromNow } from './certificates.mts';
import {
	type Destination,
	type Network,
	OK,
	whole,
	CLOSED_PORT,
	nobodyAt,
	plain,
	tcp,
	tls,
	certified,
	clientFailsToRead,
	proxied,
	stalling,
} from './destinations.mts';
import { answer, hangUp, reset, sayNothing } from './failingServers.mts';

export type EngineName = '1.85' | '1.123' | '2.41';

export type Told = 'not sent' | 'refused' | 'unknown';

export interface WayToFail {
	/** Stage of the connection at which the order fails. */
	stage: 'address' | 'proxy' | 'handshake' | 'connection';
	situation: string;
	told: Told;
	/** Number of orders that the service carries out. */
	orders: 0 | 1;
	/** Version of n8n that still lets the order leave after the timeout. */
	leavesOn?: EngineName;
	/** Versions of n8n on which this failure cannot be produced. */
	notOn?: EngineName[];
	/** True if the order has several megabytes, so that it cannot leave in one piece. */
	isLong?: true;
	start(network: Network): Promise<Destination>;
}

type More = Partial<WayToFail>;

export const waysAt =
	(stage: WayToFail['stage'], told: Told, orders: 0 | 1) =>
	(situation: string, start: WayToFail['start'], more: More = {}): WayToFail => ({
		stage,
		situation,
		told,
		orders,
		start,
		...more,
	});

/** Leaves out n8n 1.85, which sends the whole request to the proxy instead of asking for a connection. */
const needsTunnel: More = { notOn: ['1.85'] };

/** Leaves out n8n 1.85, whose axios does not time out a connect: the system ends it after two minutes. */
const endsWithTimeout: Partial<WayToFail> = { notOn: ['1.85'] };

const addressAt =
	(told: Told, more?: More) => (situation: string, baseUrl: (network: Network) => string) =>
		waysAt('address', told, 0)(situation, nobodyAt(baseUrl), more);
const noAddress = addressAt('not sent');
const silentAddress = addressAt('unknown', endsWithTimeout);
const badCertificate = waysAt('handshake', 'not sent', 0);
const noHandshake = waysAt('handshake', 'unknown', 0);
const atProxy = (situation: string, told: WayToFail['told'], start: WayToFail['start']) =>
	waysAt('proxy', told, 0)(situation, start, needsTunnel);

/** Failures before any byte of the request can leave, in the order of the stages. */
const waysNotToLeave: WayToFail[] = [
	noAddress('the name of the host is unknown', () => 'https://no-such-host.invalid'),
	noAddress('the connection is refused', () => `https://panel.test:${CLOSED_PORT}`),
	noAddress(
		'the connection is refused at all addresses of the name',
		() => `https://two-refusing.test:${CLOSED_PORT}`,
	),
	noAddress(
		'one address of the name says nothing, the other refuses',
		({ silentPort }) => `https://silent-and-refusing.test:${silentPort}`,
	),
	silentAddress(
		'the address says nothing until the timeout',
		({ silentPort }) => `https://silent.test:${silentPort}`,
	),
	silentAddress(
		'the address says nothing until the timeout, over plain http',
		({ silentPort }) => `http://silent.internal:${silentPort}`,
	),

	atProxy(
		'the proxy refuses the connection',
		'not sent',
		nobodyAt(() => 'http://proxy-refuses.internal'),
	),
	atProxy('the proxy hangs up instead of answering', 'not sent', proxied('proxy-hangs-up.test')),
	atProxy('the proxy wants a login (407)', 'refused', proxied('proxy-wants-login.test')),
	atProxy('the proxy forbids the host (403)', 'refused', proxied('proxy-forbids.test')),
	...Object.entries({
		'the proxy resets the connection instead of answering': 'proxy-resets.test',
		'the proxy does not answer until the timeout': 'proxy-says-nothing.test',
		'the proxy does not reach the host (502)': 'proxy-finds-nothing.test',
		'the proxy gets no answer from the host (504)': 'proxy-waits-in-vain.test',
		'the proxy sends to a page of its own (302)': 'proxy-wants-consent.test',
		'the proxy answers in another protocol': 'proxy-speaks-otherwise.test',
	}).map(([situation, host]) => atProxy(situation, 'unknown', proxied(host))),

	noHandshake('the connection is reset at once', tcp({ onFirstBytes: reset })),
	noHandshake('the connection is closed at once', tcp({ onConnection: hangUp })),
	noHandshake('the connection is closed in the handshake', tcp({ onFirstBytes: hangUp })),
	noHandshake(
		'nothing comes in the handshake until the timeout',
		tcp({ onFirstBytes: sayNothing }),
	),
	// n8n 1.85 reports the timeout, but its axios still sends the request once the handshake is done.
	noHandshake('the handshake goes on after the timeout', stalling(8000), { leavesOn: '1.85' }),
	noHandshake(
		'the port speaks plain http',
		tcp({ onFirstBytes: answer('HTTP/1.1 400 Bad Request\r\n\r\n') }),
	),
	noHandshake(
		'the port speaks something else',
		tcp({ onFirstBytes: answer('220 mail.test ESMTP\r\n') }),
	),
	noHandshake(
		'no version of TLS in common',
		tls(
			{ onRequest: whole },
			{ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
		),
	),
	noHandshake(
		'no cipher in common',
		tls({ onRequest: whole }, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA' }),
	),
	noHandshake(
		'the service wants a certificate of n8n, TLS 1.2',
		tls(
			{ onRequest: whole },
			{ requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
		),
	),

	badCertificate(
		'the certificate has expired',
		certified({ validFrom: yearsFromNow(-3), validTo: yearsFromNow(-1) }),
	),
	badCertificate(
		'the certificate is not valid yet',
		certified({ validFrom: yearsFromNow(1), validTo: yearsFromNow(2) }),
	),
	badCertificate('the certificate is for another name', certified({ host: 'other.test' })),
	badCertificate('the certificate is self-signed', certified({ authority: undefined })),
	badCertificate(
		'the certificate is of an unknown authority',
		certified({ authority: newAuthority('Unknown authority') }),
	),
	badCertificate('the certificate is for clients only', certified({ purpose: 'client' })),
];

const half = `${OK}Content-Length: 200\r\n\r\n{"ok":true`;
const empty = (status: string) => answer(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n{}`);

const unread = waysAt('connection', 'unknown', 0);
const carriedOut = waysAt('connection', 'unknown', 1);

/** Failures on an established connection, when the request may have left. */
const waysToLoseTheAnswer: WayToFail[] = [
	unread(
		'the service wants a certificate of n8n, TLS 1.3: said after the handshake',
		tls(
			{ onRequest: whole },
			{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
		),
	),
	unread('the connection is reset before the request is read', tls({ onConnection: reset })),
	unread('the connection is closed before the request is read', tls({ onConnection: hangUp })),
	unread(
		'the connection is reset when a part of the request has come',
		tls({ onFirstBytes: reset }),
		{ isLong: true },
	),
	unread(
		'a part of the request has come when the timeout passes',
		tls({ onFirstBytes: (connection) => void connection.pause() }),
		{ isLong: true },
	),

	carriedOut('the connection is reset after the request', tls({ onRequest: reset })),
	carriedOut('the connection is closed after the request', tls({ onRequest: hangUp })),
	carriedOut(
		'the connection is closed after the request, over plain http',
		plain({ onRequest: hangUp }),
	),
	carriedOut(
		'the connection is closed after the request, behind a proxy',
		proxied('proxied.test', hangUp),
		needsTunnel,
	),
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map((code) =>
		carriedOut(`reading the answer fails with ${code}`, clientFailsToRead(code)),
	),
	carriedOut(
		'the secure connection turns into a plain one after the request',
		tls({ onRequest: (_, carrier) => void carrier.write(OK) }),
	),
	carriedOut('no answer comes until the timeout', tls({ onRequest: sayNothing })),
	carriedOut('the answer ends in its head', tls({ onRequest: answer(`${OK}Content-Le`) })),
	carriedOut('the answer ends in its body', tls({ onRequest: answer(half) })),
	carriedOut(
		'the connection is reset in the body of the answer',
		tls({
			onRequest: answer(half, (connection, carrier) => {
				setTimeout(() => reset(connection, carrier), 50);
			}),
		}),
	),
	carriedOut(
		'the answer stops in its body until the timeout',
		tls({ onRequest: answer(half, sayNothing) }),
	),
	carriedOut('the answer is no HTTP', tls({ onRequest: answer('What do you want?\r\n\r\n') })),
	...[302, 408, 500, 502, 503, 504].map((status) =>
		carriedOut(
			`the service, or what stands before it, answers with ${status}`,
			tls({ onRequest: empty(`${status} Status`) }),
		),
	),
	carriedOut(
		'the service answers with 502, behind a proxy',
		proxied('proxied.test', empty('502 Bad Gateway')),
		needsTunnel,
	),
];

/** All failures that the tests can produce on one machine, in the order of the stages. */
export const waysToFail = [...waysNotToLeave, ...waysToLoseTheAnswer];
