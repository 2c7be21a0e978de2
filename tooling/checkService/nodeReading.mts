/** What the node makes of an answer: everything here runs the node's own code, nothing is decided anew. */
import type { IDataObject } from 'n8n-workflow';

import { balanceOf } from '../../nodes/BacklinkPanel/api/credits.ts';
import { classifyResponse, parseResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { NAMES_OF_ROLE, type FieldRole } from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';
import { parseOrderList } from '../../nodes/BacklinkPanel/api/orderList.ts';
import type { OrderType } from '../../nodes/BacklinkPanel/api/orderTypes.ts';
import type { RequestOutcome } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import {
	type RateLimitHeaders,
	readRateLimitHeaders,
} from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';
import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';
import { transportFailure } from '../../nodes/BacklinkPanel/api/transportFailure.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import type { PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { ItemParameters } from '../../nodes/BacklinkPanel/parameters/ItemParameters.ts';
import { orderGetMany } from '../../nodes/BacklinkPanel/operations/orderGetMany.ts';
import { findField, identifyOrders } from '../../nodes/BacklinkPanel/trigger/orderFields.ts';
import { dateReader } from '../../nodes/BacklinkPanel/api/readDate.ts';
import { isObject, parsedJson } from '../../sandbox/json.mts';
import { type Asked, type RawAnswer, type Service, timeoutMs } from './askService.mts';

export { parseCredential } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
export {
	type FieldRole,
	type OrderType,
	type RateLimitHeaders,
	balanceOf,
	readRateLimitHeaders,
	createRedactor,
};

// The keys are those of the table.
export const orderRoles = Object.keys(NAMES_OF_ROLE) as FieldRole[];

/** What the answer to a request, or its failure, is for the node. */
export function outcomeOf(asked: Asked, { baseUrl, apiKey }: Service): RequestOutcome {
	const spendsCredits = asked.question.method === 'POST';
	if ('error' in asked) {
		const { host } = new URL(baseUrl);
		return transportFailure(asked.error, { spendsCredits, host, timeoutMs });
	}
	const { status, headers } = asked.answer;
	const received = { statusCode: status, headers, body: bodyFromN8n(asked.answer) };
	const response = parseResponse(received, createRedactor(apiKey));
	return classifyResponse(response, spendsCredits, readRateLimitHeaders(headers, Date.now()));
}

/** n8n parses what is JSON, whatever the answer calls itself, and hands on anything else as text. */
function bodyFromN8n({ text }: RawAnswer): unknown {
	return parsedJson(text) ?? text;
}

/** A failure in the words that the node's user reads, without the service's own text. */
export function inWords(failed: PanelFailure): string {
	const { message } = toErrorJson({ ...failed, hata: null });
	return message.includes(failed.detail) ? message : `${message} (${failed.detail})`;
}

/** The orders of a type, or why the node cannot read the list. */
export function readOrders(body: IDataObject, type: OrderType): IDataObject[] | string {
	const orders = parseOrderList(body, [type]);
	return Array.isArray(orders) ? orders.map(({ order }) => order) : orders.detail;
}

/** The field that the node detects for a role, or why it detects none. */
export function fieldOfRole(
	role: FieldRole,
	orders: IDataObject[],
): { field: string } | { problem: string } {
	const found = findField(
		{
			parameter: { name: role, displayName: role },
			meaning: `the role “${role}”`,
			candidates: NAMES_OF_ROLE[role],
		},
		'',
		orders,
	);
	return typeof found === 'string' ? { field: found } : { problem: found.failure.detail };
}

/** A date as the trigger reads it, where the workflow's time zone is UTC; undefined if it cannot. */
export function dateAsRead(value: unknown): string | undefined {
	const at = dateReader('UTC')(value);
	return at === undefined ? undefined : new Date(at).toISOString();
}

/**
 * What Order → Get Many gives for the articles with Limit 1, out of the answer to `limit=1`.
 *
 * @param all the answer without a limit, for when the node asks again
 */
export function articlesWithLimit1(limited: IDataObject, all: IDataObject): string {
	const values: IDataObject = { orderType: 'article', returnAll: false, limit: 1, simplify: false };
	const reader = {
		getNodeParameter: (name: string) => values[name] ?? '',
		getTimezone: () => 'UTC',
	};
	const parameters = new ItemParameters(reader, 0);
	const terms = orderGetMany.prepare(parameters);
	const again = terms.askAgain?.(limited);
	const result = again ? again.read(all) : terms.read(limited);
	if (result.kind === 'failure') return inWords(result);
	return `Get Many of one article gives ${result.items.length}${again ? ', after asking again without a limit' : ''}`;
}

/** How many orders the trigger tells apart by a field, and why not all of them. */
export function ordersToldApart(
	orders: IDataObject[],
	type: OrderType,
	field: string,
): { apart: number; problem: string | undefined } {
	const { byKey, failure } = identifyOrders(orders, type, field);
	return { apart: byKey.size, problem: failure?.failure.detail };
}

/** The fields of an answer as the node reads it, or as they are where the node refuses it. */
export function bodyOf(asked: Asked): IDataObject | undefined {
	if (!('answer' in asked)) return undefined;
	const { status: statusCode, headers } = asked.answer;
	const received = { statusCode, headers, body: bodyFromN8n(asked.answer) };
	const { body } = parseResponse(received, (value) => value);
	return isObject(body) ? (body as IDataObject) : undefined;
}
