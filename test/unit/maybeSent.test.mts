import {
	type Fields,
	errorWith,
	fromN8n2,
	fromN8n1,
	failedCall,
	ofHandshake,
	request,
	inHandshake,
	secure,
	standIn,
	neverConnected,
	connected,
	timeoutText,
	timeoutWith,
	told,
} from './helperErrors.mts';

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
	{
		situation: 'a gateway’s answer that tells of a connection of its own',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_RESPONSE', response: { status: 502 } },
				{ code: 'ECONNREFUSED', syscall: 'connect' },
				'connect ECONNREFUSED 10.0.0.5:80',
			),
		],
	},
	{
		situation: 'a timeout on a socket that does not show what has left',
		errors: [timeoutWith({}), timeoutWith({ bytesWritten: 209 })],
	},
	...[
		'Proxy connection ended before receiving CONNECT response',
		'Invalid header received from proxy CONNECT response',
		'The request was blocked because it resolves to a restricted IP address',
		'Domain not allowed: x.y',
		'Node does not have any credentials set',
		'Credential with ID "7" does not exist',
	].map((text) => ({
		situation: `a text that only quotes another one: ${text}`,
		errors: [fromN8n1(undefined, `The panel said: ${text}`)],
	})),
	{
		situation: 'a broken secure connection in other words than those of a handshake',
		errors: [
			fromN8n1('EPROTO', ofHandshake('wrong version number', 'read EPROTO ')),
			fromN8n1('ECONNRESET', ofHandshake('wrong version number', 'write ECONNRESET ')),
			{ code: 'ERR_SSL_HANDSHAKE_FAILURE_AFTER_DATA' },
			{ code: 'NO_ERR_SSL_HANDSHAKE_FAILURE' },
		],
	},
	{
		situation: 'an answer that is no HTTP, whatever stands beside it',
		errors: [
			fromN8n2({ code: 'HPE_INVALID_CONSTANT' }, { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
		],
	},
	{
		situation: 'a call that is none of those before a request',
		errors: [{ code: 'ECONNREFUSED', syscall: 'disconnect' }],
	},
	{
		situation: 'an early error whose causes were not all looked at',
		errors: [
			{
				code: 'ENOTFOUND',
				syscall: 'getaddrinfo',
				cause: Array.from({ length: 20 }).reduce<Fields>((cause) => ({ cause }), {}),
			},
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
