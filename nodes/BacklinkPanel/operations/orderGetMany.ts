import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { countOrders, parseOrderList, orderListRequest } from '../api/orderList';
import {
	ORDER_TYPE_CHOICES,
	ORDER_TYPES,
	type OrderType,
	orderTypeField,
	chosenOrderTypes,
	type TypedOrder,
} from '../api/orderTypes';
import { type OrderFormatter, orderFormatter, simplifyField } from '../api/simplifiedOrder';
import type { PanelFailure } from '../errors/panelFailure';
import type { ReadOperation } from './Operation';
import { type OperationOutput, type ReadPlan, toOutput } from './itemPlan';

const orderType = orderTypeField('Which orders to return');

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1_000_000, numberPrecision: 0 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
};

/** Order → Get Many: the placements and articles of the account, with their status. */
export const orderGetMany: ReadOperation = {
	resource: 'order',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many orders',
	description: 'List backlink placements and articles with their status',
	spendsCredits: false,
	fields: [orderType, returnAll, limit, simplifyField],
	prepare: (parameters) => {
		const types = chosenOrderTypes(parameters.choice(orderType, ORDER_TYPE_CHOICES));
		const format = orderFormatter(parameters.flag(simplifyField), parameters.timezone);
		if (parameters.flag(returnAll)) {
			return { request: orderListRequest(), read: (body) => readOrders(body, types, format) };
		}
		const most = parameters.number(limit);
		const read = (body: IDataObject) => readOrders(body, types, format, most);
		return {
			request: orderListRequest(most),
			read,
			askAgain: (body) => askFurther(furtherLimits(body, types, most), read, read(body), most),
		};
	},
};

function readOrders(
	body: IDataObject,
	types: OrderType[],
	format: OrderFormatter,
	most = Number.POSITIVE_INFINITY,
): OperationOutput | PanelFailure {
	const lists: TypedOrder[][] = [];
	for (const type of types) {
		const list = parseOrderList(body, [type]);
		if (!Array.isArray(list)) return list;
		lists.push(list);
	}
	return toOutput(takeTurns(lists, most).map(format));
}

/** The lists take turns until there are `most` orders; what they gave comes out list by list. */
function takeTurns(lists: TypedOrder[][], most: number): TypedOrder[] {
	const longest = Math.max(...lists.map(({ length }) => length));
	const turns = Array.from({ length: longest }, (_, place) =>
		lists.flatMap((list) => list.slice(place, place + 1)),
	);
	const chosen = new Set(turns.flat().slice(0, most));
	return lists.flat().filter((order) => chosen.has(order));
}

/** How many orders a list with a maximum of its own is likely to have. */
const FULL_PAGE = /^(?:[1235]0|15|25)0*$/;

/**
 * The limits with which to ask again, undefined for none: where the service may have kept back orders that
 * the limit leaves room for. It does not document how it counts it.
 *
 * In total: its two lists come to exactly the limit. For each list: one of them is as long as the limit, and
 * all are complete. With a maximum of its own: a round number. By halves: twice the limit brings the rest.
 */
function furtherLimits(
	body: IDataObject,
	types: OrderType[],
	most: number,
): Array<number | undefined> {
	const isShort = types.some((type, index) => {
		const share = Math.ceil((most - index) / types.length);
		return (countOrders(body, type) ?? 0) < share;
	});
	if (!isShort) return [];
	const counts = ORDER_TYPES.map((type) => countOrders(body, type));
	const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	// Of a list in another form it cannot be said how many orders it has.
	const isCutInTotal = total === most || counts.includes(undefined);
	if (!isCutInTotal && counts.some((count = 0) => count >= most)) return [];
	const lengths = [total, ...types.map((type) => countOrders(body, type) ?? 0)];
	const isHalf = lengths.some((length) => length > 0 && Math.abs(2 * length - most) <= 1);
	if (isHalf) return [undefined, 2 * most];
	const isFullPage = lengths.some((length) => FULL_PAGE.test(String(length)));
	return isCutInTotal || isFullPage ? [undefined] : [];
}

/** Asks with one limit after the other, until there are enough orders. */
function askFurther(
	limits: Array<number | undefined>,
	read: ReadPlan['read'],
	found: OperationOutput | PanelFailure,
	most: number,
): ReadPlan | undefined {
	if (found.kind === 'failure' || limits.length === 0) return undefined;
	const [limit, ...others] = limits;
	const readMore = (body: IDataObject) => moreOf(read(body), found);
	return {
		request: orderListRequest(limit),
		read: readMore,
		askAgain: (body) => {
			const more = readMore(body);
			const isEnough = more.kind === 'output' && more.items.length >= most;
			return askFurther(isEnough ? [] : others, read, more, most);
		},
	};
}

/** Without a limit the service may have one of its own, and list fewer. */
function moreOf(
	all: OperationOutput | PanelFailure,
	limited: OperationOutput,
): OperationOutput | PanelFailure {
	return all.kind === 'output' && all.items.length < limited.items.length ? limited : all;
}
