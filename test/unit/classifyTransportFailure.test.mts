import { classifyTransportFailure } from '../../nodes/BacklinkPanel/api/classifyTransportFailure.ts';
import { toItemError } from '../../nodes/BacklinkPanel/errors/itemError.ts';
import type { NotSentCause } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

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

/** n8n 1.x: its own error alone. The text of the cause is left in `messages` only. */
function fromN8n1(code: string | undefined, cannedText: string, original = cannedText): Error {
	return errorWith(cannedText, { name: 'NodeApiError', httpCode: code, messages: [original] });
}

function told(error: unknown, spendsCredits = true) {
	const failure = classifyTransportFailure(error, spendsCredits, TIMEOUT_MS);
	return { ...failure, ...toItemError(failure) };
}

interface Case {
	situation: string;
	error: unknown;
}

interface NotSent extends Case {
	cause: NotSentCause;
}

const beforeTls = 'Client network socket disconnected before secure TLS connection was established';
const refusedText = 'The service refused the connection - perhaps it is offline';
const closedText = 'The connection to the server was closed unexpectedly, perhaps it is offline.';
const abortedText = 'The connection was aborted, perhaps the server is offline';

const certificateCodes = [
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'CERT_HAS_EXPIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
];

const notSent: NotSent[] = [
	{
		situation: 'connection refused',
		error: fromN8n2({ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED', syscall: 'connect' }),
		cause: 'connectionRefused',
	},
	{
		situation: 'connection refused at all addresses of a name',
		error: fromN8n2({ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED', name: 'AggregateError' }),
		cause: 'connectionRefused',
	},
	{
		situation: 'connection refused, n8n 1.x',
		error: fromN8n1('ECONNREFUSED', refusedText),
		cause: 'connectionRefused',
	},
	{
		situation: 'host unreachable',
		error: fromN8n2({ code: 'EHOSTUNREACH' }, { code: 'EHOSTUNREACH', syscall: 'connect' }),
		cause: 'hostUnreachable',
	},
	{
		situation: 'network unreachable',
		error: fromN8n2({ code: 'ENETUNREACH' }, { code: 'ENETUNREACH', syscall: 'connect' }),
		cause: 'hostUnreachable',
	},
	{
		situation: 'host unreachable, n8n 1.x',
		error: fromN8n1('EHOSTUNREACH', 'The host is unreachable, perhaps the server is offline'),
		cause: 'hostUnreachable',
	},
	{
		situation: 'no host of this name',
		error: fromN8n2({ code: 'ENOTFOUND' }, { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
		cause: 'nameUnknown',
	},
	{
		situation: 'no host of this name, n8n 1.x',
		error: fromN8n1('ENOTFOUND', 'The connection cannot be established'),
		cause: 'nameUnknown',
	},
	{
		situation: 'the name cannot be looked up at the moment',
		error: fromN8n2({ code: 'EAI_AGAIN' }, { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }),
		cause: 'nameNotResolvedYet',
	},
	{
		situation: 'the name cannot be looked up at the moment, n8n 1.x',
		error: fromN8n1('EAI_AGAIN', 'The DNS server returned an error, perhaps the server is offline'),
		cause: 'nameNotResolvedYet',
	},
	{
		situation: 'another trouble while looking up the name',
		error: fromN8n2({ code: 'ESERVFAIL' }, { code: 'ESERVFAIL', syscall: 'getaddrinfo' }),
		cause: 'connectionNotReady',
	},
	{
		situation: 'reset while connecting',
		error: fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET', syscall: 'connect' }),
		cause: 'connectionNotReady',
	},
	{
		situation: 'timeout while connecting',
		error: fromN8n2({ code: 'ETIMEDOUT' }, { code: 'ETIMEDOUT', syscall: 'connect' }),
		cause: 'connectionNotReady',
	},
	{
		situation: 'closed before the connection was secure',
		error: fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET' }, beforeTls),
		cause: 'connectionNotReady',
	},
	{
		situation: 'closed before the connection was secure, n8n 1.x',
		error: fromN8n1('ECONNRESET', closedText, beforeTls),
		cause: 'connectionNotReady',
	},
	{
		situation: 'timeout with the request not completely written',
		error: fromN8n2(
			{ code: 'ECONNABORTED', request: { writableFinished: false } },
			{},
			'timeout of 120000ms exceeded',
		),
		cause: 'connectionNotReady',
	},
	...certificateCodes.map((code) => ({
		situation: `a certificate that is not accepted: ${code}`,
		error: fromN8n2({ code }, { code }),
		cause: 'certificate' as const,
	})),
	{
		situation: 'a certificate that is not accepted, n8n 1.x',
		error: fromN8n1('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
		cause: 'certificate',
	},
	{
		// As Node 20 gives it where https meets a port that speaks plain http.
		situation: 'no secure connection at this port',
		error: fromN8n2(
			{ code: 'EPROTO', request: { writableFinished: true } },
			{ code: 'EPROTO', syscall: 'write' },
			'write EPROTO 80AC62:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
		),
		cause: 'certificate',
	},
	{
		situation: 'an address that is none',
		error: fromN8n2({ code: 'ERR_INVALID_URL' }, { code: 'ERR_INVALID_URL' }, 'Invalid URL'),
		cause: 'invalidAddress',
	},
	{
		situation: 'an address that is none, n8n 1.x',
		error: fromN8n1('ERR_INVALID_URL', 'Invalid URL'),
		cause: 'invalidAddress',
	},
	{
		situation: 'an address that n8n blocks',
		error: errorWith('blocked', {
			name: 'NodeApiError',
			cause: errorWith('blocked', { name: 'SsrfBlockedIpError' }),
		}),
		cause: 'blocked',
	},
	{
		situation: 'a name that n8n blocks',
		error: errorWith('blocked', { name: 'SsrfBlockedHostnameError' }),
		cause: 'blocked',
	},
];

describe('a request that provably never left charged nothing', () => {
	test.each(notSent)('$situation', ({ error, cause }) => {
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
		}
	});
});

const open: Case[] = [
	{
		situation: 'reset while the answer was read',
		error: fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET', syscall: 'read' }),
	},
	{
		situation: 'socket hang up',
		error: fromN8n2({ code: 'ECONNRESET' }, { code: 'ECONNRESET' }, 'socket hang up'),
	},
	{
		situation: 'socket hang up, n8n 1.x',
		error: fromN8n1('ECONNRESET', closedText, 'socket hang up'),
	},
	{
		situation: 'broken pipe',
		error: fromN8n2({ code: 'EPIPE' }, { code: 'EPIPE', syscall: 'write' }),
	},
	{
		situation: 'refused, but while reading',
		error: fromN8n2({ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED', syscall: 'read' }),
	},
	{
		situation: 'host unreachable, but while reading',
		error: fromN8n2({ code: 'EHOSTUNREACH' }, { code: 'EHOSTUNREACH', syscall: 'read' }),
	},
	{
		situation: 'an answer that is no HTTP',
		error: fromN8n2({ code: 'HPE_INVALID_CONSTANT' }, { code: 'HPE_INVALID_CONSTANT' }),
	},
	{
		situation: 'timeout after the request was written',
		error: fromN8n2(
			{ code: 'ECONNABORTED', request: { writableFinished: true } },
			{},
			'timeout of 120000ms exceeded',
		),
	},
	{
		situation: 'timeout, not known whether the request was written',
		error: fromN8n2({ code: 'ECONNABORTED' }, {}, 'timeout of 120000ms exceeded'),
	},
	{
		situation: 'timeout, n8n 1.x',
		error: fromN8n1('ECONNABORTED', abortedText, 'timeout of 120000ms exceeded'),
	},
	{
		situation: 'timeout of the system, n8n 1.x',
		error: fromN8n1('ETIMEDOUT', 'The connection timed out'),
	},
	{
		situation: 'timeout of the system while reading',
		error: fromN8n2({ code: 'ETIMEDOUT' }, { code: 'ETIMEDOUT', syscall: 'read' }),
	},
	{
		situation: 'an answer of status 200 that was cut off',
		error: fromN8n2(
			{ code: 'ERR_BAD_RESPONSE', response: { status: 200 } },
			{},
			'stream has been aborted',
		),
	},
	{
		situation: 'an answer of status 200 that was cut off, n8n 1.x',
		error: fromN8n1('200', 'stream has been aborted'),
	},
	{
		situation: 'an answer that cannot be unpacked, n8n 1.x',
		error: fromN8n1('200', 'incorrect header check'),
	},
	{
		situation: 'the execution was canceled',
		error: fromN8n2({ code: 'ERR_CANCELED' }, {}, 'canceled'),
	},
	{
		situation: 'the execution was canceled, n8n 1.x',
		error: fromN8n1('ERR_CANCELED', 'canceled'),
	},
	{ situation: 'an error that nobody foresaw', error: new Error('Something else') },
	{ situation: 'an error without any text', error: new Error() },
	{ situation: 'thrown text', error: 'ECONNREFUSED' },
	{ situation: 'nothing thrown', error: undefined },
	{ situation: 'null thrown', error: null },
];

describe('any other request may have been carried out', () => {
	test.each(open)('$situation: a create is unknown', ({ error }) => {
		expect(told(error)).toMatchObject({
			reason: 'answerLost',
			message: 'The outcome of this order is unknown',
			charged: 'unknown',
			retryable: false,
			httpStatus: null,
		});
	});

	test.each(open)('$situation: a read cost nothing', ({ error }) => {
		expect(told(error, false)).toMatchObject({ charged: 'no', retryable: true });
	});

	test.each(open.filter(({ situation }) => !situation.includes('canceled')))(
		'$situation: a read is tried again',
		({ error }) => {
			expect(told(error, false).isTransient).toBe(true);
		},
	);

	test('after a cancel even a read is not tried again', () => {
		const canceled = open.filter(({ situation }) => situation.includes('canceled'));
		expect(canceled.map(({ error }) => told(error, false).isTransient)).toEqual([false, false]);
	});
});

describe('the user reads', () => {
	test.each([
		['a refused connection', fromN8n1('ECONNREFUSED', refusedText), 'the connection was refused'],
		['an unknown name', fromN8n1('ENOTFOUND', '…'), 'there is no host of this name'],
		['a certificate', fromN8n1('CERT_HAS_EXPIRED', '…'), 'no secure connection could be made'],
		['the technical code', fromN8n1('CERT_HAS_EXPIRED', '…'), '(CERT_HAS_EXPIRED)'],
	])('why a request did not leave: %s', (_, error, words) => {
		expect(told(error).message).toContain(words);
	});

	test.each([
		[
			'a timeout',
			fromN8n2({ code: 'ECONNABORTED' }, {}, 'timeout of 120000ms exceeded'),
			'no answer came within 120 s',
		],
		[
			'a timeout, n8n 1.x',
			fromN8n1('ECONNABORTED', abortedText, 'timeout of 120000ms exceeded'),
			'no answer came within 120 s',
		],
		['a cut answer', fromN8n1('200', 'stream has been aborted'), 'the answer was cut off'],
		['a cancel', fromN8n1('ERR_CANCELED', 'canceled'), 'the run was stopped'],
		['a reset', fromN8n1('ECONNRESET', closedText), 'the connection broke'],
		['what nobody foresaw', new Error('Something else'), 'Something else'],
	])('how an answer was lost: %s', (_, error, words) => {
		expect(told(error).description).toContain(words);
	});

	test('no secrets of the request, even if an error carries them', () => {
		const request = { headers: { Authorization: 'Bearer demo_live_1a2b3c' } };
		const error = fromN8n2(
			{ code: 'ECONNRESET', config: request, request },
			{ code: 'ECONNRESET' },
		);
		expect(JSON.stringify(told(error))).not.toContain('demo_live_1a2b3c');
	});
});

test('an error that is its own cause ends the search', () => {
	const error: Fields = { message: 'round and round' };
	error.cause = error;
	expect(told(error).reason).toBe('answerLost');
});
