/** No service may hold a run longer than this, in ms; a larger wish counts as this. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Reads a Retry-After header (RFC 9110 §10.2.3): whole or decimal seconds, or an HTTP date.
 *
 * @param now the time of this machine in ms; a Date header of the same answer goes before it,
 * because the two clocks may differ
 * @returns the wait in ms, or undefined where the header is missing or malformed
 */
export function readRetryAfter(headers: Record<string, unknown>, now: number): number | undefined {
	const value = headerText(headers, 'retry-after');
	if (value === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return bounded(Number(value) * 1000);

	const date = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(date)) return undefined;
	const serverNow = Date.parse(headerText(headers, 'date') ?? '');
	return bounded(date - (Number.isNaN(serverNow) ? now : serverNow));
}

function headerText(headers: Record<string, unknown>, name: string): string | undefined {
	const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
	const value = key === undefined ? undefined : headers[key];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return first === undefined || first === null ? undefined : String(first).trim();
}

function bounded(ms: number): number {
	return Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}
