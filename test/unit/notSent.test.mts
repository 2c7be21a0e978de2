import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { notSentCauseOf } from '../../nodes/BacklinkPanel/api/notSentCauseOf.ts';
import type { NotSentCause } from '../../nodes/BacklinkPanel/errors/notSentCauses.ts';
import {
	connected,
	failedCall,
	type Fields,
	fromN8n1,
	fromN8n2,
	inBoth,
	inHandshake,
	neverConnected,
	ofHandshake,
	request,
	secure,
	standIn,
	timeoutText,
	timeoutWith,
} from './helperErrors.mts';

/**
 * Failures that test/engine/connection cannot make, or cannot make for each version of n8n: 2.x gives
 * the cause and the socket with an error, 1.x a code and a text.
 */
type Failures = Array<[situation: string, ...errors: unknown[]]>;

const beforeTls = 'Client network socket disconnected before secure TLS connection was established';
const noTunnel = 'Proxy connection ended before receiving CONNECT response';
const anyCall = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ETIMEDOUT'];
const blockedTexts = [
	'The request was blocked because it resolves to a restricted IP address',
	'Cannot determine the host for this connection',
	'Domain not allowed: This credential is restricted from accessing x.y',
];
const noCredential = [
	'Node does not have any credentials set for "backlinkPanelApi"',
	'Credential with ID "7" could not be found.',
	'Credential with ID "7" does not exist for type "backlinkPanelApi".',
];
const notFound = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
const within = (levels: number, wrap: (inner: Fields) => Fields) =>
	Array.from({ length: levels }).reduce<Fields>(wrap, notFound);

const notSent: Record<NotSentCause, Failures> = {
	connectionRefused: [
		['refused', ...failedCall('connect', 'ECONNREFUSED')],
		['an answer without a status', { code: 'ECONNREFUSED', syscall: 'connect', response: {} }],
		[
			'addresses in groups, none reached',
			{
				code: 'ECONNREFUSED',
				errors: [
					{ errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }] },
					{ cause: { code: 'EHOSTUNREACH', syscall: 'connect' } },
				],
			},
		],
	],
	hostUnreachable: [
		['no route', ...failedCall('connect', 'EHOSTUNREACH')],
		['no network', ...failedCall('connect', 'ENETUNREACH')],
	],
	connectionTimedOut: [
		['silence', ...failedCall('connect', 'ETIMEDOUT')],
		[
			'one address silent, one refusing',
			fromN8n1('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443 | connect ECONNREFUSED ::1:443'),
		],
		[
			'timeout before the connection is secure',
			timeoutWith(inHandshake),
			timeoutWith(neverConnected),
			timeoutWith(null),
			fromN8n2({ code: 'ETIMEDOUT', request: request(inHandshake) }),
		],
	],
	connectionNotReady: [
		['reset while connecting', ...failedCall('connect', 'ECONNRESET')],
		['no free port of this machine', ...failedCall('connect', 'EADDRNOTAVAIL')],
		['a name server that fails', ...failedCall('queryAaaa', 'ESERVFAIL')],
		['closed before the connection is secure', ...inBoth('ECONNRESET', beforeTls)],
		[
			'a handshake that ends, as the socket shows',
			...[inHandshake, null].map((socket) =>
				fromN8n2(
					{ code: 'ECONNRESET', request: request(socket) },
					{ code: 'ECONNRESET', syscall: 'read' },
				),
			),
			fromN8n2({ code: 'ERR_CANCELED', request: request(inHandshake) }, {}, 'canceled'),
			fromN8n2(
				{ code: 'EPROTO', request: request(inHandshake) },
				{ code: 'EPROTO', syscall: 'write' },
				ofHandshake('sslv3 alert bad certificate'),
			),
		],
	],
	nameUnknown: [
		['no such host', ...failedCall('getaddrinfo', 'ENOTFOUND'), { httpCode: 'ENOTFOUND' }],
		['an error in nine others', within(9, (cause) => ({ cause }))],
	],
	nameNotResolvedYet: [
		['no answer of the name server', ...failedCall('getaddrinfo', 'EAI_AGAIN')],
		['the code alone', { httpCode: 'EAI_AGAIN' }],
	],
	proxyUnavailable: [
		['a proxy that hangs up', ...inBoth(undefined, noTunnel)],
		[
			'a proxy that answers with something else',
			fromN8n1(undefined, 'Invalid header received from proxy CONNECT response: x'),
			fromN8n1(undefined, 'No header from proxy CONNECT response'),
			{ code: 'ERR_PROXY_TUNNEL' },
		],
		['a proxy’s 502', fromN8n2({ request: request(standIn), response: { status: 502 } })],
	],
	proxyRefused: [
		['a proxy’s 403', fromN8n2({ request: request(standIn), response: { status: 403 } })],
	],
	certificate: [
		['an expired one', ...inBoth('CERT_HAS_EXPIRED', 'certificate has expired')],
		['one for another name', ...inBoth('ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP')],
	],
	handshake: [
		...[
			'wrong version number',
			'ssl/tls alert handshake failure',
			'tlsv1 alert protocol version',
			'unsafe legacy renegotiation disabled',
		].map((reason): Failures[number] => [
			reason,
			fromN8n2({ code: 'EPROTO' }, { code: 'EPROTO', syscall: 'write' }, ofHandshake(reason)),
			fromN8n1('EPROTO', ofHandshake(reason)),
		]),
		...[
			'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
			'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
			'ERR_SSL_UNSUPPORTED_PROTOCOL',
		].map((code): Failures[number] => [code, { httpCode: code }, fromN8n2({ code }, { code })]),
	],
	invalidAddress: [['no address', ...inBoth('ERR_INVALID_URL', 'Invalid URL')]],
	blocked: [
		...blockedTexts.map((text): Failures[number] => [text, fromN8n1(undefined, text)]),
		['by an IP', { name: 'NodeApiError', cause: { name: 'SsrfBlockedIpError' } }],
		['by a name', { name: 'SsrfBlockedHostnameError' }, { name: 'UnknownConnectionHostError' }],
	],
	credentialUnreadable: noCredential.map((text) => [text, ...inBoth(undefined, text)]),
};

const mayHaveLeft: Failures = [
	...[...anyCall, 'EPROTO'].map((code): Failures[number] => [
		`${code} of a read`,
		...failedCall('read', code),
	]),
	['a broken pipe', ...failedCall('write', 'EPIPE')],
	['a reset while writing', ...failedCall('write', 'ECONNRESET')],
	['a write of no handshake', ...failedCall('write', 'EPROTO')],
	['another call', { code: 'ECONNREFUSED', syscall: 'disconnect' }],
	[
		'one address reached, the other refused',
		...[{ code: 'ECONNRESET', syscall: 'read' }, { code: 'ECONNRESET' }, 'something'].map(
			(reached) => ({ errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }, reached] }),
		),
		{ errors: [{ errors: [{ code: 'ETIMEDOUT' }] }] },
		fromN8n1('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443 | read ECONNRESET'),
	],
	['a hang-up', ...inBoth('ECONNRESET', 'socket hang up')],
	['no HTTP', ...inBoth('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/')],
	['a cut answer', fromN8n1('200', 'stream has been aborted')],
	[
		'a gateway that tells of a connection of its own',
		fromN8n2({ response: { status: 502 } }, { code: 'ECONNREFUSED', syscall: 'connect' }),
	],
	...[
		// In TLS 1.3 the service looks at our certificate when the request may be there already.
		'sslv3 alert bad certificate',
		'tlsv1 alert unknown ca',
		'tlsv1 alert access denied',
		'tlsv1 alert decrypt error',
		'tlsv13 alert certificate required',
		'bad record mac',
	].map((alert): Failures[number] => [
		alert,
		fromN8n1(`ERR_SSL_${alert.toUpperCase().replaceAll(' ', '_')}`, ofHandshake(alert, '')),
		fromN8n1('EPROTO', ofHandshake(alert)),
		fromN8n1('EPROTO', ofHandshake(alert, 'read EPROTO ')),
	]),
	['bytes of another protocol, later', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
];

const notKnown: Failures = [
	...anyCall.map((code): Failures[number] => [
		`${code} alone`,
		{ httpCode: code },
		fromN8n2({ code }, { code }),
	]),
	['no addresses at all', { code: 'ECONNREFUSED', errors: [] }],
	['a timeout of a connection that stood', timeoutWith(secure), timeoutWith(connected)],
	[
		// axios up to 1.8 leaves the request alone then, and it goes out once the handshake is done.
		'a timeout whose socket lives on',
		...[inHandshake, neverConnected, standIn, null].map((socket) => timeoutWith(socket, false)),
	],
	[
		'a timeout of a connection that does not show how far it came',
		timeoutWith({}),
		timeoutWith({ bytesWritten: 209 }),
		fromN8n2({ code: 'ECONNABORTED', request: { socket: {} } }, {}, timeoutText),
		...inBoth('ECONNABORTED', timeoutText),
	],
	[
		'a certificate’s code on a connection that stood',
		fromN8n2({ code: 'CERT_HAS_EXPIRED', request: request(secure) }),
	],
	['EPROTO alone', { code: 'EPROTO' }],
	['a cancel', ...inBoth('ERR_CANCELED', 'canceled')],
	['an answer that cannot be unpacked', fromN8n1('200', 'incorrect header check')],
	...[noTunnel, ...blockedTexts, ...noCredential].map((text): Failures[number] => [
		`“${text}”, only quoted`,
		fromN8n1(undefined, `The panel said: ${text}`),
	]),
	[
		'codes that only look like one',
		{ code: 'NO_ERR_SSL_HANDSHAKE_FAILURE' },
		{ code: 'ERR_SSL_HANDSHAKE_FAILURE_AFTER_DATA' },
	],
	[
		'an error nested too deep to be looked at',
		within(20, (cause) => ({ cause })),
		within(20, (member) => ({ errors: [member] })),
	],
	['an error that nobody foresaw', new Error('Something else'), new Error()],
	['no error', 'ECONNREFUSED', undefined, null, 7],
];

describe.each(Object.entries(notSent))('a request that provably never left: %s', (cause, rows) => {
	test.each(rows)('%s', (_, ...errors) => {
		expect(errors.map((error) => notSentCauseOf(error))).toEqual(errors.map(() => cause));
	});
});

describe('any other request may have been carried out', () => {
	test.each([...mayHaveLeft, ...notKnown])('%s', (_, ...errors) => {
		for (const error of errors) expect(notSentCauseOf(error)).toBeUndefined();
	});
});

describe('whatever else is said, a sign that the request may have left goes before it', () => {
	const misleading: Array<[string, (error: unknown) => unknown]> = [
		['a code around it', (cause) => ({ code: 'ENOTFOUND', cause })],
		['a call around it', (cause) => ({ code: 'ECONNREFUSED', syscall: 'connect', cause })],
		['a name around it', (cause) => ({ name: 'SsrfBlockedIpError', cause })],
		['texts around it', (cause) => ({ messages: ['connect ECONNREFUSED'], cause })],
		['a member beside it', (error) => ({ errors: [failedCall('connect', 'ETIMEDOUT')[1], error] })],
		['a cause of its group', (error) => ({ errors: [error], cause: notFound })],
	];

	test.each(misleading)('%s', (_, around) => {
		for (const error of mayHaveLeft.flatMap(([, ...errors]) => errors)) {
			expect(notSentCauseOf(around(error))).toBeUndefined();
		}
	});

	test('a socket that was secure goes before another that was not', () => {
		for (const [, ...errors] of Object.values(notSent).flat()) {
			for (const cause of errors) {
				const inner = { request: request(secure), cause };
				expect(notSentCauseOf({ request: request(inHandshake), cause: inner })).toBeUndefined();
			}
		}
	});
});

test('each code that this Node has for a certificate is known as one', () => {
	const program = readFileSync(process.execPath, 'latin1');
	const names = [...program.matchAll(/(?<=\0)[A-Z]+(_[A-Z]+)*(?=\0)/g)].map(([name]) => name);
	const ofCertificates =
		/^(CERT_(?!USAGE)|CRL_(?!DIST)|ERROR_IN_C|SELF_SIGNED_|DEPTH_ZERO_|PATH_LENGTH_|HOSTNAME_MIS|UNABLE_TO_|INVALID_(CA|PURPOSE)$|OUT_OF_MEM$|UNSPECIFIED$)/;
	const codes = [...new Set(names.filter((name) => ofCertificates.test(name)))];
	// As many as its documentation lists.
	expect(codes.length).toBeGreaterThanOrEqual(28);
	expect(codes.filter((code) => notSentCauseOf({ code }) !== 'certificate')).toEqual([]);
});

test('whatever is thrown, the decision is made', () => {
	fc.assert(
		fc.property(fc.anything({ withNullPrototype: true, maxDepth: 5 }), (thrown) => {
			const around = { cause: thrown, errors: [thrown], request: thrown };
			for (const error of [thrown, around]) expect(() => notSentCauseOf(error)).not.toThrow();
		}),
	);
	const unprintable: unknown = Object.create(null);
	for (const field of ['name', 'code', 'message', 'syscall', 'messages', 'errors', 'request']) {
		expect(notSentCauseOf({ [field]: unprintable })).toBeUndefined();
		expect(notSentCauseOf({ cause: { [field]: [unprintable] } })).toBeUndefined();
	}
	const round: Fields = {};
	Object.assign(round, { cause: round, errors: [round] });
	expect(notSentCauseOf(round)).toBeUndefined();
});
