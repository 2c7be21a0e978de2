import type { FullResponse } from './classifyResponse';
import { causeIfNotSent, causesOf } from './connectionProgress';
import { isObject } from './dataObject';

const from = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * What a proxy answers where it does not connect to the service. For an order n8n is asked to throw
 * these: its error has the connection in it, which tells the proxy's answer from one of the service.
 * Older versions give them as a value all the same.
 */
export const STATUSES_OF_PROXIES = [...from(300, 399), 403, 407, 408, ...from(500, 599)];

/**
 * The service's answer in an error that n8n threw because of its status; undefined where there is
 * none, or where it is a proxy's and the request never left.
 */
export function answerInError(error: unknown): FullResponse | undefined {
	if (causeIfNotSent(error) !== undefined) return undefined;
	const chain = causesOf(error);
	const response = chain.map((link) => link.response).find(hasStatusOfProxies);
	if (response) {
		const { status, headers, data } = response;
		return { statusCode: status, headers: isObject(headers) ? headers : {}, body: data };
	}
	// A version that throws them and gives no cause tells the status and the JSON of the answer alone.
	const told = chain.find(({ httpCode }) => isOfProxies(Number(httpCode)));
	if (!told) return undefined;
	const body = isObject(told.context) ? told.context.data : undefined;
	return { statusCode: Number(told.httpCode), headers: {}, body };
}

interface AxiosAnswer {
	status: number;
	headers?: unknown;
	data?: unknown;
}

function hasStatusOfProxies(response: unknown): response is AxiosAnswer {
	return isObject(response) && isOfProxies(response.status);
}

function isOfProxies(status: unknown): status is number {
	return typeof status === 'number' && STATUSES_OF_PROXIES.includes(status);
}
