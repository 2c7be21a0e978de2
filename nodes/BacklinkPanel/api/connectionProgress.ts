import { isObject } from './dataObject';
import { causeOfCode, causeOfName, causeOfText, isSaidLater, progressAtCall } from './earlyErrors';
import type { NotSentCause } from '../errors/notSentCauses';

/** What a part of an error shows: why the request never left, that it may have, or nothing. */
type Progress = NotSentCause | 'sent' | undefined;

/** An error of n8n, axios or Node, its own fields read as plain data. */
export type ErrorFields = Record<string, unknown>;

/** No error is nested deeper; what is, has not been looked at whole. */
const MOST_LEVELS = 10;

/**
 * Says how far the connection of a failed request came: why the request provably never left, or
 * undefined where it may have been carried out. The state of the socket decides where n8n hands the
 * cause on (1.123 and 2.20, e.g., do not), else the system calls, codes and texts of the error, its
 * causes and its members; what shows that the request may have left goes before all else.
 */
export function causeIfNotSent(error: unknown, levels = MOST_LEVELS): NotSentCause | undefined {
	const chain = causesOf(error);
	if (levels === 0 || chain.length > MOST_LEVELS) return undefined;
	const bySocket = furthest(chain.map(progressOfSocket));
	if (bySocket === 'sent') return undefined;
	const byError = furthest(chain.map((link) => progressOfError(link, levels)));
	if (byError === 'sent') return bySocket;
	return byError ?? bySocket;
}

/** The error and its causes, outermost first, each once. */
export function causesOf(error: unknown): ErrorFields[] {
	const chain = new Set<ErrorFields>();
	let link: unknown = error;
	while (isFields(link) && !chain.has(link) && chain.size <= MOST_LEVELS) {
		chain.add(link);
		link = link.cause;
	}
	return [...chain];
}

/** n8n replaces the message of an error that it wraps, and keeps the old one in `messages`. */
export function textsOf({ message, messages }: ErrorFields): string[] {
	const texts: unknown[] = [message, ...(Array.isArray(messages) ? messages : [])];
	return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** n8n gives the code as `httpCode`, where an HTTP status can stand too. */
export function codeOf({ code, httpCode }: ErrorFields): string {
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
	const isTimeout = ['ECONNABORTED', 'ETIMEDOUT'].includes(codeOf(link));
	return isTimeout ? 'connectionTimedOut' : 'connectionNotReady';
}

function progressOfError(link: ErrorFields, levels: number): Progress {
	const code = codeOf(link);
	const texts = textsOf(link);
	const hasAnswer = isObject(link.response) && typeof link.response.status === 'number';
	return furthest([
		hasAnswer || isSaidLater(code, texts.join('\n')) ? 'sent' : undefined,
		progressOfMembers(link.errors, levels),
		...systemCalls(link).map(({ call, code: ofCall }) =>
			progressAtCall(call, ofCall, texts.join('\n')),
		),
		causeOfName(link.name),
		...texts.map(causeOfText),
		causeOfCode(code) ?? (code.startsWith('ERR_SSL_') ? 'sent' : undefined),
	]);
}

/** Several addresses were tried: none may have been reached. */
function progressOfMembers(errors: unknown, levels: number): Progress {
	if (!Array.isArray(errors) || errors.length === 0) return undefined;
	const causes = errors.map((member) => causeIfNotSent(member, levels - 1));
	return causes.includes(undefined) ? 'sent' : causes[0];
}

interface SystemCall {
	call: string;
	code: string;
}

/** Node's texts name the call and its code, e.g. “read ECONNRESET”. */
const SYSTEM_CALL = /\b(connect|getaddrinfo|query[A-Z]\w*|read|write|shutdown) (E[A-Z0-9_]+)\b/g;

function systemCalls(link: ErrorFields): SystemCall[] {
	const inTexts = textsOf(link).flatMap((text) =>
		[...text.matchAll(SYSTEM_CALL)].map(([, call, code]) => ({
			call: String(call),
			code: String(code),
		})),
	);
	const { syscall } = link;
	return typeof syscall === 'string'
		? [{ call: syscall, code: codeOf(link) }, ...inTexts]
		: inTexts;
}

function furthest(parts: Progress[]): Progress {
	return parts.includes('sent') ? 'sent' : parts.find((part) => part !== undefined);
}

function isFields(value: unknown): value is ErrorFields {
	return typeof value === 'object' && value !== null;
}
