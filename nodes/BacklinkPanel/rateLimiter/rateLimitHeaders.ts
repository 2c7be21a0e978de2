/** What an answer tells about the rate limit; undefined where it does not, or not legibly. */
export interface RateLimitHeaders {
	/** The wait that the service asks for, in ms. */
	retryAfterMs?: number;
	/** How many requests it will still take. */
	remaining?: number;
	/** When it will take more, in ms from now. */
	resetMs?: number;
	/** What its clock showed, in ms. */
	serverTime?: number;
}

/** No service may hold a run longer than this, in ms; a larger wish counts as this. */
const LONGEST_WAIT_MS = 3_600_000;

/** Numbers above these cannot be a wait in seconds: they are a time, in seconds or in ms. */
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e12;

/**
 * Reads Retry-After (RFC 9110 §10.2.3), RateLimit and RateLimit-* (the drafts of the IETF) and
 * X-RateLimit-*. What is malformed is ignored.
 *
 * @param now the time of this machine in ms; a Date header of the same answer goes before it,
 * because the two clocks may differ
 */
export function readRateLimitHeaders(
	headers: Record<string, unknown>,
	now: number,
): RateLimitHeaders {
	const values = new Map(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const text = (name: string) => headerText(values.get(name));
	const serverTime = readDate(text('date'));
	const clock = serverTime ?? now;
	const combined = readRateLimit(text('ratelimit'));
	return {
		retryAfterMs: readWait(text('retry-after'), clock),
		remaining: readCount(
			combined.remaining ??
				text('ratelimit-remaining') ??
				text('x-ratelimit-remaining') ??
				text('x-rate-limit-remaining'),
		),
		resetMs: readWait(
			combined.reset ??
				text('ratelimit-reset') ??
				text('x-ratelimit-reset') ??
				text('x-rate-limit-reset'),
			clock,
		),
		serverTime,
	};
}

function headerText(value: unknown): string | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return first === undefined || first === null ? undefined : String(first).trim();
}

/** A wait in seconds or a time, as a wait in ms. */
function readWait(text: string | undefined, clock: number): number | undefined {
	if (text === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number >= FIRST_EPOCH_MS) return bounded(number - clock);
		if (number >= FIRST_EPOCH_SECOND) return bounded(number * 1000 - clock);
		return bounded(number * 1000);
	}
	const date = readDate(text);
	return date === undefined ? undefined : bounded(date - clock);
}

/** HTTP knows no dates but those in GMT; one of its three forms does not say so (RFC 9110 §5.6.7). */
function readDate(text: string | undefined): number | undefined {
	if (!text || !/^[a-z]{3,9},? /i.test(text)) return undefined;
	const date = Date.parse(/[\d:]{8}(?: \d{4})?$/.test(text) ? `${text} GMT` : text);
	return Number.isNaN(date) ? undefined : date;
}

function readCount(text: string | undefined): number | undefined {
	return text && /^\d+$/.test(text) ? Number(text) : undefined;
}

function bounded(ms: number): number {
	return Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}

interface RateLimitField {
	remaining?: string;
	reset?: string;
}

/**
 * The newer drafts list policies, e.g. `"burst";r=0;t=7, "day";r=900;t=40000`: the one with the least
 * remaining decides. The older ones have a single one: `limit=60, remaining=0, reset=7`.
 */
function readRateLimit(text: string | undefined): RateLimitField {
	if (text === undefined) return {};
	if (/\bremaining=/.test(text)) {
		return { remaining: parameter(text, 'remaining'), reset: parameter(text, 'reset') };
	}
	const policies = text
		.split(',')
		.map((policy) => ({ remaining: parameter(policy, 'r'), reset: parameter(policy, 't') }))
		.filter(({ remaining }) => remaining !== undefined);
	const scarcestFirst = policies.sort(
		(one, other) =>
			Number(one.remaining) - Number(other.remaining) || Number(other.reset) - Number(one.reset),
	);
	return scarcestFirst[0] ?? {};
}

function parameter(text: string, name: string): string | undefined {
	return new RegExp(`(?:^|[;,\\s])${name}=(\\d+)\\s*(?:[;,]|$)`).exec(text)?.[1];
}
