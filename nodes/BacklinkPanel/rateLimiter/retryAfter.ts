/** Longest wait that a service can impose, in ms; longer waits are shortened to this. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Reads the wait in the header Retry-After (RFC 9110 §10.2.3): seconds, or a date in GMT.
 *
 * @param now time of this machine in ms, used only without a Date header: the clocks may differ
 * @returns the wait in ms; undefined if the header is missing or unreadable
 */
export function readRetryAfter(headers: Record<string, unknown>, now: number): number | undefined {
	const text = (name: string) => {
		const header = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
		return String(header?.[1] ?? '').trim();
	};
	const retryAfter = text('retry-after');
	const waitMs = /^\d+$/.test(retryAfter)
		? Number(retryAfter) * 1000
		: readDate(retryAfter) - (readDate(text('date')) || now);
	return Number.isNaN(waitMs) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs));
}

/** Reads a date in GMT, the only zone that HTTP allows; in ms, or NaN. */
function readDate(text: string): number {
	return text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
}
