/** The part of an answer's headers that is about the rate limit. */
export interface RateLimitHeaders {
	/** The wait that the service asks for, in ms; undefined where it asks for none, or not legibly. */
	retryAfterMs?: number;
}

/** No service may hold a run longer than this, in ms; a larger wish counts as this. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Reads Retry-After (RFC 9110 §10.2.3): seconds, or a date in GMT.
 *
 * @param now the time of this machine, in ms; a Date header of the same answer takes precedence,
 * because the two clocks may differ
 */
export function readRateLimitHeaders(
	headers: Record<string, unknown>,
	now: number,
): RateLimitHeaders {
	const text = (name: string) => {
		const header = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
		return String(header?.[1] ?? '').trim();
	};
	const retryAfter = text('retry-after');
	const waitMs = /^\d+$/.test(retryAfter)
		? Number(retryAfter) * 1000
		: readDate(retryAfter) - (readDate(text('date')) || now);
	return Number.isNaN(waitMs)
		? {}
		: { retryAfterMs: Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs)) };
}

/** In ms; NaN if it is no date in GMT, and HTTP knows no other ones. */
function readDate(text: string): number {
	return text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
}
