interface CauseDescription {
	/** A clause about the service's host. */
	clause: string;
	/** What to do about it. */
	advice: string;
	/** Seconds to wait before each further try; none where another try cannot help. */
	retryAfterSeconds: readonly number[];
}

const PATIENTLY = [1, 2, 4];
const ONCE = [1];
const NEVER: number[] = [];

const CHECK_ADDRESS = 'Check the Base URL of the credential.';
const CHECK_NETWORK = 'Check the Base URL of the credential and the network of this n8n.';
const CHECK_PROXY = 'Check the proxy settings of this n8n (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).';

/**
 * Why a request provably never left: in the words of the error, and when it is sent again. This is the
 * only case in which a create is, apart from a 429, which the rate limiter handles.
 */
export const NOT_SENT_CAUSES = {
	connectionRefused: {
		clause: 'the connection was refused',
		advice: CHECK_NETWORK,
		retryAfterSeconds: PATIENTLY,
	},
	hostUnreachable: {
		clause: 'the host cannot be reached',
		advice: CHECK_NETWORK,
		retryAfterSeconds: PATIENTLY,
	},
	nameUnknown: { clause: 'no host has this name', advice: CHECK_ADDRESS, retryAfterSeconds: ONCE },
	nameNotResolvedYet: {
		clause: 'the host name could not be resolved',
		advice: CHECK_NETWORK,
		retryAfterSeconds: PATIENTLY,
	},
	// Each try lasts as long as the timeout already.
	connectionTimedOut: {
		clause: 'the connection timed out',
		advice: CHECK_NETWORK,
		retryAfterSeconds: ONCE,
	},
	connectionNotReady: {
		clause: 'the connection was closed before it was ready',
		advice: CHECK_NETWORK,
		retryAfterSeconds: PATIENTLY,
	},
	handshake: {
		clause: 'no secure connection could be made',
		advice: 'Check the Base URL of the credential, especially whether its port uses https.',
		retryAfterSeconds: NEVER,
	},
	certificate: {
		clause: 'the certificate is not accepted',
		advice:
			'Check that the Base URL of the credential has the host name of the certificate. Otherwise renew the certificate, or add a private certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
		retryAfterSeconds: NEVER,
	},
	proxyRefused: {
		clause: 'the proxy refused to connect to it',
		advice: CHECK_PROXY,
		retryAfterSeconds: NEVER,
	},
	proxyUnavailable: {
		clause: 'the proxy could not connect to it',
		advice: CHECK_PROXY,
		retryAfterSeconds: PATIENTLY,
	},
	blocked: {
		clause: 'n8n blocks this address',
		advice: 'Ask the administrator of this n8n to allow the host.',
		retryAfterSeconds: NEVER,
	},
	credentialUnreadable: {
		clause: 'n8n could not read the credential',
		advice: 'Select the credential in the node again.',
		retryAfterSeconds: NEVER,
	},
	invalidAddress: {
		clause: 'the address is not valid',
		advice: CHECK_ADDRESS,
		retryAfterSeconds: NEVER,
	},
} satisfies Record<string, CauseDescription>;

/** Why a request provably never left. */
export type NotSentCause = keyof typeof NOT_SENT_CAUSES;
