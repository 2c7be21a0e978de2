import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readRateLimitHeaders, type RateLimitHeaders } from '../rateLimiter/rateLimitHeaders';
import { classifyResponse, type FullResponse, parseResponse } from './classifyResponse';
import type { RequestOutcome, PanelRequest } from './panelRequest';
import { API_PATH, CREDENTIAL_TYPE, type PanelAccess } from './parseCredential';
import { createRedactor } from './redactApiKey';
import { transportFailure } from './transportFailure';
import { withinTime } from './waiting';

/** On a 401 that it cannot unpack, n8n would renew the credential and send the request again. */
const SENT_ONCE = { preAuthenticationRetryStatusCode: [] };

/** For so long after the timeout an answer may still trickle in, in ms. */
const TRICKLING_MS = 500;

/** What one try came to, and what its headers tell about the rate limit. */
interface AttemptResult {
	outcome: RequestOutcome;
	rateLimitHeaders: RateLimitHeaders;
}

/** Sends a request once, whatever the rate limit. Never throws. `timeoutMs`: how long the answer may take. */
type SendOnce = (request: PanelRequest, timeoutMs: number) => Promise<AttemptResult>;

/** The one way through n8n's request helper: asks it, reads what it gives or throws, takes out the key. */
export function createSingleTrySender(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
): SendOnce {
	const redact = createRedactor(access.apiKey);
	const { host } = new URL(access.baseUrl);

	return async (request, timeoutMs) => {
		const { spendsCredits } = request;
		const options = toHttpOptions(request, access.baseUrl, timeoutMs);
		try {
			// n8n types what it gives back as any.
			const asked = functions.helpers.httpRequestWithAuthentication.call(
				functions,
				CREDENTIAL_TYPE,
				options,
				SENT_ONCE,
			) as Promise<FullResponse>;
			// n8n's own timeout goes first, because it says more; but it ends a silence alone, and an answer can trickle.
			const received = await withinTime(asked, timeoutMs + TRICKLING_MS);
			if (!received) throw new Error(`timeout of ${timeoutMs}ms exceeded`);
			const response = parseResponse(received, redact);
			const rateLimitHeaders = readRateLimitHeaders(response.headers, Date.now());
			const outcome = classifyResponse(response, spendsCredits, rateLimitHeaders);
			return { outcome, rateLimitHeaders };
		} catch (error) {
			const failed = transportFailure(error, { spendsCredits, host, timeoutMs });
			return { outcome: redact(failed), rateLimitHeaders: {} };
		}
	};
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
		ignoreHttpStatusErrors: true,
		// A followed redirect turns a create into a read and may carry the key to another host.
		disableFollowRedirect: true,
	};
}
