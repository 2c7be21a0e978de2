import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readRateLimitHeaders, type RateLimitHeaders } from '../rateLimiter/rateLimitHeaders';
import { classifyResponse, type FullResponse, parseResponse } from './classifyResponse';
import type { RequestOutcome, PanelRequest } from './panelRequest';
import { API_PATH, CREDENTIAL_TYPE, type PanelAccess } from './parseCredential';
import { createRedactor } from './redactApiKey';
import { withinTime } from './systemClock';
import { transportFailure } from './transportFailure';

/** On a 401 that it cannot unpack, n8n would renew the credential and send the request again. */
const SENT_ONCE = { preAuthenticationRetryStatusCode: [] };

/** For so long after the timeout an answer may still trickle in, in ms. */
const TRICKLING_MS = 500;

/** What one try came to, and what its headers tell about the rate limit. */
interface AttemptResult {
	outcome: RequestOutcome;
	rateLimitHeaders: RateLimitHeaders;
}

/** Sends a request once, whatever the rate limit. Never throws. */
export async function sendOnce(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
	request: PanelRequest,
	timeoutMs: number,
): Promise<AttemptResult> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: access.baseUrl + API_PATH + request.path,
		qs: request.query,
		body: request.body,
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// As a value, n8n gives the status, headers and body of a refusal, and sends a 401 only once.
		ignoreHttpStatusErrors: true,
		// A followed redirect turns a create into a read and may carry the key to another host.
		disableFollowRedirect: true,
	};
	const ask = async () =>
		// n8n types what it gives back as any.
		(await functions.helpers.httpRequestWithAuthentication.call(
			functions,
			CREDENTIAL_TYPE,
			options,
			SENT_ONCE,
		)) as FullResponse;
	return await readAnswer(ask, access, { ...request, timeoutMs });
}

/** Reads the answer that n8n's request helper gives or throws, without the key. Never throws. */
export async function readAnswer(
	ask: () => Promise<FullResponse>,
	{ apiKey, baseUrl }: PanelAccess,
	{ spendsCredits, timeoutMs }: { spendsCredits: boolean; timeoutMs: number },
): Promise<AttemptResult> {
	const redact = createRedactor(apiKey);
	try {
		// n8n's own timeout goes first, because it says more; but it ends a silence alone, and an answer can trickle.
		const received = await withinTime(ask(), timeoutMs + TRICKLING_MS);
		if (!received) throw new Error(`timeout of ${timeoutMs}ms exceeded`);
		const response = parseResponse(received, redact);
		const rateLimitHeaders = readRateLimitHeaders(response.headers, Date.now());
		const outcome = classifyResponse(response, spendsCredits, rateLimitHeaders);
		return { outcome, rateLimitHeaders };
	} catch (error) {
		const { host } = new URL(baseUrl);
		const failed = transportFailure(error, { spendsCredits, host, timeoutMs });
		return { outcome: redact(failed), rateLimitHeaders: {} };
	}
}
