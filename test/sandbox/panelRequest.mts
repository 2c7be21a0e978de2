import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';

export interface PanelAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** The text as it came. */
	text: string;
	/** The text as JSON; undefined when it is none. */
	json: unknown;
}

export interface PanelRequest {
	url: string;
	/** Null for none. */
	apiKey: string | null;
	method?: string;
	/** After `/api/v1`, such as `/backlink`. */
	path: string;
	/** A text is sent as it is, anything else as JSON. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Milliseconds after which the client leaves. */
	leaveAfterMs?: number;
}

/**
 * Sends a request; any status is an answer, redirects are not followed.
 * Rejects with axios' error (its `code` says why) when no complete answer comes.
 */
export async function panelRequest(request: PanelRequest): Promise<PanelAnswer> {
	const { url, apiKey, method = 'GET', path, body, headers = {}, leaveAfterMs } = request;
	const config: AxiosRequestConfig = {
		url: `${url}/api/v1${path}`,
		method,
		headers: {
			...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		data: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
		timeout: leaveAfterMs,
		maxRedirects: 0,
		proxy: false,
		responseType: 'text',
		transformRequest: (data: unknown) => data,
		transformResponse: (data: unknown) => data,
		validateStatus: null,
	};
	const answer = await axios.request<string>(config);
	return {
		status: answer.status,
		headers: { ...answer.headers },
		text: answer.data,
		json: jsonOf(answer.data),
	};
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
