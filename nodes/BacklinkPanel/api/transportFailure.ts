import { notSentCauseOf, causeChain, errorCode, errorMessages } from './notSentCauseOf';
import { NOT_SENT_CAUSES } from '../errors/notSentCauses';
import { failure, noUsableAnswer, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { FullResponse } from './classifyResponse';
import { isObject } from './dataObject';

/** What is known about a request besides the error that it ended with. */
interface SentRequest {
	spendsCredits: boolean;
	/** Host of the service, for the text. */
	host: string;
	/** How long an answer might have taken, in ms, for the text. */
	timeoutMs: number;
}

/**
 * Says what a thrown error of n8n's request helper means: that the request provably never left, and
 * why, or that it may have been carried out.
 */
export function transportFailure(error: unknown, request: SentRequest): PanelFailure {
	const { spendsCredits, host, timeoutMs } = request;
	const notSentCause = notSentCauseOf(error);
	const detail = transportFailureInWords(error, timeoutMs);
	if (notSentCause) {
		const { advice } = NOT_SENT_CAUSES[notSentCause];
		return failure('notSent', { notSentCause, detail, host, advice });
	}
	const isTransient = codeOfChain(error) !== 'ERR_CANCELED';
	return noUsableAnswer(spendsCredits, { detail, isTransient });
}

/**
 * A clause about what happened on the way, e.g. “the connection was refused (ECONNREFUSED)”.
 *
 * @param timeoutMs the timeout the request was sent with
 */
export function transportFailureInWords(error: unknown, timeoutMs: number): string {
	const cause = notSentCauseOf(error);
	if (cause) {
		const technical = technicalReason(error);
		return NOT_SENT_CAUSES[cause].clause + (technical ? ` (${technical})` : '');
	}
	const code = codeOfChain(error);
	const texts = causeChain(error).flatMap(errorMessages);
	if (code === 'ERR_CANCELED') return 'the execution was stopped before the answer arrived';
	if (code === 'ETIMEDOUT' || texts.some((text) => /timeout of \d+ ?ms/i.test(text))) {
		return `no answer came within ${timeoutMs / 1000} s`;
	}
	if (texts.some((text) => text.includes('stream has been aborted'))) {
		return 'the answer was cut off';
	}
	const said = technicalReason(error) || sanitizeText(texts.at(-1) ?? '');
	return `the connection was lost before the answer arrived${said ? ` (${said})` : ''}`;
}

/** What OpenSSL or a proxy said, else the code of the error. */
function technicalReason(error: unknown): string {
	const chain = causeChain(error);
	const status = chain.map(({ response }) => Object(response).status as unknown).find(Number);
	if (status !== undefined) return `status ${sanitizeText(status)}`;
	const openSsl = /SSL routines:[^:]*:([^:]+)/;
	const reasons = chain.flatMap(errorMessages).map((text) => openSsl.exec(text)?.[1]);
	return reasons.find((reason) => reason !== undefined) ?? codeOfChain(error);
}

function codeOfChain(error: unknown): string {
	return causeChain(error).map(errorCode).find(Boolean) ?? '';
}

const from = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * What a proxy answers where it does not connect to the service. For an order n8n is asked to throw
 * these: its error has the connection in it, which tells the proxy's answer from one of the service.
 * Older versions give them as a value all the same.
 */
export const PROXY_STATUSES = [...from(300, 399), 403, 407, 408, ...from(500, 599)];

/**
 * The service's answer in an error that n8n threw because of its status; undefined where there is
 * none, or where it is a proxy's and the request never left.
 */
export function responseInError(error: unknown): FullResponse | undefined {
	if (notSentCauseOf(error) !== undefined) return undefined;
	const chain = causeChain(error);
	const response = chain.map((link) => link.response).find(hasStatusOfProxies);
	if (response) {
		const { status, headers, data } = response;
		return { statusCode: status, headers: isObject(headers) ? headers : {}, body: data };
	}
	// A version that throws them and gives no cause tells the status and the JSON of the answer alone.
	const told = chain.find(({ httpCode }) => isOfProxies(Number(httpCode)));
	if (!told) return undefined;
	const body = isObject(told.context) ? told.context.data : undefined;
	return { statusCode: Number(told.httpCode), headers: {}, body };
}

interface AxiosAnswer {
	status: number;
	headers?: unknown;
	data?: unknown;
}

function hasStatusOfProxies(response: unknown): response is AxiosAnswer {
	return isObject(response) && isOfProxies(response.status);
}

function isOfProxies(status: unknown): status is number {
	// Nothing but a number is among them.
	return PROXY_STATUSES.includes(status as number);
}
