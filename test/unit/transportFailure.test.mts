import { readFileSync } from 'node:fs';

import {
	transportFailure,
	transportFailureInWords,
} from '../../nodes/BacklinkPanel/api/transportFailure.ts';
import { toItemError } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import type { NotSentCause } from '../../nodes/BacklinkPanel/errors/notSentCauses.ts';

const TIMEOUT_MS = 120_000;

/** An error of Node, axios or n8n as the request helper hands it on. */
type Fields = Record<string, unknown>;

function errorWith(message: string, fields: Fields): Error {
	return Object.assign(new Error(message), fields);
}

/** n8n 2.x: its own error around that of axios, around that of Node. */
function fromN8n2(axios: Fields, node: Fields = {}, message = String(node.message ?? '')): Error {
	const nodeError = errorWith(message, node);
	const axiosError = errorWith(message, {
		name: 'AxiosError',
		...axios,
		cause: Object.keys(node).length > 0 ? nodeError : undefined,
	});
	return errorWith('The service did something', {
		name: 'NodeApiError',
		httpCode: axios.code,
		cause: axiosError,
	});
}

/** Later n8n 1.x: its own error alone. The text of the cause is left in `messages` only. */
function fromN8n1(code: string | undefined, original: string): Error {
	const canned = 'The connection to the server was closed unexpectedly, perhaps it is offline.';
	return errorWith(canned, {
		name: 'NodeApiError',
		httpCode: code,
		messages: [original, original],
	});
}

/** A call of the system that failed, in both forms. */
function failedCall(call: string, code: string): Error[] {
	const text = `${call} ${code} 192.0.2.1:443`;
	return [fromN8n2({ code }, { code, syscall: call }, text), fromN8n1(code, text)];
}

const ofHandshake = (reason: string, start = 'write EPROTO ') =>
	`${start}80AC0DBA:error:0A00010B:SSL routines:ssl3_read_bytes:${reason}:../rec_layer_s3.c:1601:\n`;

/** The request and its socket as they are when the error is caught. */
const request = (socket: Fields | null, isDestroyed = true) => ({
	destroyed: isDestroyed,
	socket: socket && { destroyed: isDestroyed, ...socket },
});
const inHandshake = { encrypted: true, secureConnecting: true, bytesWritten: 209 };
const secure = { encrypted: true, secureConnecting: false, bytesWritten: 209 };
/** What a proxy agent puts in the place of a connection that it did not get. */
const standIn = { bytesWritten: 0, _bytesDispatched: 0 };
const neverConnected = { bytesWritten: 209, _bytesDispatched: 0 };
const connected = { bytesWritten: 209, _bytesDispatched: 209 };

const timeoutText = `timeout of ${TIMEOUT_MS}ms exceeded`;
const timeoutWith = (socket: Fields | null, isDestroyed = true) =>
	fromN8n2({ code: 'ECONNABORTED', request: request(socket, isDestroyed) }, {}, timeoutText);

function told(error: unknown, spendsCredits = true) {
	const sent = { spendsCredits, host: 'panel.example.com', timeoutMs: TIMEOUT_MS };
	const failure = transportFailure(error, sent);
	return { ...failure, ...toItemError(failure) };
}

/** The codes that this Node has for a certificate it does not accept, from its own program. */
function certificateCodesOfNode(): string[] {
	const program = readFileSync(process.execPath, 'latin1');
	const names = [...program.matchAll(/(?<=\0)[A-Z]+(_[A-Z]+)*(?=\0)/g)].map(([name]) => name);
	const isOfCertificate =
		/^(CERT_(?!USAGE)|CRL_(?!DIST)|ERROR_IN_C|SELF_SIGNED_|DEPTH_ZERO_|PATH_LENGTH_|HOSTNAME_MIS|UNABLE_TO_|INVALID_(CA|PURPOSE)$|OUT_OF_MEM$|UNSPECIFIED$)/;
	return [...new Set(names.filter((name) => isOfCertificate.test(name)))];
}

interface NotSent {
	situation: string;
	errors: unknown[];
	cause: NotSentCause;
}

const beforeTls = 'Client network socket disconnected before secure TLS connection was established';

const notSent: NotSent[] = [
	{
		situation: 'refused',
		errors: failedCall('connect', 'ECONNREFUSED'),
		cause: 'connectionRefused',
	},
	{
		situation: 'no route',
		errors: failedCall('connect', 'EHOSTUNREACH'),
		cause: 'hostUnreachable',
	},
	{
		situation: 'no network',
		errors: failedCall('connect', 'ENETUNREACH'),
		cause: 'hostUnreachable',
	},
	{ situation: 'silence', errors: failedCall('connect', 'ETIMEDOUT'), cause: 'connectionTimedOut' },
	{
		situation: 'reset while connecting',
		errors: failedCall('connect', 'ECONNRESET'),
		cause: 'connectionNotReady',
	},
	{
		situation: 'no address of this machine is free',
		errors: failedCall('connect', 'EADDRNOTAVAIL'),
		cause: 'connectionNotReady',
	},
	{
		situation: 'no host of this name',
		errors: [...failedCall('getaddrinfo', 'ENOTFOUND'), { httpCode: 'ENOTFOUND' }],
		cause: 'nameUnknown',
	},
	{
		situation: 'the name cannot be looked up at the moment',
		errors: [
			...failedCall('getaddrinfo', 'EAI_AGAIN'),
			...failedCall('getaddrinfo', 'EAI_FAIL'),
			{ httpCode: 'EAI_AGAIN' },
		],
		cause: 'nameNotResolvedYet',
	},
	{
		situation: 'the name server fails',
		errors: [...failedCall('getaddrinfo', 'ESERVFAIL'), ...failedCall('queryA', 'ESERVFAIL')],
		cause: 'connectionNotReady',
	},
	{
		situation: 'a name with two addresses, one silent, one refusing',
		errors: [
			fromN8n2(
				{ code: 'ETIMEDOUT' },
				{
					name: 'AggregateError',
					code: 'ETIMEDOUT',
					errors: [
						{ code: 'ETIMEDOUT', syscall: 'connect', message: 'connect ETIMEDOUT 192.0.2.1:443' },
						{ code: 'ECONNREFUSED', syscall: 'connect' },
					],
				},
			),
			fromN8n1('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443 | connect ECONNREFUSED ::1:443'),
		],
		cause: 'connectionTimedOut',
	},
	{
		situation: 'addresses tried in groups, none reached',
		errors: [
			{
				code: 'ECONNREFUSED',
				errors: [
					{ errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }] },
					{ cause: { code: 'EHOSTUNREACH', syscall: 'connect' } },
				],
			},
		],
		cause: 'connectionRefused',
	},
	{
		situation: 'closed before the connection was secure',
		errors: [
			fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET' }, beforeTls),
			fromN8n1('ECONNRESET', beforeTls),
		],
		cause: 'connectionNotReady',
	},
	{
		situation: 'reset in the handshake, as the socket shows',
		errors: [
			fromN8n2(
				{ code: 'ECONNRESET', request: request(inHandshake) },
				{ code: 'ECONNRESET', syscall: 'read' },
				'read ECONNRESET',
			),
		],
		cause: 'connectionNotReady',
	},
	{
		situation: 'timeout in the handshake or before, as the socket shows',
		errors: [timeoutWith(inHandshake), timeoutWith(neverConnected), timeoutWith(null)],
		cause: 'connectionTimedOut',
	},
	{
		situation: 'an alert about certificates within the handshake, as the socket shows',
		errors: [
			fromN8n2(
				{ code: 'EPROTO', request: request(inHandshake) },
				{ code: 'EPROTO', syscall: 'write' },
				ofHandshake('sslv3 alert bad certificate'),
			),
		],
		cause: 'connectionNotReady',
	},
	...certificateCodesOfNode().map((code) => ({
		situation: `a certificate that is not accepted: ${code}`,
		errors: [fromN8n2({ code }, { code }, 'said of it'), fromN8n1(code, 'said of it')],
		cause: 'certificate' as const,
	})),
	{
		situation: 'a certificate for another name',
		errors: [
			fromN8n1(
				'ERR_TLS_CERT_ALTNAME_INVALID',
				"Hostname/IP does not match certificate's altnames: DNS:other.example",
			),
		],
		cause: 'certificate',
	},
	...[
		'wrong version number',
		'packet length too long',
		'sslv3 alert handshake failure',
		'ssl/tls alert handshake failure',
		'tlsv1 alert protocol version',
		'tlsv1 alert internal error',
		'tlsv1 unrecognized name',
		'unsafe legacy renegotiation disabled',
	].map((reason) => ({
		situation: `no secure connection: ${reason}`,
		errors: [
			fromN8n2({ code: 'EPROTO' }, { code: 'EPROTO', syscall: 'write' }, ofHandshake(reason)),
			fromN8n1('EPROTO', ofHandshake(reason)),
		],
		cause: 'handshake' as const,
	})),
	...[
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
		'ERR_SSL_UNSUPPORTED_PROTOCOL',
		'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
		'ERR_SSL_CERTIFICATE_VERIFY_FAILED',
	].map((code) => ({
		situation: `no agreement on how to be secure: ${code}`,
		errors: [{ httpCode: code }, fromN8n2({ code }, { code })],
		cause: 'handshake' as const,
	})),
	{
		situation: 'a proxy that hangs up on CONNECT',
		errors: [
			fromN8n1(undefined, 'Proxy connection ended before receiving CONNECT response'),
			fromN8n2({}, { name: 'Error' }, 'Proxy connection ended before receiving CONNECT response'),
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a proxy that answers CONNECT with 502',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_RESPONSE', request: request(standIn), response: { status: 502 } },
				{},
				'Request failed with status code 502',
			),
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a proxy that answers CONNECT with 403',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_REQUEST', request: request(standIn), response: { status: 403 } },
				{},
				'Request failed with status code 403',
			),
		],
		cause: 'proxyRefused',
	},
	{
		situation: 'a proxy that resets instead of answering CONNECT, as the missing socket shows',
		errors: [
			fromN8n2(
				{ code: 'ECONNRESET', request: request(null) },
				{ code: 'ECONNRESET', syscall: 'read' },
				'read ECONNRESET',
			),
		],
		cause: 'connectionNotReady',
	},
	{
		situation: 'an address that is none',
		errors: [
			fromN8n2({ code: 'ERR_INVALID_URL' }, { code: 'ERR_INVALID_URL' }, 'Invalid URL'),
			fromN8n1('ERR_INVALID_URL', 'Invalid URL'),
		],
		cause: 'invalidAddress',
	},
	{
		situation: 'an address or a name that n8n blocks',
		errors: [
			{ name: 'NodeApiError', cause: { name: 'SsrfBlockedIpError' } },
			errorWith('blocked', { name: 'SsrfBlockedHostnameError' }),
			fromN8n1(undefined, 'The request was blocked because it resolves to a restricted IP address'),
			fromN8n1(undefined, 'Domain not allowed: This credential is restricted from accessing x.y'),
		],
		cause: 'blocked',
	},
	{
		situation: 'a credential that is missing',
		errors: [
			fromN8n1(undefined, 'Node does not have any credentials set for "backlinkPanelApi"'),
			fromN8n2({}, {}, 'Credential with ID "7" does not exist for type "backlinkPanelApi".'),
		],
		cause: 'credentialUnreadable',
	},
	{
		situation: 'stopped before the connection was secure, as the socket shows',
		errors: [fromN8n2({ code: 'ERR_CANCELED', request: request(inHandshake) }, {}, 'canceled')],
		cause: 'connectionNotReady',
	},
];

test('Node has as many codes for certificates as its documentation lists', () => {
	expect(certificateCodesOfNode().length).toBeGreaterThanOrEqual(28);
});

describe('a request that provably never left charged nothing', () => {
	test.each(notSent)('$situation', ({ errors, cause }) => {
		for (const error of errors) {
			for (const spendsCredits of [true, false]) {
				const failure = told(error, spendsCredits);
				expect(failure).toMatchObject({
					reason: 'notSent',
					notSentCause: cause,
					charged: 'no',
					retryable: true,
					httpStatus: null,
					kod: null,
				});
				expect(failure.message).toMatch(/^The service could not be reached: \S/);
				expect(failure.description).toContain('panel.example.com');
			}
		}
	});
});

interface Unknown {
	situation: string;
	errors: unknown[];
}

const refusedCodes = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ETIMEDOUT'];
const certificateAlerts = [
	'sslv3 alert bad certificate',
	'sslv3 alert unsupported certificate',
	'sslv3 alert certificate revoked',
	'sslv3 alert certificate expired',
	'sslv3 alert certificate unknown',
	'tlsv1 alert unknown ca',
	'tlsv1 alert access denied',
	'tlsv1 alert decrypt error',
	'tlsv13 alert certificate required',
];

const unknown: Unknown[] = [
	...refusedCodes.map((code) => ({
		situation: `${code} while reading`,
		errors: failedCall('read', code),
	})),
	...refusedCodes.map((code) => ({
		situation: `${code} alone`,
		errors: [{ httpCode: code }, fromN8n2({ code }, { code }), errorWith('', { code })],
	})),
	{
		situation: 'reading failed after an order of 1.x',
		errors: [
			errorWith('The host is unreachable, perhaps the server is offline', {
				httpCode: 'EHOSTUNREACH',
				messages: ['read EHOSTUNREACH'],
			}),
		],
	},
	{ situation: 'broken pipe', errors: failedCall('write', 'EPIPE') },
	{ situation: 'reset while writing', errors: failedCall('write', 'ECONNRESET') },
	{
		situation: 'one address was reached, the other refused',
		errors: [
			{
				code: 'ECONNREFUSED',
				errors: [
					{ code: 'ECONNREFUSED', syscall: 'connect' },
					{ code: 'ECONNRESET', syscall: 'read' },
				],
			},
			{ errors: [{ errors: [{ code: 'ETIMEDOUT' }] }, { code: 'EPIPE', syscall: 'write' }] },
			{ errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'something'] },
			{ code: 'ECONNREFUSED', syscall: 'connect', errors: [{ code: 'ECONNRESET' }] },
			fromN8n1('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443 | read ECONNRESET'),
		],
	},
	{ situation: 'no addresses at all', errors: [{ code: 'ECONNREFUSED', errors: [] }] },
	{
		situation: 'socket hang up',
		errors: [
			fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET' }, 'socket hang up'),
			fromN8n1('ECONNRESET', 'socket hang up'),
		],
	},
	{
		situation: 'an answer that is no HTTP',
		errors: [
			fromN8n2({ code: 'HPE_INVALID_CONSTANT' }, { code: 'HPE_INVALID_CONSTANT' }),
			fromN8n1('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'),
		],
	},
	{
		situation: 'timeout after the connection stood',
		errors: [timeoutWith(secure), timeoutWith(connected)],
	},
	{
		// axios up to 1.8 leaves the request alone then, and it goes out once the handshake is done.
		situation: 'timeout while connecting, and the socket lives on',
		errors: [
			timeoutWith(inHandshake, false),
			timeoutWith(neverConnected, false),
			timeoutWith(null, false),
			timeoutWith(standIn, false),
		],
	},
	{
		situation: 'timeout, not known how far the connection came',
		errors: [
			fromN8n2({ code: 'ECONNABORTED' }, {}, timeoutText),
			fromN8n2({ code: 'ECONNABORTED', request: { writableFinished: false } }, {}, timeoutText),
			fromN8n2({ code: 'ECONNABORTED', request: { socket: {} } }, {}, timeoutText),
			fromN8n1('ECONNABORTED', timeoutText),
		],
	},
	{
		situation: 'a certificate code on a connection that stood',
		errors: [
			fromN8n2(
				{ code: 'CERT_HAS_EXPIRED', request: request(secure) },
				{ code: 'CERT_HAS_EXPIRED' },
			),
		],
	},
	...certificateAlerts.map((alert) => ({
		// In TLS 1.3 the service looks at our certificate when the request may be there already.
		situation: `refused for our certificate: ${alert}`,
		errors: [
			fromN8n1(`ERR_SSL_${alert.toUpperCase().replaceAll(' ', '_')}`, ofHandshake(alert, '')),
			fromN8n1('EPROTO', ofHandshake(alert)),
			fromN8n1('EPROTO', ofHandshake(alert, 'read EPROTO ')),
		],
	})),
	...[
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_BAD_RECORD_TYPE',
		'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
	].map((code) => ({
		situation: `a secure connection that broke: ${code}`,
		errors: [fromN8n1(code, ofHandshake('wrong version number', ''))],
	})),
	{
		situation: 'EPROTO without a word of the handshake',
		errors: [{ code: 'EPROTO' }, ...failedCall('write', 'EPROTO'), ...failedCall('read', 'EPROTO')],
	},
	{
		situation: 'an answer of status 200 that was cut off',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_RESPONSE', response: { status: 200 } },
				{},
				'stream has been aborted',
			),
			fromN8n1('200', 'stream has been aborted'),
		],
	},
	{
		situation: 'an answer that cannot be unpacked',
		errors: [fromN8n1('200', 'incorrect header check')],
	},
	{
		situation: 'the execution was canceled',
		errors: [
			fromN8n2({ code: 'ERR_CANCELED' }, {}, 'canceled'),
			fromN8n2({ code: 'ERR_CANCELED', request: request(secure) }, {}, 'canceled'),
			fromN8n1('ERR_CANCELED', 'canceled'),
		],
	},
	{ situation: 'an error that nobody foresaw', errors: [new Error('Something else'), new Error()] },
	{ situation: 'something thrown that is no error', errors: ['ECONNREFUSED', undefined, null, 7] },
	{
		situation: 'an error nested too deep to be looked at',
		errors: [
			Array.from({ length: 20 }).reduce<Fields>((cause) => ({ cause }), {
				code: 'ENOTFOUND',
				syscall: 'getaddrinfo',
			}),
			Array.from({ length: 20 }).reduce<Fields>((member) => ({ errors: [member] }), {
				code: 'ENOTFOUND',
				syscall: 'getaddrinfo',
			}),
		],
	},
];

describe('any other request may have been carried out', () => {
	test.each(unknown)('$situation', ({ errors }) => {
		for (const error of errors) {
			expect(told(error)).toMatchObject({
				reason: 'outcomeUnknown',
				message: 'The outcome of this order is unknown',
				charged: 'unknown',
				retryable: false,
				httpStatus: null,
			});
			const read = told(error, false);
			expect(read).toMatchObject({ reason: 'readFailed', charged: 'no', retryable: true });
		}
	});

	test('a read is tried again', () => {
		expect(told(failedCall('read', 'ECONNRESET')[0], false).isTransient).toBe(true);
	});

	test('but not after a cancel', () => {
		expect(told(fromN8n1('ERR_CANCELED', 'canceled'), false).isTransient).toBe(false);
	});
});

describe('the user reads', () => {
	test.each([
		[
			'a refused connection',
			failedCall('connect', 'ECONNREFUSED')[1],
			'the connection was refused',
		],
		['the technical code', failedCall('connect', 'ECONNREFUSED')[1], '(ECONNREFUSED)'],
		['an unknown name', { httpCode: 'ENOTFOUND' }, 'no host has this name'],
		['a certificate', { code: 'CERT_HAS_EXPIRED' }, 'the certificate is not accepted'],
		[
			'what OpenSSL said',
			fromN8n1('EPROTO', ofHandshake('wrong version number')),
			'no secure connection could be made (wrong version number)',
		],
	])('why a request did not leave: %s', (_, error, words) => {
		expect(told(error).message).toContain(words);
		expect(transportFailureInWords(error, TIMEOUT_MS)).toContain(words);
	});

	test.each([
		['a timeout', fromN8n2({ code: 'ECONNABORTED' }, {}, timeoutText), 'within 120 s'],
		['a timeout, n8n 1.x', fromN8n1('ECONNABORTED', timeoutText), 'within 120 s'],
		['a cut answer', fromN8n1('200', 'stream has been aborted'), 'the answer was cut off'],
		['a cancel', fromN8n1('ERR_CANCELED', 'canceled'), 'the execution was stopped'],
		['a reset', fromN8n1('ECONNRESET', 'read ECONNRESET'), 'the connection was lost'],
		['what nobody foresaw', new Error('Something else'), 'Something else'],
	])('how an answer was lost: %s', (_, error, words) => {
		expect(told(error).description).toContain(words);
	});

	test.each([
		'ended as nobody foresaw',
		'Proxy connection ended before receiving CONNECT response',
	])('what was said once, although n8n, axios and Node each say it: %s', (text) => {
		for (const error of [fromN8n2({}, { name: 'Error' }, text), fromN8n1(undefined, text)]) {
			const { message, description } = told(error);
			expect(`${message} ${description}`.split(text).length).toBeLessThanOrEqual(2);
		}
	});

	test('no secrets of the request, even if an error carries them', () => {
		const config = { headers: { Authorization: 'Bearer demo_live_1a2b3c' } };
		const error = fromN8n2(
			{ code: 'ECONNRESET', config, request: { ...config, socket: null } },
			{ code: 'ECONNRESET' },
		);
		expect(JSON.stringify(told(error))).not.toContain('demo_live_1a2b3c');
	});
});

test('an error that is its own cause ends the search', () => {
	const error: Fields = { message: 'round and round' };
	error.cause = error;
	error.errors = [error];
	expect(told(error).reason).toBe('outcomeUnknown');
});
