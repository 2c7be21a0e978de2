/** The forms of the `Retry-After` header in a refusal for the rate limit. */
export type RetryAfterKind = 'none' | 'seconds' | 'date' | 'junk';

const headersOfKind: Record<
	RetryAfterKind,
	(waitMs: number, now: number) => Record<string, string>
> = {
	none: () => ({}),
	seconds: (waitMs) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) }),
	// A date has whole seconds only, so it is rounded up: never too early.
	date: (waitMs, now) => ({
		'retry-after': new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString(),
	}),
	junk: () => ({ 'retry-after': 'birazdan' }),
};

/** The names of all kinds. */
export const retryAfterKindNames = Object.keys(headersOfKind);

/** True if a text names a kind of `Retry-After`. */
export function isRetryAfterKind(text: string): text is RetryAfterKind {
	return retryAfterKindNames.includes(text);
}

/** The headers of a refusal at `now` (ms epoch) that will be over in `waitMs` milliseconds. */
export function retryAfterHeaders(
	kind: RetryAfterKind,
	waitMs: number,
	now: number,
): Record<string, string> {
	return headersOfKind[kind](waitMs, now);
}
