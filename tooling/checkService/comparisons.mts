import type { IDataObject } from 'n8n-workflow';

import { balanceOf } from '../../nodes/BacklinkPanel/api/credits.ts';
import {
	type FieldRole,
	fieldsInRole,
	valueInRole,
} from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';
import {
	LIST_NAME_OF_TYPE,
	ORDER_TYPES,
	type OrderType,
	parseOrderList,
} from '../../nodes/BacklinkPanel/api/orderList.ts';
import { readDate } from '../../nodes/BacklinkPanel/trigger/placementExpiring.ts';
import { readRetryAfter } from '../../nodes/BacklinkPanel/rateLimiter/retryAfter.ts';
import { type Asked, bodyOf, labelOf } from './askPanel.mts';
import { contentTypeOf, formOf, formsOfRateLimit, isFieldName, kindOf } from './record.mts';
import { assumedOf429, questions } from './questions.mts';

/** A fact about an answer: as we assume it, and as the panel has it. */
type Comparison = Record<'request' | 'what' | 'assumed' | 'seen', string>;
type Row = [what: string, assumed: string, seen: string];

/** Field roles that the node looks for in an order. */
const rolesOfType: Record<OrderType, FieldRole[]> = {
	backlink: ['id', 'status', 'targetUrl', 'endsAt'],
	article: ['id', 'status', 'title'],
};

/** Compares all answers with the documentation and with the node's needs. */
export function comparisonsOf(all: Asked[]): Comparison[] {
	const lists = bodyOf(all.find(({ question }) => question === questions.orders));
	return all.flatMap((asked) => {
		const { question, response } = asked;
		if (response === undefined) return [];
		const facts = factsOf(asked, lists);
		const assumptions = response.statusCode === 429 ? assumedOf429 : question.assumed;
		const compared = Object.entries(assumptions).map(
			([what, assumed]): Row => [what, assumed, facts[what] ?? 'missing'],
		);
		const ofOrders = question === questions.orders ? ORDER_TYPES : [];
		const found = ofOrders.flatMap((type) => roleRows(ordersIn(lists, type), type));
		const request = labelOf(question);
		return [...compared, ...found, ...rateLimitRows(response.headers)].map(
			([what, assumed, seen]) => ({ request, what, assumed, seen }),
		);
	});
}

/** Lists the facts of an answer by name; `lists` are the orders without a limit. */
function factsOf(asked: Asked, lists: IDataObject): Record<string, string> {
	const { response, outcome } = asked;
	const body = bodyOf(asked);
	const kod = String(body.kod);
	const further = Object.keys(body).filter((name) => !/^(ok|backlinkler|tanitimlar)$/.test(name));
	const counts = ORDER_TYPES.map((type) => ordersIn(body, type).length);
	const beyond = ORDER_TYPES.flatMap((type) =>
		ordersIn(body, type).slice(ordersIn(lists, type).length),
	);
	const ids = ordersIn(lists, 'backlink').map((order) => String(valueInRole('id', order)));
	return {
		...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, kindOf(value)])),
		...(/^(yetkisiz|krediYetersiz|uygunSiteYok|limit)$/.test(kod) ? { kod } : {}),
		...(body.harcananKredi === 1 ? { harcananKredi: '1' } : {}),
		status: String(response?.statusCode),
		'content type': contentTypeOf(response?.headers ?? {}),
		body: kindOf(response?.body),
		'read as': outcome.kind === 'answer' ? 'an answer' : outcome.reason,
		'balance as read': kindOf(balanceOf(body)),
		'orders as read': Array.isArray(parseOrderList(body)) ? 'lists' : 'not readable',
		'fields beside the lists': further.filter(isFieldName).join(', ') || String(further.length),
		'lists with several orders': String(counts.filter((count) => count > 1).length),
		'further orders': String(beyond.length),
		'placementId in the order list': ids.includes(String(body.placementId)) ? 'yes' : 'no',
	};
}

/** Counts the orders with a usable field, for each role. */
function roleRows(orders: IDataObject[], type: OrderType): Row[] {
	return (orders.length === 0 ? [] : rolesOfType[type]).map((role) => {
		const fields = orders.flatMap((order) => fieldsInRole(role, order)[0] ?? []);
		const seen = new Set(fields.map(({ name, value }) => `${name} (${String(formOf(value))})`));
		const values = orders.flatMap((order) => valueInRole(role, order)?.toString() ?? []);
		const isDate = role === 'endsAt';
		const read = isDate ? values.filter((value) => readDate(value) !== undefined) : values;
		const usable = role === 'id' ? new Set(read).size : read.length;
		const what = `${role} in ${LIST_NAME_OF_TYPE[type]}: ${[...seen].join(', ') || 'none'}`;
		return [what, `in ${orders.length}`, `in ${usable}`];
	});
}

function ordersIn(body: IDataObject, type: OrderType): IDataObject[] {
	const orders = parseOrderList(body, [type]);
	return Array.isArray(orders) ? orders.map(({ order }) => order) : [];
}

/** Reads the headers about the rate limit as the node does, and the limit that they state. */
function rateLimitRows(headers: Record<string, unknown>): Row[] {
	const forms = formsOfRateLimit(headers).join(', ');
	if (forms === '') return [];
	const isRead = readRetryAfter(headers, Date.now()) !== undefined;
	const lines = Object.entries(headers).map((header) => header.join(': '));
	const limit = /(?:-limit: |\blimit=)(\d{1,9})/i.exec(lines.join('\n'))?.[1] ?? '60';
	return [
		[forms, 'read', isRead ? 'read' : 'not read'],
		['requests a minute', '60', limit],
	];
}
