import type { NotSentCause } from '../errors/notSentCauses';

/**
 * What Node says of a certificate that it does not accept (`X509ErrorCode` in its source). It checks
 * the certificate before it lets a byte of the request out.
 */
const CERTIFICATE_CODES = [
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'CRL_HAS_EXPIRED',
	'CRL_NOT_YET_VALID',
	'CRL_SIGNATURE_FAILURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERROR_IN_CERT_NOT_AFTER_FIELD',
	'ERROR_IN_CERT_NOT_BEFORE_FIELD',
	'ERROR_IN_CRL_LAST_UPDATE_FIELD',
	'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'OUT_OF_MEM',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
	'UNABLE_TO_GET_CRL',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNSPECIFIED',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_DH_PARAM_SIZE',
];

/** Codes that only come from before a request, whatever stands beside them. */
const CAUSE_OF_EARLY_CODE = new Map<string, NotSentCause>([
	...CERTIFICATE_CODES.map((code) => [code, 'certificate'] as const),
	['ENOTFOUND', 'nameUnknown'],
	['ERR_INVALID_URL', 'invalidAddress'],
	['ERR_PROXY_TUNNEL', 'proxyUnavailable'],
]);

/**
 * What OpenSSL says where two sides cannot agree on how to be secure. A refusal of our certificate is
 * not among it: in TLS 1.3 that one comes when our side is ready and has sent the request.
 */
const NO_AGREEMENT =
	/^ERR_SSL_.*(HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|INSUFFICIENT_SECURITY|INAPPROPRIATE_FALLBACK|UNRECOGNIZED_NAME|NO_APPLICATION_PROTOCOL|NO_CIPHERS_AVAILABLE|LEGACY_RENEGOTIATION_DISABLED|CERTIFICATE_VERIFY_FAILED|KEY_TOO_SMALL)$/;

/** Why a request with an error of this code never left; undefined where the code does not tell. */
export function causeOfCode(code: string): NotSentCause | undefined {
	return (
		CAUSE_OF_EARLY_CODE.get(code) ??
		(code.startsWith('EAI_') ? 'nameNotResolvedYet' : undefined) ??
		(NO_AGREEMENT.test(code) ? 'handshake' : undefined)
	);
}

/** Names and beginnings of texts with which n8n and its proxy agents give up before a request. */
const CAUSE_OF_EARLY_TEXT: Array<[RegExp, NotSentCause]> = [
	[/before secure TLS connection was established/, 'connectionNotReady'],
	[/^Proxy connection ended before receiving CONNECT response/, 'proxyUnavailable'],
	[/^(No|Invalid) header (received )?from proxy CONNECT response/, 'proxyUnavailable'],
	[/^The request was blocked because/, 'blocked'],
	[/^(Domain not allowed|Cannot determine the host for this connection)/, 'blocked'],
	[/^Node .*does not have any credentials/, 'credentialUnreadable'],
	[/^Credential with ID ".*" (does not exist|could not be found)/, 'credentialUnreadable'],
];

/** Why a request with an error of this text never left; undefined where the text does not tell. */
export function causeOfText(text: string): NotSentCause | undefined {
	return CAUSE_OF_EARLY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
}

/** The errors with which n8n itself refuses an address. */
const REFUSED_BY_N8N = [
	'SsrfBlockedIpError',
	'SsrfBlockedHostnameError',
	'UnknownConnectionHostError',
];

export function causeOfName(name: unknown): NotSentCause | undefined {
	return REFUSED_BY_N8N.includes(String(name)) ? 'blocked' : undefined;
}

const CAUSE_OF_FAILED_CONNECT: Record<string, NotSentCause> = {
	ECONNREFUSED: 'connectionRefused',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'hostUnreachable',
	ETIMEDOUT: 'connectionTimedOut',
};

/**
 * Trouble of a connection that may be secure already: the refusal of our certificate, which in TLS 1.3
 * comes when our side is ready, and bytes that cannot be deciphered.
 */
const MAY_COME_LATER =
	/alert .*(certificate|unknown ca|access denied|decrypt error)|bad record|decryption failed/;

/**
 * What a failed system call says of the request: why it never left, or that it may have.
 *
 * @param text the whole text of its error
 */
export function progressAtCall(call: string, code: string, text: string): NotSentCause | 'sent' {
	if (/^(connect|getaddrinfo|query)/.test(call)) {
		return causeOfCode(code) ?? CAUSE_OF_FAILED_CONNECT[code] ?? 'connectionNotReady';
	}
	// Node gives the trouble of a handshake to the write that waits for it: that of the request.
	const isHandshake = call === 'write' && code === 'EPROTO' && text.includes('SSL routines');
	return isHandshake && !MAY_COME_LATER.test(text) ? 'handshake' : 'sent';
}

/** What is only said of a connection on which the request may have gone out. */
export function isSaidLater(code: string, text: string): boolean {
	return (
		/^(EPIPE|HPE_\w+)$/.test(code) ||
		/socket hang up|stream has been aborted|^Parse Error/.test(text)
	);
}
