import fc from 'fast-check';

import { notSentCauseOf } from '../../nodes/BacklinkPanel/api/transportFailure.ts';

/**
 * Fields of an error. This file has the errors that test/engine/connection cannot produce with each version
 * of n8n. n8n 2.x gives the cause of an error, n8n 1.x a code and a text.
 */
type Fields = Record<string, unknown>;

const errorWith = (message: string, fields: Fields): Error =>
	Object.assign(new Error(message), fields);

/** Makes an error as n8n 2.x does: n8n's own error around that of axios, around that of Node.js. */
function fromN8n2(code: string | undefined, text: string, node: Fields = {}): Error {
	const cause = errorWith(text, { code, ...node });
	return errorWith('The service did something', {
		name: 'NodeApiError',
		httpCode: code,
		cause: errorWith(text, { name: 'AxiosError', code, cause }),
	});
}

/** Makes an error as n8n 1.x does: n8n's own error alone, with the text of the cause in `messages`. */
const fromN8n1 = (httpCode: string | undefined, text: string): Error =>
	errorWith('The service did something', { name: 'NodeApiError', httpCode, messages: [text] });

const inBoth = (code: string | undefined, text: string, node: Fields = {}): Error[] => [
	fromN8n2(code, text, node),
	fromN8n1(code, text),
];

const failedCall = (syscall: string, code: string): Error[] =>
	inBoth(code, `${syscall} ${code} 192.0.2.1:443`, { syscall });

const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
const notConnected = 'no connection could be made';
const blocked = 'n8n blocks this address';

const notSent: Array<[situation: string, clause: string, errors: unknown[]]> = [
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET'].map(
		(code): [string, string, unknown[]] => [code, notConnected, failedCall('connect', code)],
	),
	['an unknown name', notConnected, failedCall('getaddrinfo', 'ENOTFOUND')],
	['a name server that is down', notConnected, failedCall('getaddrinfo', 'EAI_AGAIN')],
	[
		'several addresses, none reached',
		notConnected,
		[
			{ code: 'ETIMEDOUT', errors: [{ code: 'ETIMEDOUT', syscall: 'connect' }, refused] },
			fromN8n1('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443 | connect ECONNREFUSED ::1:443'),
		],
	],
	...[
		['CERT_HAS_EXPIRED', 'certificate has expired'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'],
	].map(([code, text]): [string, string, unknown[]] => [
		String(code),
		'the certificate is not accepted',
		inBoth(code, String(text)),
	]),
	[
		'a text of n8n’s guards',
		blocked,
		[
			'The request was blocked because it resolves to a restricted IP address',
			'Cannot determine the host for this connection',
			'Domain not allowed: This credential is restricted from accessing x.y',
		].map((text) => fromN8n1(undefined, text)),
	],
	[
		'an error of n8n’s guards',
		blocked,
		['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'UnknownConnectionHostError'].map(
			(name) => ({ name: 'NodeApiError', cause: { name } }),
		),
	],
	['no address', 'the address is not valid', inBoth('ERR_INVALID_URL', 'Invalid URL')],
	[
		'no tunnel',
		'the proxy could not connect to it',
		[
			...inBoth(undefined, 'Proxy connection ended before receiving CONNECT response'),
			{ code: 'ERR_PROXY_TUNNEL' },
		],
	],
];

/** Errors after which the request may have left, even if another error around them says the opposite. */
const mayHaveLeft: Array<[situation: string, errors: unknown[]]> = [
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ETIMEDOUT', 'EPROTO'].map(
		(code): [string, unknown[]] => [`${code} of a read`, failedCall('read', code)],
	),
	['a write', [...failedCall('write', 'EPIPE'), ...failedCall('write', 'EPROTO')]],
	['another call', [{ ...refused, syscall: 'disconnect' }, { syscall: 'read' }]],
	[
		'one address reached, the other refused',
		[
			...[{ code: 'ECONNRESET', syscall: 'read' }, { code: 'ECONNRESET' }, 'something'].map(
				(reached) => ({ errors: [refused, reached] }),
			),
			fromN8n1('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443 | read ECONNRESET'),
		],
	],
	['a hang-up', inBoth('ECONNRESET', 'socket hang up')],
	['no HTTP', inBoth('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/')],
	['a cut answer', [fromN8n1('200', 'stream has been aborted')]],
	['a gateway that tells of its own connection', [{ response: { status: 502 }, cause: refused }]],
	[
		'a refusal of our certificate, which TLS 1.3 sends when the request may have left',
		[fromN8n1('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '80AC:SSL routines:x:alert')],
	],
];

/** Errors that do not show if the request left. */
const notKnown: Array<[situation: string, errors: unknown[]]> = [
	...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'EPROTO'].map(
		(code): [string, unknown[]] => [`${code} alone`, [{ code }, { httpCode: code }]],
	),
	['no addresses at all', [{ code: 'ECONNREFUSED', errors: [] }]],
	['a timeout', inBoth('ECONNABORTED', 'timeout of 120000ms exceeded')],
	['a cancel', inBoth('ERR_CANCELED', 'canceled')],
	[
		'a text that only quotes another one',
		['connect ECONNREFUSED', 'Domain not allowed', 'CERT_HAS_EXPIRED'].map((text) =>
			fromN8n1(undefined, `The panel said: ${text}`),
		),
	],
	['an error that was not foreseen', [new Error('Something else'), new Error()]],
	['no error', ['connect ECONNREFUSED', undefined, null, 7]],
];

test.each(notSent)('a request that plainly never left: %s: %s', (_, clause, errors) => {
	expect(errors.map((error) => notSentCauseOf(error)?.clause)).toEqual(errors.map(() => clause));
});

describe('any other request may have been carried out', () => {
	test.each([...mayHaveLeft, ...notKnown])('%s', (_, errors) => {
		for (const error of errors) expect(notSentCauseOf(error)).toBeUndefined();
	});

	test.each<[string, (error: unknown) => unknown]>([
		['a code', (cause) => ({ code: 'CERT_HAS_EXPIRED', cause })],
		['a call', (cause) => ({ ...refused, cause })],
		['a name', (cause) => ({ name: 'SsrfBlockedIpError', cause })],
		['texts', (cause) => ({ messages: ['connect ECONNREFUSED'], cause })],
		['a member', (error) => ({ errors: [refused, error] })],
	])('even if %s around the error would mean that the request never left', (_, around) => {
		for (const error of mayHaveLeft.flatMap(([, errors]) => errors)) {
			expect(notSentCauseOf(around(error))).toBeUndefined();
		}
	});
});

test('no thrown value makes the decision fail', () => {
	fc.assert(
		fc.property(fc.anything({ withNullPrototype: true, maxDepth: 5 }), (thrown) => {
			const around = { cause: thrown, errors: [thrown], response: thrown, messages: thrown };
			for (const error of [thrown, around]) expect(() => notSentCauseOf(error)).not.toThrow();
		}),
	);
	const unprintable: unknown = Object.create(null);
	for (const field of ['name', 'code', 'message', 'syscall', 'messages', 'errors', 'response']) {
		expect(notSentCauseOf({ [field]: unprintable })).toBeUndefined();
		expect(notSentCauseOf({ cause: { [field]: [unprintable] } })).toBeUndefined();
	}
	const round: Fields = {};
	expect(notSentCauseOf(Object.assign(round, { cause: round, errors: [round] }))).toBeUndefined();
});
