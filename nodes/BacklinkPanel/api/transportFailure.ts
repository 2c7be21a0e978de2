import { causeChain, errorCode, errorTexts, notSentCauseOf } from './notSentCause';
import { failure, noUsableAnswer, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';

/**
 * Says what a thrown error of n8n's request helper means: that the request plainly never left, and why, or
 * that it may have been carried out.
 *
 * @param request `host` and `timeoutMs` are for the text
 */
export function transportFailure(
	error: unknown,
	request: { spendsCredits: boolean; host: string; timeoutMs: number },
): PanelFailure {
	const { spendsCredits, host, timeoutMs } = request;
	const chain = causeChain(error);
	const code = chain.map(errorCode).find(Boolean) ?? '';
	const cause = notSentCauseOf(error);
	if (cause) {
		const { clause, advice, isTransient } = cause;
		return failure('notSent', { detail: withReason(clause, code), host, advice, isTransient });
	}
	const detail = howItEnded(code, chain.flatMap(errorTexts), timeoutMs);
	return noUsableAnswer(spendsCredits, { detail, isTransient: code !== 'ERR_CANCELED' });
}

/** A clause about a request that may have left, e.g. “the answer was cut off”. */
function howItEnded(code: string, texts: string[], timeoutMs: number): string {
	if (code === 'ERR_CANCELED') return 'the execution was stopped before the answer arrived';
	if (code === 'ETIMEDOUT' || texts.some((text) => /timeout of \d+ ?ms/i.test(text))) {
		return `no answer came within ${timeoutMs / 1000} s`;
	}
	if (texts.some((text) => text.includes('stream has been aborted'))) {
		return 'the answer was cut off';
	}
	// OpenSSL says more than the code beside it, e.g. “wrong version number”.
	const [, openSsl] = /SSL routines:[^:]*:([^:]+)/.exec(texts.join('\n')) ?? [];
	const reason = openSsl ?? (code || sanitizeText(texts.at(-1) ?? ''));
	return withReason('the connection was lost before the answer arrived', reason);
}

function withReason(clause: string, reason: string): string {
	return reason === '' ? clause : `${clause} (${reason})`;
}
