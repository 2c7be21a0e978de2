import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readRetryAfter } from '../rateLimiter/retryAfter';
import { classifyResponse, type FullResponse, parseResponse } from './classifyResponse';
import type { RequestOutcome, PanelRequest } from './panelRequest';
import { API_PATH, CREDENTIAL_TYPE, type PanelAccess } from './parseCredential';
import { createRedactor } from './redactApiKey';
import { withinTime } from './systemClock';
import { transportFailure } from './transportFailure';

/** Time in ms by which our timeout is longer than n8n's, which does not end an answer that trickles in. */
const TRICKLING_MS = 500;

/** Sends a request once, regardless of the rate limit. Never throws. */
export async function sendOnce(
	functions: IAllExecuteFunctions,
	access: PanelAccess,
	request: PanelRequest,
	timeoutMs: number,
): Promise<RequestOutcome> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: access.baseUrl + API_PATH + request.path,
		qs: request.query,
		body: request.body,
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// Makes n8n return a refusal with headers and body. After a thrown 401, n8n would send again.
		ignoreHttpStatusErrors: true,
		// A redirect would turn a POST into a GET, and carry the API key to another host.
		disableFollowRedirect: true,
	};
	const ask = async () =>
		// n8n's helper returns `any`.
		(await functions.helpers.httpRequestWithAuthentication.call(
			functions,
			CREDENTIAL_TYPE,
			options,
			// n8n throws some 401s in spite of `ignoreHttpStatusErrors`. Newer versions would then send the request again.
			{ preAuthenticationRetryStatusCode: [] },
		)) as FullResponse;
	return await readAnswer(ask, access, { ...request, timeoutMs });
}

/** Reads the answer, or the thrown error, of n8n's request helper, and removes the API key. Never throws. */
export async function readAnswer(
	ask: () => Promise<FullResponse>,
	{ apiKey, baseUrl }: PanelAccess,
	{ spendsCredits, timeoutMs }: { spendsCredits: boolean; timeoutMs: number },
): Promise<RequestOutcome> {
	const redact = createRedactor(apiKey);
	try {
		// Stops waiting for an answer that comes bit by bit, because n8n's own timeout does not end it.
		const received = await withinTime(ask(), timeoutMs + TRICKLING_MS);
		if (!received) throw new Error(`timeout of ${timeoutMs}ms exceeded`);
		const response = parseResponse(received, redact);
		const retryAfterMs = readRetryAfter(response.headers, Date.now());
		return classifyResponse(response, spendsCredits, retryAfterMs);
	} catch (error) {
		const { host } = new URL(baseUrl);
		return redact(transportFailure(error, { spendsCredits, host, timeoutMs }));
	}
}
