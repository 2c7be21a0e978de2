import axios from 'axios';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What the service is asked, by the names of the answers. */
export type QuestionName =
	| 'balance'
	| 'orders'
	| 'ordersLimit1'
	| 'ordersHighLimit'
	| 'backlink'
	| 'unknownPath'
	| 'wrongKey';

/** One request. All but `backlink` are reads. */
export interface Question {
	name: QuestionName;
	method: 'GET' | 'POST';
	/** After `/api/v1`. */
	path: string;
	body?: Record<string, unknown>;
	hasWrongKey?: boolean;
}

/** An answer as it came. */
export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** What became of a question: an answer, or what was thrown where there was none. */
export type Asked = { question: Question } & ({ answer: RawAnswer } | { error: unknown });

/** The service that is asked. */
export interface Service {
	/** Without a trailing slash and without `/api/v1`. */
	baseUrl: string;
	apiKey: string;
	/** Ms between two requests: at 60 requests a minute, others that use the key keep half of them. */
	pauseMs: number;
}

/** An answer takes no longer than this, in ms. */
export const timeoutMs = 30_000;

/** A limit that no account reaches. */
export const highLimit = 1_000_000;

export const questions = {
	balance: { name: 'balance', method: 'GET', path: '/krediler' },
	orders: { name: 'orders', method: 'GET', path: '/siparisler' },
	ordersLimit1: { name: 'ordersLimit1', method: 'GET', path: '/siparisler?limit=1' },
	ordersHighLimit: {
		name: 'ordersHighLimit',
		method: 'GET',
		path: `/siparisler?limit=${highLimit}`,
	},
	unknownPath: { name: 'unknownPath', method: 'GET', path: '/check-service-unknown-path' },
	wrongKey: { name: 'wrongKey', method: 'GET', path: '/krediler', hasWrongKey: true },
} satisfies Partial<Record<QuestionName, Question>>;

/** Sends a request once: it follows no redirect and tries nothing again. */
export async function ask(service: Service, question: Question): Promise<Asked> {
	const { method, path, body, hasWrongKey } = question;
	const key = hasWrongKey ? wrongKeyLike(service.apiKey) : service.apiKey;
	try {
		const { status, headers, data } = await axios.request<string>({
			url: `${service.baseUrl}/api/v1${path}`,
			method,
			headers: {
				authorization: `Bearer ${key}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			data: body === undefined ? undefined : JSON.stringify(body),
			timeout: timeoutMs,
			maxRedirects: 0,
			responseType: 'text',
			transformResponse: (text: unknown) => text,
			validateStatus: null,
		});
		return { question, answer: { status, headers: { ...headers }, text: String(data ?? '') } };
	} catch (error) {
		return { question, error };
	} finally {
		await pause(service.pauseMs);
	}
}

/** A key of the same form whose secret part is made up. */
function wrongKeyLike(apiKey: string): string {
	const prefix = /^.*_live_/.exec(apiKey)?.[0] ?? '';
	const length = apiKey.length - prefix.length;
	return prefix + randomBytes(length).toString('hex').slice(0, length);
}
