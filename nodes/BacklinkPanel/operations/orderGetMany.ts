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
import { type OperationOutput, toOutput } from './itemPlan';

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
			askAgain: (body) =>
				read(body).kind === 'output' && mayBeCut(body, types, most)
					? { request: orderListRequest(), read: (all) => moreOf(read(all), read(body)) }
					: undefined,
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

/**
 * Whether the service may have kept back orders that the limit leaves room for. It does not document
 * whether it counts the limit for each list or in total. In total, its two lists come to exactly the
 * limit when it keeps something back; where they come to more, each is counted by itself and complete.
 */
function mayBeCut(body: IDataObject, types: OrderType[], most: number): boolean {
	const isShort = types.some((type, index) => {
		const share = Math.ceil((most - index) / types.length);
		return (countOrders(body, type) ?? 0) < share;
	});
	const counts = ORDER_TYPES.map((type) => countOrders(body, type));
	const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	// Of a list in another form it cannot be said how many orders it has.
	return isShort && (total === most || counts.includes(undefined));
}

/** Without a limit the service may have one of its own, and list fewer. */
function moreOf(
	all: OperationOutput | PanelFailure,
	limited: OperationOutput | PanelFailure,
): OperationOutput | PanelFailure {
	if (all.kind === 'failure' || limited.kind === 'failure') return all;
	return all.items.length < limited.items.length ? limited : all;
}
