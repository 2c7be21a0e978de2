import type {
	IAdditionalCredentialOptions,
	IAllExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { type RateHints, readRateHints } from '../rateLimiter/rateHeaders';
import type { RequestOutcome, RequestTurn } from '../rateLimiter/RateLimiter';
import { rateLimiterFor } from './accountRateLimiters';
import { answerInError, STATUSES_OF_PROXIES, transportFailure } from './transportFailure';
import { classifyResponse, type FullResponse } from './classifyResponse';
import type { Outcome, PanelRequest } from './panelRequest';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { API_PATH, CREDENTIAL_TYPE, type PanelAccess } from './parseCredential';
import { parseUrl } from './webAddress';
import { readResponse } from './readResponse';
import { createRedactor } from './redactApiKey';
import { waitBeforeRetry } from './retryPolicy';
import { wait } from './wait';

/** On a 401 that it cannot unpack, n8n would renew the credential and send the request again. */
const SENT_ONCE: IAdditionalCredentialOptions = { preAuthenticationRetryStatusCode: [] };

export interface SendingLimits {
	/** How long an answer may take, in ms. */
	timeoutMs: number;
	/** How long the request may wait for the rate limit altogether, in ms; 0 = not at all. */
	maxRateLimitWaitMs: number;
	/** Aborted when nothing more may be sent. */
	signal?: AbortSignal;
	/** For requests that are not worth a second try. */
	triesOnce?: boolean;
	/** Called each time the request leaves; what it gives back is called when that attempt has ended. */
	onSend?: () => AttemptEnded;
	/** Who asks, if it does not wait but comes again at times of its own. */
	poller?: string;
}

/** Is told what became of a request that left. */
export type AttemptEnded = (outcome: Outcome) => void;

/** The signal came before the request could leave; nothing was charged. */
export interface Stopped {
	kind: 'stopped';
}

/** What became of a request, and how long the rate limit held it up. */
export interface Delivery {
	outcome: Outcome | Stopped;
	waitedMs: number;
	rejections: number;
}

/** The only way out to the service. */
export interface PanelClient {
	/** Tells how many requests will come; the next announcement takes the place of the last. */
	announce(requests: number): void;
	/** Sends a request at the pace of the rate limit, again where that is safe. Never throws. */
	send(request: PanelRequest, limits: SendingLimits): Promise<Delivery>;
}

/**
 * @param functions what n8n gives the node for this run or poll
 * @param access the cleaned credential
 */
export function createPanelClient(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
): PanelClient {
	let limiter = rateLimiterFor(access);
	const redact = createRedactor(access.apiKey);
	const host = parseUrl(access.baseUrl)?.host ?? access.baseUrl;
	let announced = 0;

	function announce(requests: number): void {
		limiter.announce(requests - announced);
		announced = requests;
	}

	function newTurn(poller: string | undefined): RequestTurn {
		// The limiter of a key that nobody uses is freed; with each request it is in use.
		limiter = rateLimiterFor(access);
		announce(Math.max(0, announced - 1));
		return limiter.newTurn(poller);
	}

	async function send(request: PanelRequest, limits: SendingLimits): Promise<Delivery> {
		const turn = newTurn(limits.poller);
		const outcome = await sendUntilSettled(request, limits, turn);
		return { outcome, waitedMs: turn.waitedMs, rejections: turn.rejections };
	}

	async function sendUntilSettled(
		request: PanelRequest,
		limits: SendingLimits,
		turn: RequestTurn,
	): Promise<Delivery['outcome']> {
		let tries = 0;
		let rejection: PanelFailure | undefined;
		for (;;) {
			const admission = await limiter.acquire(turn, limits.maxRateLimitWaitMs, limits.signal);
			if (admission.kind === 'stopped') return admission;
			if (admission.kind === 'waitedTooLong') {
				const notYetSent = failure('limit', { spendsCredits: request.spendsCredits, detail: '' });
				const { waitedMs } = turn;
				const { retryAfterMs, isAsked: isAskedToComeBack } = admission;
				return { ...(rejection ?? notYetSent), waitedMs, retryAfterMs, isAskedToComeBack };
			}
			if (limits.signal?.aborted) {
				limiter.report(admission.permit, 'unsent');
				return { kind: 'stopped' };
			}

			const ended = limits.onSend?.();
			const { outcome, hints } = await sendOnce(request, limits.timeoutMs);
			ended?.(outcome);
			limiter.report(admission.permit, limiterOutcome(outcome), hints);
			if (outcome.kind === 'answer') return outcome;
			if (outcome.reason === 'limit') {
				rejection = outcome;
				continue;
			}

			tries += 1;
			const pauseMs = waitBeforeRetry(outcome, tries, Math.random());
			if (pauseMs === undefined || limits.triesOnce) return outcome;
			const mayGoOn = await wait(pauseMs, limits.signal);
			if (!mayGoOn) return { kind: 'stopped' };
		}
	}

	async function sendOnce(
		request: PanelRequest,
		timeoutMs: number,
	): Promise<{ outcome: Outcome; hints: RateHints }> {
		const { spendsCredits } = request;
		const asked = await ask(request, timeoutMs);
		try {
			if ('error' in asked) return { outcome: failureOf(asked.error), hints: {} };
			const response = readResponse(asked.response, redact);
			const hints = readRateHints(response.headers, Date.now());
			return { outcome: classifyResponse(response, spendsCredits, hints), hints };
		} catch (error) {
			return { outcome: failureOf(error), hints: {} };
		}

		function failureOf(error: unknown): PanelFailure {
			return redact(transportFailure(error, { spendsCredits, host, timeoutMs }));
		}
	}

	/** What n8n gives back, or what it throws where that holds no answer. */
	async function ask(
		request: PanelRequest,
		timeoutMs: number,
	): Promise<{ response: FullResponse } | { error: unknown }> {
		const { httpRequestWithAuthentication } = functions.helpers;
		const options = toHttpOptions(request, access.baseUrl, timeoutMs);
		try {
			// n8n types what it gives back as any.
			const response = (await httpRequestWithAuthentication.call(
				functions,
				CREDENTIAL_TYPE,
				options,
				SENT_ONCE,
			)) as FullResponse;
			return { response };
		} catch (error) {
			const response = answerInError(error);
			return response ? { response } : { error };
		}
	}

	return { announce, send };
}

function toHttpOptions(
	request: PanelRequest,
	baseUrl: string,
	timeout: number,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: baseUrl + API_PATH + request.path,
		qs: request.query,
		body: request.body,
		json: true,
		timeout,
		returnFullResponse: true,
		// As a value, n8n gives the status, headers and body of a refusal, and sends a 401 only once.
		ignoreHttpStatusErrors: request.spendsCredits
			? { ignore: true, except: STATUSES_OF_PROXIES }
			: true,
		// A followed redirect turns a create into a read and may carry the key to another host.
		disableFollowRedirect: true,
	};
}

function limiterOutcome(outcome: Outcome): RequestOutcome {
	if (outcome.kind === 'answer') return 'accepted';
	if (outcome.reason === 'limit' || outcome.httpStatus === 429) return 'rejected';
	if (outcome.reason === 'notSent') return 'unsent';
	return outcome.httpStatus === null ? 'unknown' : 'accepted';
}
