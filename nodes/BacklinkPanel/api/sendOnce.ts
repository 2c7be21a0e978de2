import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';
import { readRateLimitHeaders, type RateLimitHeaders } from '../rateLimiter/rateLimitHeaders';
import { classifyResponse, type FullResponse, parseResponse } from './classifyResponse';
import type { RequestOutcome, PanelRequest } from './panelRequest';
import { API_PATH, CREDENTIAL_TYPE, type PanelAccess } from './parseCredential';
import { createRedactor } from './redactApiKey';
import { responseInError, PROXY_STATUSES, transportFailure } from './transportFailure';
import { parseUrl } from './webAddress';
import { withinTime } from './withinTime';

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
	const host = parseUrl(access.baseUrl)?.host ?? access.baseUrl;

	return async (request, timeoutMs) => {
		const { spendsCredits } = request;
		const failed = (error: unknown): AttemptResult => {
			const failure: PanelFailure = transportFailure(error, { spendsCredits, host, timeoutMs });
			return { outcome: redact(failure), rateLimitHeaders: {} };
		};
		const options = toHttpOptions(request, access.baseUrl, timeoutMs);
		// n8n's own timeout goes first, because it says more; but it ends a silence alone, and an answer can trickle.
		const asked = await withinTime(ask(functions, options), timeoutMs + TRICKLING_MS);
		if (!asked) return failed(new Error(`timeout of ${timeoutMs}ms exceeded`));
		if ('error' in asked) return failed(asked.error);
		try {
			const response = parseResponse(asked.response, redact);
			const rateLimitHeaders = readRateLimitHeaders(response.headers, Date.now());
			return {
				outcome: classifyResponse(response, spendsCredits, rateLimitHeaders),
				rateLimitHeaders,
			};
		} catch (error) {
			return failed(error);
		}
	};
}

/** What n8n gives back, or what it throws where that holds no answer. */
async function ask(
	functions: IAllExecuteFunctions,
	options: IHttpRequestOptions,
): Promise<{ response: FullResponse } | { error: unknown }> {
	const { httpRequestWithAuthentication } = functions.helpers;
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
		const response = responseInError(error);
		return response ? { response } : { error };
	}
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
		ignoreHttpStatusErrors: request.spendsCredits ? { ignore: true, except: PROXY_STATUSES } : true,
		// A followed redirect turns a create into a read and may carry the key to another host.
		disableFollowRedirect: true,
	};
}
