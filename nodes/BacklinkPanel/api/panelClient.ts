import type { IAllExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { failure, type PanelFailure, stoppedFailure } from '../errors/panelFailure';
import type { PermitOutcome, RequestTurn } from '../rateLimiter/RateLimiter';
import { accountOf } from './Account';
import type { RequestOutcome, PanelRequest, ReadRequest } from './panelRequest';
import type { PanelAccess } from './parseCredential';
import { sendOnce } from './sendOnce';
import { abortableSleep } from './systemClock';

export interface SendOptions {
	/** Time allowed for an answer, in ms. */
	timeoutMs: number;
	/** Time that the request may wait for the rate limit over all its tries, in ms; 0 = none. */
	maxRateLimitWaitMs: number;
	/** Aborted when nothing more may be sent. */
	signal?: AbortSignal;
	/** True if the request is not worth a second try. */
	triesOnce?: boolean;
	/** Runs each time the request leaves, and returns a function that runs when this try ends. */
	onSend?: () => OnTryEnd;
	/** Name of a trigger, which does not wait but comes again by itself. */
	poller?: string;
}

/** Receives the outcome of a request that left. */
export type OnTryEnd = (outcome: RequestOutcome) => void;

/** The only way out to the service, for one run or poll. */
export interface PanelClient {
	/** Sends a request at the pace of the rate limit, again where that is safe. Never throws. */
	send(request: PanelRequest, options: SendOptions): Promise<RequestOutcome>;
}

export function createPanelClient(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
): PanelClient {
	async function send(request: PanelRequest, options: SendOptions): Promise<RequestOutcome> {
		const { timeoutMs, maxRateLimitWaitMs, signal, triesOnce, onSend, poller } = options;
		const { limiter } = accountOf(access);
		const turn = limiter.newTurn(poller);
		let tries = 0;
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

			tries += 1;
			const pauseMs = waitBeforeRetry(outcome, tries, Math.random());
			if (pauseMs === undefined || triesOnce) return outcome;
			if (!(await abortableSleep(pauseMs, signal))) return stoppedFailure();
		}
	}

	return { send };
}

/** Longest waits before the second, third and fourth try, in ms. */
const LONGEST_WAITS = [1_000, 2_000, 4_000];

/**
 * Gives the wait before another try, for a request that did not leave and for a read.
 *
 * @param tries number of tries so far, at least 1
 * @param random between 0 and 1; spreads the reads of several workers
 * @returns the wait in ms; undefined for no other try
 */
export function waitBeforeRetry(
	{ reason, isTransient }: PanelFailure,
	tries: number,
	random: number,
): number | undefined {
	const longest = LONGEST_WAITS[tries - 1];
	if (!isTransient || longest === undefined) return undefined;
	if (reason === 'notSent') return longest;
	return reason === 'readFailed' ? longest * random : undefined;
}

/** Makes the failure of a wait that was too long, with the facts of the last 429. */
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
 * Sends a read once, without a wait. The next try is the next poll, or the user who opens the menu again.
 *
 * @param poller names the trigger that asks, so that the rate limit keeps a place for its next poll
 */
export async function readAtOnce(
	functions: IPollFunctions | ILoadOptionsFunctions,
	access: PanelAccess,
	request: ReadRequest,
	poller?: string,
): Promise<RequestOutcome> {
	const options = { timeoutMs: 30_000, maxRateLimitWaitMs: 0, triesOnce: true, poller };
	const outcome = await createPanelClient(functions, access).send(request, options);
	return outcome.kind === 'answer' ? outcome : { ...outcome, isPoll: true };
}
