import { isObject, withoutField } from './dataObject';
import type { RequestOutcome } from './panelRequest';
import type { Redact } from './redactApiKey';
import { signOfOrder } from './signOfOrder';
import { failure, noUsableAnswer } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import type { RateLimitHeaders } from '../rateLimiter/rateLimitHeaders';

/** A response of n8n's request helper with `returnFullResponse` and `ignoreHttpStatusErrors`. */
export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** A parsed object, or a string where the body was not JSON, was cut or was empty. */
	body: unknown;
}

/** Deeper than this nothing lies in an answer of the service, and n8n could not store it. */
const MOST_LEVELS = 100;

/** What came back, with its JSON read and without the key: everything the service says comes through here. */
export function parseResponse(received: FullResponse, redact: Redact): FullResponse {
	const { statusCode, headers } = received;
	const answer = answerBody(received.body);
	const body = isNestedDeeperThan(MOST_LEVELS, answer) ? undefined : answer;
	return redact({ statusCode, headers: { ...headers }, body });
}

/**
 * The JSON object that an answer is. n8n parses plain JSON, whatever the answer calls itself, and gives
 * anything else as text: JSON in a JSON string, or a notice of PHP with the JSON behind it.
 *
 * @returns the object, or the body as it was where no whole object of the service ends it
 */
function answerBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const start = body.search(/\{\s*"/);
	if (start === -1) return body;
	const before = body.slice(0, start).trimEnd();
	// Behind one of these, the object is a part of a longer answer whose rest was cut.
	if (/[[{(,:]$/.test(before)) return body;
	try {
		const object: unknown = JSON.parse(body.slice(start));
		if (isObject(object) && typeof object.ok === 'boolean') return object;
	} catch {
		// Its rest was cut, or more follows it.
	}
	return body;
}

function isNestedDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		levels === 0 || Object.values(value).some((entry) => isNestedDeeperThan(levels - 1, entry))
	);
}

/** The documented refusals: each comes with this status, before anything was charged. */
const STATUS_OF_KOD = { yetkisiz: 401, krediYetersiz: 402, uygunSiteYok: 409, limit: 429 };
type DocumentedKod = keyof typeof STATUS_OF_KOD;
// The keys are those of the table.
const DOCUMENTED_KODS = Object.keys(STATUS_OF_KOD) as DocumentedKod[];
const DOCUMENTED_STATUSES = Object.values(STATUS_OF_KOD);

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
 * @param rateLimitHeaders what they tell, as read
 */
export function classifyResponse(
	response: FullResponse,
	spendsCredits: boolean,
	rateLimitHeaders: RateLimitHeaders,
): RequestOutcome {
	const { statusCode, headers } = response;
	const body = isObject(response.body) ? response.body : null;
	const facts = {
		httpStatus: statusCode,
		kod: textOrNull(body?.kod),
		hata: textOrNull(body?.hata),
		body,
		retryAfterMs: rateLimitHeaders.retryAfterMs,
	};

	if (statusCode >= 500 || statusCode === 408) {
		return noUsableAnswer(spendsCredits, {
			...facts,
			detail: `the service answered with status ${statusCode}`,
			isTransient: true,
		});
	}
	if (statusCode >= 300 && statusCode < 400) {
		const target = sanitizeText(headers.location ?? 'another address');
		return noUsableAnswer(spendsCredits, {
			...facts,
			detail: `the service redirected to ${target}; check the Base URL of the credential`,
		});
	}
	if (statusCode < 200) {
		return noUsableAnswer(spendsCredits, {
			...facts,
			detail: `the service answered with status ${statusCode}`,
		});
	}

	const isClientError = statusCode >= 400;
	const documented = DOCUMENTED_KODS.find((kod) => kod === facts.kod);
	const isRefused = isClientError || (documented && body?.ok === false);
	const contradiction =
		spendsCredits && isRefused ? contradictionIn(response, documented) : undefined;
	if (contradiction) return noUsableAnswer(true, { ...facts, detail: contradiction });

	if (documented && isRefused) {
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
		const reason = spendsCredits ? 'notConfirmed' : 'refused';
		return failure(reason, { ...facts, detail: '“ok: false”' });
	}
	return noUsableAnswer(spendsCredits, { ...facts, detail: describeUnreadable(response.body) });
}

/** What in a refusal speaks against it; such an answer proves nothing. */
function contradictionIn(
	{ statusCode, body }: FullResponse,
	kod: DocumentedKod | undefined,
): string | undefined {
	const status = statusInWords(statusCode);
	const sign = signOfOrder(body);
	if (sign) {
		const refusal = statusCode < 400 ? `kod “${kod}”` : status;
		return `the service answered with ${sign} and ${refusal}`;
	}
	const isOfOtherKod =
		DOCUMENTED_STATUSES.includes(statusCode) && kod && STATUS_OF_KOD[kod] !== statusCode;
	return isOfOtherKod ? `the service answered with kod “${kod}” and ${status}` : undefined;
}

function textOrNull(value: unknown): string | null {
	const text = value === null ? '' : sanitizeText(value);
	return text === '' ? null : text;
}

function describeUnreadable(body: unknown): string {
	if (typeof body !== 'string') return 'the answer did not contain “ok: true”';
	if (body.trim() === '') return 'the answer was empty';
	if (/^\s*<(!doctype|html)/i.test(body))
		return 'the service answered with a web page instead of JSON';
	return `the answer was not complete JSON: “${sanitizeText(body.slice(0, 200))}”`;
}

const STATUS_WORDS: Record<number, string> = {
	400: 'bad request',
	401: 'unauthorized',
	402: 'payment required',
	403: 'forbidden',
	404: 'not found',
	405: 'method not allowed',
	407: 'proxy authentication required',
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
