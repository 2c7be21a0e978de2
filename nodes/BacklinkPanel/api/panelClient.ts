import type { IAllExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { failure, type PanelFailure, stoppedFailure } from '../errors/panelFailure';
import type { PermitOutcome, RequestTurn } from '../rateLimiter/Permit';
import { accountOf } from './Account';
import type { RequestOutcome, PanelRequest, ReadRequest } from './panelRequest';
import type { PanelAccess } from './parseCredential';
import { sendOnce } from './sendOnce';
import { abortableSleep } from './systemClock';

export interface SendOptions {
	/** Longest time for an answer, in ms. */
	timeoutMs: number;
	/** Longest wait for the rate limit over all attempts, in ms; 0 = no wait. Gaps between requests are extra. */
	maxRateLimitWaitMs: number;
	/** Signal that aborts when nothing more may be sent. */
	signal?: AbortSignal;
	/** True if sent again only after a 429, to save time. */
	repeatsOnly429?: boolean;
	/** Runs each time the request leaves. The returned function then gets the outcome of this attempt. */
	onSend?: () => OnAttemptEnd;
	/** Name of the trigger that polls. A poll goes first. If it is refused, room is kept for the next poll. */
	poller?: string;
}

export type OnAttemptEnd = (outcome: RequestOutcome) => void;

/** Sends the requests of one run of the node, or of one poll, to the service. */
export interface PanelClient {
	/** Sends a request when the rate limit allows. Repeats only requests that cannot charge twice. Never throws. */
	send(request: PanelRequest, options: SendOptions): Promise<RequestOutcome>;
}

export function createPanelClient(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
): PanelClient {
	async function send(request: PanelRequest, options: SendOptions): Promise<RequestOutcome> {
		const { timeoutMs, maxRateLimitWaitMs, signal, repeatsOnly429, onSend, poller } = options;
		const { limiter } = accountOf(access);
		const turn = limiter.newTurn(poller);
		let attempts = 0;
		let rejection: PanelFailure | undefined;
		for (;;) {
			const admission = await limiter.acquire(turn, maxRateLimitWaitMs, signal);
			if (admission.kind === 'stopped') return stoppedFailure();
			if (admission.kind === 'waitedTooLong') return waitedTooLong(rejection, turn, admission);
			if (signal?.aborted) {
				limiter.report(admission.permit, 'unsent');
				return stoppedFailure();
			}

			const ended = onSend?.();
			const outcome = await sendOnce(functions, access, request, timeoutMs);
			ended?.(outcome);
			const isAnswer = outcome.kind === 'answer';
			const retryAfterMs = isAnswer ? undefined : outcome.retryAfterMs;
			limiter.report(admission.permit, limiterOutcome(outcome), retryAfterMs);
			if (isAnswer) return outcome;
			if (outcome.reason === 'limit') {
				rejection = outcome;
				continue;
			}

			attempts += 1;
			const pauseMs = waitBeforeRetry(outcome, attempts, Math.random());
			if (pauseMs === undefined || repeatsOnly429) return outcome;
			if (!(await abortableSleep(pauseMs, signal))) return stoppedFailure();
		}
	}

	return { send };
}

/** Longest waits before the second, third and fourth attempt, in ms. */
const LONGEST_WAITS = [1_000, 2_000, 4_000];
/** Longest wait in ms before a read is sent again; a longer Retry-After is shortened to this. */
const LONGEST_ASKED_WAIT = 20_000;

/**
 * Returns the wait before the next attempt. Only reads, and requests that did not leave, are sent again.
 *
 * @param attempts attempts that got no 429, at least 1
 * @param random between 0 and 1; spreads the reads of several workers
 * @returns the wait in ms; undefined if there is no further attempt
 */
export function waitBeforeRetry(
	{ reason, isTransient, retryAfterMs }: PanelFailure,
	attempts: number,
	random: number,
): number | undefined {
	const longest = LONGEST_WAITS[attempts - 1];
	if (!isTransient || longest === undefined) return undefined;
	if (reason === 'notSent') return longest;
	if (reason !== 'readFailed') return undefined;
	return retryAfterMs === undefined ? longest * random : Math.min(LONGEST_ASKED_WAIT, retryAfterMs);
}

/** Makes the failure for a request that would wait too long for the rate limit, with the facts of its last 429. */
function waitedTooLong(
	rejection: PanelFailure | undefined,
	{ waitedMs }: RequestTurn,
	{ retryAfterMs, isAsked }: { retryAfterMs: number; isAsked: boolean },
): PanelFailure {
	const failed = rejection ?? failure('limit', { detail: '' });
	return { ...failed, waitedMs, retryAfterMs, isAskedToComeBack: isAsked };
}

function limiterOutcome(outcome: RequestOutcome): PermitOutcome {
	if (outcome.kind === 'answer') return 'accepted';
	if (outcome.reason === 'limit' || outcome.httpStatus === 429) return 'rejected';
	if (outcome.reason === 'notSent') return 'unsent';
	return outcome.httpStatus === null ? 'unknown' : 'accepted';
}

/**
 * Sends a read that does not wait for the rate limit: the next poll, or opening the menu again, repeats the read.
 *
 * @param poller name of the trigger that polls, so that the rate limiter keeps room for its next poll
 */
export async function readAtOnce(
	functions: IPollFunctions | ILoadOptionsFunctions,
	access: PanelAccess,
	request: ReadRequest,
	poller?: string,
): Promise<RequestOutcome> {
	const options = { timeoutMs: 30_000, maxRateLimitWaitMs: 0, repeatsOnly429: true, poller };
	const outcome = await createPanelClient(functions, access).send(request, options);
	return outcome.kind === 'answer' ? outcome : { ...outcome, isPoll: true };
}
