/** Forms of the `Retry-After` header in a 429. */
export type RetryAfterKind = 'none' | 'seconds' | 'date' | 'junk';

const headersOfKind: Record<
	RetryAfterKind,
	(waitMs: number, now: number) => Record<string, string>
> = {
	none: () => ({}),
	seconds: (waitMs) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) }),
	// Dates have whole seconds only, so the time is rounded up: never too early.
	date: (waitMs, now) => ({
		'retry-after': new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString(),
	}),
	junk: () => ({ 'retry-after': 'birazdan' }),
};

export const retryAfterKindNames = Object.keys(headersOfKind);

export function isRetryAfterKind(text: string): text is RetryAfterKind {
	return retryAfterKindNames.includes(text);
}

/** Makes the headers of a 429 at `now` (ms epoch) whose wait is `waitMs`. */
export function retryAfterHeaders(
	kind: RetryAfterKind,
	waitMs: number,
	now: number,
): Record<string, string> {
	return headersOfKind[kind](waitMs, now);
}
