import type { NotSentCause } from '../errors/notSentCauses';
import type { PanelFailure } from '../errors/panelFailure';

const SECOND = 1000;
const WITH_PATIENCE = [1 * SECOND, 2 * SECOND, 4 * SECOND];

/**
 * How long to wait, in ms, before each further try of a request that provably never left. This is
 * the only case in which a create is sent again, apart from a 429, which the rate limiter handles.
 */
const WAITS_WHEN_NOT_SENT: Record<NotSentCause, number[]> = {
	connectionRefused: WITH_PATIENCE,
	hostUnreachable: WITH_PATIENCE,
	connectionNotReady: WITH_PATIENCE,
	nameNotResolvedYet: WITH_PATIENCE,
	proxyUnavailable: WITH_PATIENCE,
	nameUnknown: [1 * SECOND],
	// Each try lasts as long as the timeout already.
	connectionTimedOut: [1 * SECOND],
	handshake: [],
	certificate: [],
	proxyRefused: [],
	blocked: [],
	credentialUnreadable: [],
	invalidAddress: [],
};

/** A read that got no usable answer is tried this often again, after 1, 2 and 4 s at the most. */
const LONGEST_WAITS_OF_READS = WITH_PATIENCE;
/** A read waits for the service's own Retry-After only up to this, in ms. */
const LONGEST_ASKED_WAIT = 20 * SECOND;

/**
 * Decides whether a failed request is sent again by itself.
 *
 * @param tries how often it was sent so far, at least 1
 * @param random between 0 and 1; reads of several workers spread their tries by it
 * @returns the wait before the next try in ms, or undefined where there is none
 */
export function waitBeforeRetry(
	failure: PanelFailure,
	tries: number,
	random: number,
): number | undefined {
	if (failure.reason === 'notSent' && failure.notSentCause) {
		return WAITS_WHEN_NOT_SENT[failure.notSentCause][tries - 1];
	}
	const isRepeatableRead =
		!failure.spendsCredits && failure.reason === 'readFailed' && failure.isTransient === true;
	const longest = isRepeatableRead ? LONGEST_WAITS_OF_READS[tries - 1] : undefined;
	if (longest === undefined) return undefined;
	return failure.retryAfterMs === undefined
		? longest * random
		: Math.min(LONGEST_ASKED_WAIT, failure.retryAfterMs);
}
