import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	chosenOrderTypes,
	ORDER_TYPE_CHOICES,
	ORDER_TYPES,
	orderListRequest,
	type OrderType,
	orderTypeField,
	parseOrderList,
	type TypedOrder,
} from '../api/orderList';
import { orderFormatter, simplifyField } from '../api/simplifiedOrder';
import { type ReadOperation, type ReadPlan, toOutput } from './Operation';

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
		const format = orderFormatter(parameters.flag(simplifyField));
		const most = parameters.flag(returnAll) ? undefined : parameters.number(limit);
		const output = (orders: TypedOrder[]) => toOutput(takeTurns(orders, most).map(format));
		const read: ReadPlan['read'] = (body) => {
			const orders = parseOrderList(body, types);
			if (!Array.isArray(orders)) return orders;
			if (most === undefined || !mayHoldBack(body, types, most)) return output(orders);
			return {
				request: orderListRequest(),
				read: (whole) => {
					const all = parseOrderList(whole, types);
					if (!Array.isArray(all)) return all;
					// Returns the longer of the two answers: without a limit, the service may cut its list off, too.
					return output(all.length < orders.length ? orders : all);
				},
			};
		};
		return { request: orderListRequest(most), read };
	},
};

/** Chooses up to `most` orders alternately from both lists, so that both appear. Keeps their sequence. */
function takeTurns(orders: TypedOrder[], most = orders.length): TypedOrder[] {
	if (orders.length <= most) return orders;
	const ofType = ORDER_TYPES.map((type) => orders.filter((order) => order.type === type));
	const turns = orders.flatMap((_, turn) => ofType.flatMap((list) => list.slice(turn, turn + 1)));
	const chosen = new Set(turns.slice(0, most));
	return orders.filter((order) => chosen.has(order));
}

/**
 * True if the limit may have cut off wanted orders. The service does not document if its limit counts each
 * list, or both together: then one list may leave no room for the other.
 */
function mayHoldBack(body: IDataObject, types: OrderType[], most: number): boolean {
	const orders = parseOrderList(body);
	if (!Array.isArray(orders) || orders.length !== most) return false;
	const share = Math.floor(most / types.length);
	return types.some((wanted) => orders.filter(({ type }) => type === wanted).length < share);
}
