import type { NotSentCause } from '../errors/notSentCauses';
import { isObject } from './dataObject';

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
function notSentCauseOfCode(code: string): NotSentCause | undefined {
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
function notSentCauseOfText(text: string): NotSentCause | undefined {
	return CAUSE_OF_EARLY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
}

/** The errors with which n8n itself refuses an address. */
const REFUSED_BY_N8N = [
	'SsrfBlockedIpError',
	'SsrfBlockedHostnameError',
	'UnknownConnectionHostError',
];

function notSentCauseOfName(name: unknown): NotSentCause | undefined {
	return REFUSED_BY_N8N.some((refusal) => refusal === name) ? 'blocked' : undefined;
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
function progressAtCall(call: string, code: string, text: string): NotSentCause | 'sent' {
	if (/^(connect|getaddrinfo|query)/.test(call)) {
		return notSentCauseOfCode(code) ?? CAUSE_OF_FAILED_CONNECT[code] ?? 'connectionNotReady';
	}
	// Node gives the trouble of a handshake to the write that waits for it: that of the request.
	const isHandshake = call === 'write' && code === 'EPROTO' && text.includes('SSL routines');
	return isHandshake && !MAY_COME_LATER.test(text) ? 'handshake' : 'sent';
}

/** What is only said of a connection on which the request may have gone out. */
function isSaidLater(code: string, text: string): boolean {
	return (
		/^(EPIPE|HPE_\w+)$/.test(code) ||
		/socket hang up|stream has been aborted|^Parse Error/.test(text)
	);
}

/** What a part of an error shows: why the request never left, that it may have, or nothing. */
type Progress = NotSentCause | 'sent' | undefined;

/** An error of n8n, axios or Node, its own fields read as plain data. */
type ErrorFields = Record<string, unknown>;

/** No error is nested deeper; what is, has not been looked at whole. */
const MOST_LEVELS = 10;

/**
 * Says how far the connection of a failed request came: why the request provably never left, or
 * undefined where it may have been carried out. The state of the socket decides where n8n hands the
 * cause on (1.123 and 2.20, e.g., do not), else the system calls, codes and texts of the error, its
 * causes and its members; what shows that the request may have left goes before all else.
 */
export function notSentCauseOf(error: unknown, levels = MOST_LEVELS): NotSentCause | undefined {
	const chain = causeChain(error);
	if (levels === 0 || chain.length > MOST_LEVELS) return undefined;
	const bySocket = furthest(chain.map(progressOfSocket));
	if (bySocket === 'sent') return undefined;
	const byError = furthest(chain.map((link) => progressOfError(link, levels)));
	if (byError === 'sent') return bySocket;
	return byError ?? bySocket;
}

/** The error and its causes, outermost first, each once. */
export function causeChain(error: unknown): ErrorFields[] {
	const chain = new Set<ErrorFields>();
	let link: unknown = error;
	while (isFields(link) && !chain.has(link) && chain.size <= MOST_LEVELS) {
		chain.add(link);
		link = link.cause;
	}
	return [...chain];
}

/** n8n replaces the message of an error that it wraps, and keeps the old one in `messages`. */
export function errorMessages({ message, messages }: ErrorFields): string[] {
	const texts: unknown[] = [message, ...(Array.isArray(messages) ? messages : [])];
	return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** n8n gives the code as `httpCode`, where an HTTP status can stand too. */
export function errorCode({ code, httpCode }: ErrorFields): string {
	const isCode = (value: unknown): value is string =>
		typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);
	return [code, httpCode].find(isCode) ?? '';
}

/** A socket that is not destroyed may still come up, and the request leave after its timeout. */
function progressOfSocket(link: ErrorFields): Progress {
	const { request } = link;
	if (!isFields(request)) return undefined;
	const { socket } = request;
	if (socket === null && request.destroyed === true) return causeOfUnready(link);
	if (!isFields(socket)) return undefined;
	const hasLeft = hasPassedTheRequest(socket);
	if (hasLeft === undefined) return undefined;
	return hasLeft || socket.destroyed !== true ? 'sent' : causeOfUnready(link);
}

/** Whether a byte of the request can have left through a socket of Node; undefined if not known. */
function hasPassedTheRequest(socket: ErrorFields): boolean | undefined {
	if (typeof socket.secureConnecting === 'boolean') return !socket.secureConnecting;
	// A proxy agent puts a socket that takes nothing in the place of one that it could not get.
	if (socket.bytesWritten === 0) return false;
	// `bytesWritten` counts what waits for the connection too; this is what the system has taken.
	const taken = socket._bytesDispatched;
	return typeof taken === 'number' ? taken > 0 : undefined;
}

function causeOfUnready(link: ErrorFields): NotSentCause {
	const status = isObject(link.response) ? Number(link.response.status) : Number.NaN;
	if (status >= 500) return 'proxyUnavailable';
	if (status > 0) return 'proxyRefused';
	const isTimeout = ['ECONNABORTED', 'ETIMEDOUT'].includes(errorCode(link));
	return isTimeout ? 'connectionTimedOut' : 'connectionNotReady';
}

function progressOfError(link: ErrorFields, levels: number): Progress {
	const code = errorCode(link);
	const texts = errorMessages(link);
	const hasAnswer = isObject(link.response) && typeof link.response.status === 'number';
	return furthest([
		hasAnswer || isSaidLater(code, texts.join('\n')) ? 'sent' : undefined,
		progressOfMembers(link.errors, levels),
		...systemCalls(link).map(({ call, code: ofCall }) =>
			progressAtCall(call, ofCall, texts.join('\n')),
		),
		notSentCauseOfName(link.name),
		...texts.map(notSentCauseOfText),
		notSentCauseOfCode(code) ?? (code.startsWith('ERR_SSL_') ? 'sent' : undefined),
	]);
}

/** Several addresses were tried: none may have been reached. */
function progressOfMembers(errors: unknown, levels: number): Progress {
	if (!Array.isArray(errors)) return undefined;
	const causes = errors.map((member) => notSentCauseOf(member, levels - 1));
	return causes.includes(undefined) ? 'sent' : causes[0];
}

interface SystemCall {
	call: string;
	code: string;
}

/** Node's texts name the call and its code, e.g. “read ECONNRESET”. */
const SYSTEM_CALL = /\b(connect|getaddrinfo|query[A-Z]\w*|read|write|shutdown) (E[A-Z0-9_]+)\b/g;

function systemCalls(link: ErrorFields): SystemCall[] {
	const inTexts = errorMessages(link).flatMap((text) =>
		[...text.matchAll(SYSTEM_CALL)].map(([, call, code]) => ({
			call: String(call),
			code: String(code),
		})),
	);
	const { syscall } = link;
	return typeof syscall === 'string'
		? [{ call: syscall, code: errorCode(link) }, ...inTexts]
		: inTexts;
}

function furthest(parts: Progress[]): Progress {
	return parts.includes('sent') ? 'sent' : parts.find((part) => part !== undefined);
}

function isFields(value: unknown): value is ErrorFields {
	return typeof value === 'object' && value !== null;
}
