interface CauseInWords {
	/** A clause about the service's host. */
	clause: string;
	/** What to do about it. */
	advice: string;
}

const CHECK_ADDRESS = 'Check the Base URL of the credential.';
const CHECK_NETWORK = 'Check the Base URL of the credential and the network of this n8n.';
const CHECK_PROXY = 'Check the proxy settings of this n8n (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).';

/** Why a request provably never left, in the words of the error. */
export const NOT_SENT_CAUSES = {
	connectionRefused: { clause: 'the connection was refused', advice: CHECK_NETWORK },
	hostUnreachable: { clause: 'the host cannot be reached', advice: CHECK_NETWORK },
	nameUnknown: { clause: 'no host has this name', advice: CHECK_ADDRESS },
	nameNotResolvedYet: {
		clause: 'the host name could not be resolved',
		advice: CHECK_NETWORK,
	},
	connectionTimedOut: { clause: 'the connection timed out', advice: CHECK_NETWORK },
	connectionNotReady: {
		clause: 'the connection was closed before it was ready',
		advice: CHECK_NETWORK,
	},
	handshake: {
		clause: 'no secure connection could be made',
		advice: 'Check the Base URL of the credential, especially whether its port uses https.',
	},
	certificate: {
		clause: 'the certificate is not accepted',
		advice:
			'Check that the Base URL of the credential has the host name of the certificate. Otherwise renew the certificate, or add a private certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
	},
	proxyRefused: { clause: 'the proxy refused to connect to it', advice: CHECK_PROXY },
	proxyUnavailable: { clause: 'the proxy could not connect to it', advice: CHECK_PROXY },
	blocked: {
		clause: 'n8n blocks this address',
		advice: 'Ask the administrator of this n8n to allow the host.',
	},
	credentialUnreadable: {
		clause: 'n8n could not read the credential',
		advice: 'Select the credential in the node again.',
	},
	invalidAddress: { clause: 'the address is not valid', advice: CHECK_ADDRESS },
} satisfies Record<string, CauseInWords>;

/** Why a request provably never left; decides whether another try can help. */
export type NotSentCause = keyof typeof NOT_SENT_CAUSES;
