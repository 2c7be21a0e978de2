import fc from 'fast-check';

import { notSentCauseOf } from '../../nodes/BacklinkPanel/api/notSentCauseOf.ts';
import { caseCount } from '../cases.mts';

type Fields = Record<string, unknown>;

/** What Node raises, and how far the request had come by then. */
interface Failure {
	/** Node's own error. */
	node: Fields;
	/** The socket as it is when the error is caught; null: there was none yet. */
	socket: Fields | null;
	isDestroyed: boolean;
	status?: number;
	/** Whether the texts and codes show it too, where a version of n8n hands no socket on. */
	isInWords: boolean;
}

const errno = fc.constantFrom(
	'ECONNREFUSED',
	'ECONNRESET',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ETIMEDOUT',
	'ENETDOWN',
	'EADDRNOTAVAIL',
);

const callFailed = (call: string, code: string): Fields => ({
	code,
	syscall: call,
	message: `${call} ${code} 192.0.2.1:443`,
});
const openSsl = (start: string, reason: string) =>
	`${start}80AC:error:0A00010B:SSL routines:ssl3_read_bytes:${reason}:../rec_layer_s3.c:1601:\n`;

const neverConnected = { bytesWritten: 209, _bytesDispatched: 0 };
const inHandshake = { encrypted: true, secureConnecting: true, bytesWritten: 209 };
const standIn = { bytesWritten: 0, _bytesDispatched: 0 };
const secure = { encrypted: true, secureConnecting: false, bytesWritten: 209 };
const connected = { bytesWritten: 209, _bytesDispatched: 209 };

const timeout = { message: 'timeout of 1000ms exceeded', code: 'ECONNABORTED' };

/** Members of an attempt at several addresses, also in groups. */
const attempts: fc.Arbitrary<Fields> = fc.letrec<{ attempt: Fields }>((tie) => ({
	attempt: fc.oneof(
		{ weight: 3, arbitrary: errno.map((code) => callFailed('connect', code)) },
		{
			weight: 1,
			arbitrary: fc
				.array(tie('attempt'), { minLength: 1, maxLength: 3 })
				.map((errors) => ({ name: 'AggregateError', message: '', code: errors[0]?.code, errors })),
		},
	),
})).attempt;

const untilConnected: fc.Arbitrary<Failure> = fc
	.record({
		node: fc.oneof(
			fc
				.constantFrom('ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL')
				.map((code) => callFailed('getaddrinfo', code)),
			attempts,
		),
		socket: fc.constantFrom(neverConnected, inHandshake, null),
	})
	.map((drawn) => ({ ...drawn, isDestroyed: true, isInWords: true }));

const atProxy: fc.Arbitrary<Failure> = fc.oneof(
	fc.constant({
		node: { message: 'Proxy connection ended before receiving CONNECT response' },
		socket: null,
		isDestroyed: true,
		isInWords: true,
	}),
	fc.constantFrom(callFailed('read', 'ECONNRESET'), timeout).map((node) => ({
		node,
		socket: null,
		isDestroyed: true,
		isInWords: false,
	})),
	fc.constantFrom(302, 403, 407, 500, 502, 504).map((status) => ({
		node: { message: `Request failed with status code ${status}`, code: 'ERR_BAD_RESPONSE' },
		socket: standIn,
		isDestroyed: true,
		isInWords: false,
		status,
	})),
);

const inTheHandshake: fc.Arbitrary<Failure> = fc
	.oneof(
		fc
			.constantFrom(
				{ code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
				{ code: 'INVALID_PURPOSE', message: 'unsuitable certificate purpose' },
				{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'Hostname/IP does not match' },
				{
					code: 'ECONNRESET',
					message:
						'Client network socket disconnected before secure TLS connection was established',
				},
				...['wrong version number', 'sslv3 alert handshake failure'].map((reason) => ({
					code: 'EPROTO',
					syscall: 'write',
					message: openSsl('write EPROTO ', reason),
				})),
			)
			.map((node: Fields) => ({ node, isInWords: true })),
		fc
			.constantFrom<Fields>(
				callFailed('read', 'ECONNRESET'),
				timeout,
				{ code: 'ERR_CANCELED', message: 'canceled' },
				{ code: 'EPROTO', syscall: 'write', message: openSsl('write EPROTO ', 'bad record mac') },
			)
			.map((node) => ({ node, isInWords: false })),
	)
	.map((drawn) => ({ ...drawn, socket: inHandshake, isDestroyed: true }));

/** A request that provably did not leave. */
const beforeTheRequest = fc.oneof(untilConnected, atProxy, inTheHandshake);

/** What shows by itself that the request may have left, without a look at the socket. */
const evidenceOfLater: fc.Arbitrary<Fields> = fc.oneof(
	fc
		.tuple(fc.constantFrom('read', 'write', 'shutdown'), errno)
		.map(([call, code]) => callFailed(call, code)),
	fc.tuple(fc.constantFrom('read', 'write'), errno).map(([call, code]) => ({
		code,
		message: `Error: ${call} ${code}`,
	})),
	fc.constantFrom<Fields>(
		callFailed('write', 'EPIPE'),
		{ code: 'ECONNRESET', message: 'socket hang up' },
		{ code: 'HPE_INVALID_CONSTANT', message: 'Parse Error: Expected HTTP/' },
		{ code: 'ERR_BAD_RESPONSE', message: 'stream has been aborted', response: { status: 200 } },
		{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', message: openSsl('', 'tlsv13 alert …') },
		{ code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: openSsl('', 'wrong version number') },
		{
			code: 'EPROTO',
			syscall: 'write',
			message: openSsl('write EPROTO ', 'sslv3 alert bad certificate'),
		},
		{
			name: 'AggregateError',
			code: 'ECONNREFUSED',
			errors: [callFailed('connect', 'ECONNREFUSED'), callFailed('read', 'ECONNRESET')],
		},
		{
			name: 'AggregateError',
			code: 'ECONNREFUSED',
			errors: [{ errors: [callFailed('connect', 'ECONNREFUSED'), { code: 'ECONNREFUSED' }] }],
		},
	),
);

/** A request that the service may have seen, or may see yet. */
const afterTheRequest: fc.Arbitrary<Failure> = fc.oneof(
	fc
		.record({
			node: fc.oneof(
				evidenceOfLater,
				fc.constantFrom<Fields>(timeout, { code: 'ERR_CANCELED', message: 'canceled' }),
				errno.map((code) => ({ code, message: '' })),
			),
			socket: fc.constantFrom(secure, connected),
			isDestroyed: fc.boolean(),
		})
		.map((drawn) => ({ ...drawn, isInWords: false })),
	// The attempt to connect was not given up with the request.
	fc
		.constantFrom(neverConnected, inHandshake, null)
		.map((socket) => ({ node: timeout, socket, isDestroyed: false, isInWords: false })),
);

type Form = (failure: Failure) => unknown;

/** Texts and codes as n8n and axios make them of Node's. */
const messageOf = (error: Fields): string => {
	const members = Array.isArray(error.errors) ? (error.errors as Fields[]) : [];
	return String(error.message) || members.map(messageOf).join(' | ');
};

const withCause =
	(copiesFields: boolean): Form =>
	({ node, socket, isDestroyed, status }) => ({
		name: 'NodeApiError',
		message: 'The connection to the server was closed unexpectedly, perhaps it is offline.',
		messages: [messageOf(node)],
		httpCode: node.code ?? null,
		cause: {
			...(copiesFields ? node : { message: node.message, code: node.code }),
			request: { destroyed: isDestroyed, socket: socket && { destroyed: isDestroyed, ...socket } },
			response: status === undefined ? node.response : { status },
			cause: status === undefined ? node : undefined,
		},
	});

const withoutCause: Form = ({ node, status }) => ({
	name: 'NodeApiError',
	message: 'The connection to the server was closed unexpectedly, perhaps it is offline.',
	messages: [messageOf(node), messageOf(node)],
	httpCode: status === undefined ? (node.code ?? null) : String(status),
});

const forms: Record<string, Form> = {
	'n8n 1.85': withCause(true),
	'n8n 2.41': withCause(false),
	'n8n 1.123': withoutCause,
};

/** Something that speaks for a request that did not leave, put around what speaks for the contrary. */
const misleading: fc.Arbitrary<(error: Fields) => Fields> = fc.oneof(
	fc.constantFrom(
		(error: Fields) => ({ code: 'ENOTFOUND', cause: error }),
		(error: Fields) => ({ ...callFailed('connect', 'ECONNREFUSED'), cause: error }),
		(error: Fields) => ({ name: 'SsrfBlockedIpError', message: '', cause: error }),
		(error: Fields) => ({ httpCode: 'CERT_HAS_EXPIRED', messages: ['expired'], cause: error }),
		(error: Fields) => ({ errors: [callFailed('connect', 'ETIMEDOUT'), error] }),
		(error: Fields) => ({ errors: [error], cause: callFailed('connect', 'ETIMEDOUT') }),
		(error: Fields) => ({
			messages: ['getaddrinfo ENOTFOUND a.b', 'connect ECONNREFUSED'],
			cause: error,
		}),
	),
	beforeTheRequest.map(({ node }) => (error: Fields) => ({ ...node, cause: error })),
);

function check<Drawn>(property: fc.IProperty<Drawn>): void {
	fc.assert(property, { numRuns: caseCount(300, 3_000) });
}

describe.each(Object.entries(forms))('in the form of %s', (_, form) => {
	test('what the service may have seen is never told as not sent', () => {
		check(
			fc.property(afterTheRequest, (failure) => {
				expect(notSentCauseOf(form(failure))).toBeUndefined();
			}),
		);
	});

	test('what provably did not leave is told as not sent', () => {
		check(
			fc.property(beforeTheRequest, (failure) => {
				fc.pre(form !== withoutCause || failure.isInWords);
				expect(notSentCauseOf(form(failure))).toBeDefined();
			}),
		);
	});
});

test('whatever else is said, a sign that the request may have left goes before it', () => {
	check(
		fc.property(
			evidenceOfLater,
			beforeTheRequest,
			fc.array(misleading, { maxLength: 4 }),
			(evidence, { node: cause }, misleadingLinks) => {
				const error = misleadingLinks.reduce<Fields>((inner, around) => around(inner), {
					...evidence,
					cause,
				});
				expect(notSentCauseOf(error)).toBeUndefined();
			},
		),
	);
});

test('a socket that was secure goes before all words, and before another that was not', () => {
	check(
		fc.property(beforeTheRequest, fc.boolean(), ({ node }, isDestroyed) => {
			const error = {
				request: { destroyed: true, socket: { ...inHandshake, destroyed: true } },
				cause: { ...node, request: { socket: { ...secure, destroyed: isDestroyed } } },
			};
			expect(notSentCauseOf(error)).toBeUndefined();
		}),
	);
});
