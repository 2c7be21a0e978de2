import { isObject } from './dataObject';
import { failure, type NotSentCause, type PanelFailure } from '../errors/panelFailure';
import { oneLine } from '../errors/serverText';

/**
 * What these codes of Node and n8n say when a connection could not be made. They are trusted only
 * where the system call does not contradict them: the same code while reading means the request was out.
 */
const CAUSE_OF_CODE: Record<string, NotSentCause> = {
	ECONNREFUSED: 'connectionRefused',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'hostUnreachable',
	EAI_AGAIN: 'nameNotResolvedYet',
	ENOTFOUND: 'nameUnknown',
	CERT_HAS_EXPIRED: 'certificate',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
	SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
	ERR_INVALID_URL: 'invalidAddress',
};

/** What OpenSSL says before a connection is secure; later on, the same code means nothing certain. */
const HANDSHAKE =
	/wrong version number|handshake|protocol version|unsupported protocol|certificate/i;

/** The names of the errors with which n8n itself refuses an address before anything leaves. */
const BLOCKED_BY_N8N = ['SsrfBlockedIpError', 'SsrfBlockedHostnameError'];

const CLAUSE_OF_CAUSE: Record<NotSentCause, string> = {
	connectionRefused: 'the connection was refused',
	hostUnreachable: 'the host cannot be reached',
	nameNotResolvedYet: 'its name could not be looked up at the moment',
	nameUnknown: 'there is no host of this name',
	connectionNotReady: 'the connection broke before it was ready',
	certificate: 'no secure connection could be made',
	blocked: 'n8n blocks this address',
	invalidAddress: 'the address is not valid',
};

/**
 * Says what a thrown error of n8n's request helper means: whether the request provably never left
 * (and why), or whether it may have been carried out. Everything not known to be harmless counts as
 * the latter. n8n 1.x gives no `cause`, so the code may stand in `httpCode` alone.
 *
 * @param timeoutMs the timeout the request was sent with, for the text
 */
export function classifyTransportFailure(
	error: unknown,
	spendsCredits: boolean,
	timeoutMs: number,
): PanelFailure {
	const chain = causes(error);
	const code = chain.map(codeOf).find((found) => found !== undefined) ?? '';
	const text = chain.map(textOf).join(' ');

	const notSentCause = causeIfNotSent(chain, code, text);
	if (notSentCause) {
		const technical = code ? ` (${code})` : '';
		return failure('notSent', {
			spendsCredits,
			notSentCause,
			detail: CLAUSE_OF_CAUSE[notSentCause] + technical,
		});
	}
	return failure('answerLost', {
		spendsCredits,
		detail: clauseOfLostAnswer(code, text, timeoutMs),
		isTransient: code !== 'ERR_CANCELED',
	});
}

function causeIfNotSent(
	chain: Array<Record<string, unknown>>,
	code: string,
	text: string,
): NotSentCause | undefined {
	if (chain.some((link) => BLOCKED_BY_N8N.includes(String(link.name)))) return 'blocked';
	if (text.includes('before secure TLS connection was established')) return 'connectionNotReady';
	if (code === 'EPROTO' && HANDSHAKE.test(text)) return 'certificate';

	const systemCall = chain.map((link) => link.syscall).find((call) => typeof call === 'string');
	const wasUnderWay = systemCall === 'read' || systemCall === 'write';
	const byCode = wasUnderWay ? undefined : CAUSE_OF_CODE[code];
	if (byCode) return byCode;

	const isConnectPhase = systemCall === 'connect' || systemCall === 'getaddrinfo';
	const leftUnfinished = chain.some(
		(link) => isObject(link.request) && link.request.writableFinished === false,
	);
	const neverConnected = code === 'ECONNABORTED' && leftUnfinished;
	return isConnectPhase || neverConnected ? 'connectionNotReady' : undefined;
}

function clauseOfLostAnswer(code: string, text: string, timeoutMs: number): string {
	if (code === 'ERR_CANCELED') return 'the run was stopped before the answer came';
	if (/timeout of \d+ ?ms/i.test(text) || code === 'ETIMEDOUT') {
		return `no answer came within ${timeoutMs / 1000} s`;
	}
	if (text.includes('stream has been aborted')) return 'the answer was cut off';
	return `the connection broke before the answer came (${code || oneLine(text)})`;
}

/** The error and its causes, outermost first; five links are more than n8n and axios make. */
function causes(error: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	let link: unknown = error;
	while (typeof link === 'object' && link !== null && chain.length < 5) {
		// An Error's own fields (code, syscall, cause) are read as plain data here.
		const fields = link as Record<string, unknown>;
		chain.push(fields);
		link = fields.cause;
	}
	return chain;
}

/** n8n replaces the message of an error it wraps, and keeps the old one in `messages`. */
function textOf({ message, messages }: Record<string, unknown>): string {
	return [message, ...(Array.isArray(messages) ? messages : [])]
		.map((text) => String(text ?? ''))
		.join(' ');
}

function codeOf(link: Record<string, unknown>): string | undefined {
	const code = link.code ?? link.httpCode;
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}
