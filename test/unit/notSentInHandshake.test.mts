import { certificateCodes } from './certificateCodes.mts';
import {
	fromN8n1,
	fromN8n2,
	inHandshake,
	neverConnected,
	ofHandshake,
	request,
	timeoutWith,
} from './helperErrors.mts';
import { expectNotSent, type NotSent } from './expectNotSent.mts';

const beforeTls = 'Client network socket disconnected before secure TLS connection was established';

const notSent: NotSent[] = [
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
	...certificateCodes.map((code) => ({
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
		situation: 'the handshake takes too long for the system, as the socket shows',
		errors: [fromN8n2({ code: 'ETIMEDOUT', request: request(inHandshake) })],
		cause: 'connectionTimedOut',
	},
	{
		situation: 'stopped before the connection was secure, as the socket shows',
		errors: [fromN8n2({ code: 'ERR_CANCELED', request: request(inHandshake) }, {}, 'canceled')],
		cause: 'connectionNotReady',
	},
];

describe('a request whose connection never became secure charged nothing', () => {
	test.each(notSent)('$situation', expectNotSent);
});
