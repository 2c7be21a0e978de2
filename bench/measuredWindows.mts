import type { RateLimitSettings } from '../sandbox/sandbox.mts';

/** The ways of counting that are measured. */
export type MeasuredWindow = 'sliding' | 'fixedMinute';

const requestsPerWindow = 60;

/** The documented limit, counted in windows of the given length. */
export function limitOf(window: MeasuredWindow, windowMs: number): Partial<RateLimitSettings> {
	return { window, limit: requestsPerWindow, windowMs };
}

/** Milliseconds until a fixed window, which begins where its length divides the clock, is half over. */
export function untilMiddleMs(windowMs: number): number {
	return (windowMs * 1.5 - (Date.now() % windowMs)) % windowMs;
}

/**
 * How long the limit makes even those wait who know it exactly and send without delay, seconds.
 * They start when a fixed window is half over, and have sent nothing yet.
 */
export function idealSeconds(window: MeasuredWindow, windowMs: number, requests: number): number {
	const windowsWaitedFor = Math.ceil(requests / requestsPerWindow) - 1;
	if (windowsWaitedFor === 0) return 0;
	const firstWaitMs = window === 'sliding' ? windowMs : windowMs / 2;
	return (firstWaitMs + (windowsWaitedFor - 1) * windowMs) / 1000;
}
