import type { IDataObject } from 'n8n-workflow';

import { failure, noUsableAnswer, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { isObject } from './dataObject';

/** A reason why a request certainly never left. */
interface NotSentCause {
	/** Matches a sign of this cause: an error's name, code or text, or a system call such as “connect ECONNREFUSED”. */
	sign: RegExp;
	/** Text after “could not be reached: ” in messages. */
	clause: string;
	advice: string;
	/** True if sending the request again soon can help. */
	isTransient?: true;
}

const CAUSES: NotSentCause[] = [
	{
		sign: /^(connect|getaddrinfo) E[A-Z_]+/,
		clause: 'no connection could be made',
		advice: 'Check the Base URL of the credential and the network of this n8n.',
		isTransient: true,
	},
	{
		// Node.js checks the certificate before any byte of the request leaves.
		sign: /^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_TLS_CERT_|INVALID_PURPOSE$)[A-Z_]*$/,
		clause: 'the certificate is not accepted',
		advice:
			'Check that the Base URL of the credential has the host name of the certificate. Otherwise renew the certificate, or add a private certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
	},
	{
		sign: /^(SsrfBlocked\w+|UnknownConnectionHostError)$|^(The request was blocked because|Domain not allowed|Cannot determine the host for this connection)/,
		clause: 'n8n blocks this address',
		advice: 'Ask the administrator of this n8n to allow the host.',
	},
	{
		sign: /^ERR_INVALID_URL$/,
		clause: 'the address is not valid',
		advice: 'Check the Base URL of the credential.',
	},
	{
		sign: /^(ERR_PROXY_TUNNEL$|Proxy connection ended before receiving CONNECT response)/,
		clause: 'the proxy could not connect to it',
		advice: 'Check the proxy settings of this n8n (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).',
	},
];

/** System calls that come before any byte of the request leaves. */
const EARLY_CALLS: unknown[] = ['connect', 'getaddrinfo'];

/** Matches a sign that the request may have left: an HTTP status, a system call on a connection, a broken answer. */
const MAY_HAVE_LEFT =
	/^\d{3}$|^(EPIPE|HPE_\w+|ERR_SSL_\w+)$|\b(?!connect |getaddrinfo )[a-z]\w* E[A-Z]{2,}|socket hang up|stream has been aborted|^Parse Error/;

/**
 * Finds the cause if a request certainly never left; undefined if the service may have carried the request
 * out. A needless “unknown” costs the user a look at the order list, a wrong “not sent” costs credits.
 */
export function notSentCauseOf(error: unknown): NotSentCause | undefined {
	const chain = causeChain(error);
	const members = chain.flatMap(({ errors }) => (Array.isArray(errors) ? errors : []));
	// Node.js may have tried several addresses. Each attempt must have failed before the request left.
	if (!members.every(isEarly)) return undefined;
	const links = [...chain, ...members];
	if (!links.every((link) => link.syscall === undefined || isEarly(link))) return undefined;
	const signs = links.flatMap(signsOf);
	if (signs.some((sign) => MAY_HAVE_LEFT.test(sign))) return undefined;
	return CAUSES.find(({ sign }) => signs.some((each) => sign.test(each)));
}

/** Makes the failure for an error of n8n's request helper. An order may be charged unless the request never left. */
export function transportFailure(
	error: unknown,
	request: { spendsCredits: boolean; host: string; timeoutMs: number },
): PanelFailure {
	const { spendsCredits, host, timeoutMs } = request;
	const chain = causeChain(error);
	const code = chain.map(errorCode).find(Boolean) ?? '';
	const notSent = notSentCauseOf(error);
	if (notSent) {
		const { clause, advice, isTransient } = notSent;
		return failure('notSent', { detail: withReason(clause, code), host, advice, isTransient });
	}
	const detail = howItEnded(code, chain.flatMap(errorTexts), timeoutMs);
	return noUsableAnswer(spendsCredits, { detail, isTransient: code !== 'ERR_CANCELED' });
}

/** Describes the end of a request that may have left, e.g. “the answer was cut off”. */
function howItEnded(code: string, texts: string[], timeoutMs: number): string {
	if (code === 'ERR_CANCELED') return 'the execution was stopped before the answer arrived';
	if (code === 'ETIMEDOUT' || texts.some((text) => /timeout of \d+ ?ms/i.test(text))) {
		return `no answer came within ${timeoutMs / 1000} s`;
	}
	if (texts.some((text) => text.includes('stream has been aborted'))) {
		return 'the answer was cut off';
	}
	// OpenSSL's own text says more than the code, e.g. “wrong version number”.
	const [, openSsl] = /SSL routines:[^:]*:([^:]+)/.exec(texts.join('\n')) ?? [];
	const reason = openSsl ?? (code || sanitizeText(texts.at(-1) ?? ''));
	return withReason('the connection was lost before the answer arrived', reason);
}

function withReason(clause: string, reason: string): string {
	return reason === '' ? clause : `${clause} (${reason})`;
}

/** Lists an error and its causes, outermost first: errors of n8n, axios and Node. */
function causeChain(error: unknown): IDataObject[] {
	const chain = new Set<IDataObject>();
	let link: unknown = error;
	while (isObject(link) && !chain.has(link)) {
		chain.add(link);
		link = link.cause;
	}
	return [...chain];
}

/** Lists the texts of an error. When n8n wraps an error, `messages` has the inner error's text. */
function errorTexts({ message, messages }: IDataObject): string[] {
	const texts: unknown[] = [message, ...(Array.isArray(messages) ? messages : [])];
	return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** Reads the code of an error, such as ECONNRESET. n8n may put the code, or an HTTP status, into `httpCode`. */
function errorCode({ code, httpCode }: IDataObject): string {
	const isCode = (value: unknown): value is string =>
		typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);
	return [code, httpCode].find(isCode) ?? '';
}

function signsOf(link: IDataObject): string[] {
	const { name, code, httpCode, syscall, response } = link;
	const status = isObject(response) ? response.status : undefined;
	const call = typeof syscall === 'string' ? `${syscall} ${errorCode(link)}` : undefined;
	return (
		[name, code, httpCode, status, call, ...errorTexts(link)]
			.filter((sign) => typeof sign === 'string' || typeof sign === 'number')
			// n8n joins the error texts of several addresses with “ | ”.
			.flatMap((sign) => String(sign).split(' | '))
	);
}

function isEarly(link: unknown): link is IDataObject {
	return isObject(link) && EARLY_CALLS.includes(link.syscall);
}
