import { failure, noUsableAnswer, type FailureReason } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { isObject, withoutField } from './dataObject';
import type { RequestOutcome } from './panelRequest';
import type { Redact } from './redactApiKey';

/** A response of n8n's request helper with `returnFullResponse` and `ignoreHttpStatusErrors`. */
export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Parsed JSON; a string if the body was not JSON, was cut off or was empty. */
	body: unknown;
}

/** Deepest nesting of an answer, in levels. n8n cannot store answers that are much deeper. */
const MOST_LEVELS = 100;

/** Reads the JSON of a response and removes the API key. Every answer of the service passes through here. */
export function parseResponse(received: FullResponse, redact: Redact): FullResponse {
	const { statusCode, headers } = received;
	const answer = parseBody(received.body);
	const body = isNestedDeeperThan(MOST_LEVELS, answer) ? asText(statusCode, answer) : answer;
	return redact({ statusCode, headers: { ...headers }, body });
}

/** Keeps an error answer with too deep nesting as text, because `signOfOrder` can search text for an order. */
function asText(statusCode: number, answer: unknown): string | undefined {
	return statusCode < 400 ? undefined : JSON.stringify(answer);
}

const WEB_PAGE = /<(!doctype|html)\b/i;

/**
 * Reads the JSON object with `ok` from the first `{"` to the last `}` of a text. PHP may print a notice
 * around the JSON, and n8n then returns the body as text.
 *
 * @returns the unchanged body if there is no such object
 */
function parseBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const start = body.search(/\{\s*"/);
	const end = body.lastIndexOf('}') + 1;
	const before = body.slice(0, start);
	// Skips an object that is only a part: of a web page, of a list, or of an answer that was cut off.
	if (start === -1 || WEB_PAGE.test(before) || /[[{(,:=]\s*$/.test(before)) return body;
	try {
		const object: unknown = JSON.parse(body.slice(start, end));
		return isObject(object) && 'ok' in object ? object : body;
	} catch {
		return body;
	}
}

function isNestedDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		levels === 0 || Object.values(value).some((entry) => isNestedDeeperThan(levels - 1, entry))
	);
}

/** Classifies a response: a success, a refusal that charged nothing, or an answer that shows neither. */
export function classifyResponse(
	response: FullResponse,
	spendsCredits: boolean,
	retryAfterMs?: number,
): RequestOutcome {
	const { statusCode: httpStatus } = response;
	const body = isObject(response.body) ? response.body : null;
	// Ignores a `kod` without `ok`: it comes from a gateway, because the service always sends `ok`.
	const kod = body && 'ok' in body ? textOrNull(body.kod) : null;
	const facts = { httpStatus, kod, hata: textOrNull(body?.hata), body, retryAfterMs };

	const isSuccess = httpStatus >= 200 && httpStatus < 300;
	if (isSuccess && body?.ok === true) return { kind: 'answer', body: withoutField(body, 'ok') };
	if (isSuccess && body?.ok === false) {
		const reason = spendsCredits ? 'notConfirmed' : 'refused';
		return failure(reason, { ...facts, detail: '“ok: false”' });
	}
	const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408;
	const sign = isRefusal && spendsCredits ? signOfOrder(response.body) : undefined;
	if (isRefusal && sign === undefined) {
		return failure(reasonOfRefusal(httpStatus, kod), { ...facts, detail: statusInWords(response) });
	}
	const isTransient = httpStatus >= 500 || httpStatus === 408;
	return noUsableAnswer(spendsCredits, { ...facts, isTransient, detail: inWords(response, sign) });
}

/** Names the reason of a refusal. Only a 429 is `limit`, because `limit` lets the client send again. */
function reasonOfRefusal(status: number, kod: string | null): FailureReason {
	if (status === 429) return 'limit';
	const documented = ['yetkisiz', 'krediYetersiz', 'uygunSiteYok'] as const;
	return documented.find((each) => each === kod) ?? 'refused';
}

/** Matches a field that only a successful order has, unless the field is false, null, 0 or empty. */
const SIGN_OF_ORDER =
	/"(ok|placementId|basariliSayisi|harcananKredi)"\s*:\s*(?!false\b|null\b|""|"?[0.]+"?\s*[,}])\S/;

/** Names a field that shows an order despite a 4xx status. Searches text, because the JSON may be cut off. */
function signOfOrder(body: unknown): string | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
	return SIGN_OF_ORDER.exec(text)?.[1];
}

function textOrNull(value: unknown): string | null {
	const text = value === null ? '' : sanitizeText(value);
	return text === '' ? null : text;
}

/** Describes an answer that is neither a success nor a refusal. */
function inWords(response: FullResponse, sign: string | undefined): string {
	const { statusCode, headers, body } = response;
	if (statusCode >= 300 && statusCode < 400) {
		const target = sanitizeText(headers.location ?? 'another address');
		return `the service redirected to ${target}; check the Base URL of the credential`;
	}
	if (statusCode < 200 || statusCode >= 400) {
		const shown = sign === undefined ? '' : `, and “${sign}”`;
		return `the service answered with ${statusInWords(response)}${shown}`;
	}
	if (isWebPage(body)) return `the service answered with ${PAGE}`;
	if (typeof body !== 'string') return 'the answer did not contain “ok: true”';
	if (body.trim() === '') return 'the answer was empty';
	return `the answer was not complete JSON: “${sanitizeText(body.slice(0, 200))}”`;
}

const PAGE = 'a web page instead of JSON';

function statusInWords({ statusCode, body }: FullResponse): string {
	return isWebPage(body) ? `status ${statusCode}, and ${PAGE}` : `status ${statusCode}`;
}

function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && WEB_PAGE.test(body);
}
