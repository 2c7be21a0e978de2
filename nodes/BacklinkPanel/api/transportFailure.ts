import { causeIfNotSent, causesOf, codeOf, textsOf } from './connectionProgress';
import { NOT_SENT_CAUSES } from '../errors/notSentCauses';
import { failure, lostAnswer, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';

/** What is known about a request besides the error that it ended with. */
export interface SentRequest {
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
	const notSentCause = causeIfNotSent(error);
	const detail = transportFailureInWords(error, timeoutMs);
	if (notSentCause) {
		const { advice } = NOT_SENT_CAUSES[notSentCause];
		return failure('notSent', { spendsCredits, notSentCause, detail, host, advice });
	}
	const isTransient = codeOfChain(error) !== 'ERR_CANCELED';
	return lostAnswer({ spendsCredits, detail, isTransient });
}

/**
 * A clause about what happened on the way, e.g. “the connection was refused (ECONNREFUSED)”.
 *
 * @param timeoutMs the timeout the request was sent with
 */
export function transportFailureInWords(error: unknown, timeoutMs: number): string {
	const cause = causeIfNotSent(error);
	if (cause) {
		const technical = technicalReason(error);
		return NOT_SENT_CAUSES[cause].clause + (technical ? ` (${technical})` : '');
	}
	const code = codeOfChain(error);
	const texts = causesOf(error).flatMap(textsOf);
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
	const chain = causesOf(error);
	const status = chain.map(({ response }) => Object(response).status as unknown).find(Number);
	if (status !== undefined) return `status ${sanitizeText(status)}`;
	const openSsl = /SSL routines:[^:]*:([^:]+)/;
	const reasons = chain.flatMap(textsOf).map((text) => openSsl.exec(text)?.[1]);
	return reasons.find((reason) => reason !== undefined) ?? codeOfChain(error);
}

function codeOfChain(error: unknown): string {
	return causesOf(error).map(codeOf).find(Boolean) ?? '';
}
