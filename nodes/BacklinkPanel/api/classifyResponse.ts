import { isObject, withoutField } from './dataObject';
import type { Outcome } from './outcome';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { RateHints } from './rateHeaders';
import { oneLine } from '../errors/serverText';

/** A response of n8n's request helper with `returnFullResponse` and `ignoreHttpStatusErrors`. */
export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** A parsed object, or a string where the body was not JSON, was cut or was empty. */
	body: unknown;
}

/** The kods of the service's documentation; each means a refusal before anything was charged. */
const DOCUMENTED_KODS = ['yetkisiz', 'krediYetersiz', 'uygunSiteYok', 'limit'] as const;
type DocumentedKod = (typeof DOCUMENTED_KODS)[number];

/** What these statuses mean where the body has no documented kod, e.g. behind a proxy. */
const REASON_OF_STATUS: Record<number, DocumentedKod> = {
	401: 'yetkisiz',
	402: 'krediYetersiz',
	429: 'limit',
};

/**
 * Says what an HTTP response means. Order matters: what leaves the outcome open (5xx, 408, 3xx) goes
 * before what the body says, since a gateway may answer for a service that did the work.
 *
 * @param hints what its headers tell about the rate limit
 */
export function classifyResponse(
	response: FullResponse,
	spendsCredits: boolean,
	hints: RateHints,
): Outcome {
	const { statusCode, headers } = response;
	const body = isObject(response.body) ? response.body : null;
	const facts = {
		spendsCredits,
		httpStatus: statusCode,
		kod: textOrNull(body?.kod),
		hata: textOrNull(body?.hata),
		body,
		retryAfterMs: hints.retryAfterMs,
	};

	if (statusCode >= 500 || statusCode === 408) {
		return lost({ ...facts, detail: `it answered with status ${statusCode}`, isTransient: true });
	}
	if (statusCode >= 300 && statusCode < 400) {
		const target = oneLine(headers.location ?? 'another address');
		return lost({
			...facts,
			detail: `it redirected to ${target}; check the Base URL of the credential`,
		});
	}
	if (statusCode < 200) {
		return lost({ ...facts, detail: `it answered with status ${statusCode}` });
	}

	const isClientError = statusCode >= 400;
	const documented = DOCUMENTED_KODS.find((kod) => kod === facts.kod);
	if (documented && (isClientError || body?.ok === false)) {
		return failure(documented, { ...facts, detail: statusInWords(statusCode) });
	}
	if (isClientError) {
		const reason = REASON_OF_STATUS[statusCode] ?? 'refused';
		return failure(reason, { ...facts, detail: statusInWords(statusCode) });
	}

	if (body?.ok === true) {
		return { kind: 'answer', body: withoutField(body, 'ok') };
	}
	if (body?.ok === false) {
		return failure('notConfirmed', { ...facts, detail: 'it answered with ok: false' });
	}
	return lost({ ...facts, detail: describeUnreadable(response.body) });
}

function lost(facts: Omit<PanelFailure, 'kind' | 'reason'>): PanelFailure {
	return failure('answerLost', facts);
}

function textOrNull(value: unknown): string | null {
	const text = value === undefined || value === null ? '' : oneLine(value);
	return text === '' ? null : text;
}

function describeUnreadable(body: unknown): string {
	if (typeof body !== 'string') return 'its answer did not say “ok: true”';
	if (body.trim() === '') return 'its answer was empty';
	if (/^\s*<(!doctype|html)/i.test(body)) return 'it answered with a web page instead of JSON';
	return `its answer was not complete JSON: “${oneLine(body.slice(0, 200))}”`;
}

const STATUS_WORDS: Record<number, string> = {
	400: 'bad request',
	401: 'unauthorized',
	402: 'payment required',
	403: 'forbidden',
	404: 'not found',
	405: 'method not allowed',
	409: 'conflict',
	410: 'gone',
	413: 'content too large',
	415: 'unsupported media type',
	422: 'unprocessable content',
	429: 'too many requests',
	451: 'unavailable for legal reasons',
};

function statusInWords(status: number): string {
	const words = STATUS_WORDS[status];
	return words ? `status ${status}, ${words}` : `status ${status}`;
}
