import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';

export interface PanelAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** The parsed body; undefined if it is no JSON. */
	json: unknown;
}

export interface PanelRequest {
	url: string;
	/** Null = no Authorization header. */
	apiKey: string | null;
	method?: string;
	/** Path after `/api/v1`, such as `/backlink`. */
	path: string;
	/** Body: a text is sent unchanged, any other value as JSON. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Time in ms after which the client closes the connection. */
	leaveAfterMs?: number;
}

/** Sends a request. Any status is an answer. Without a complete answer, rejects with axios' error and its `code`. */
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
