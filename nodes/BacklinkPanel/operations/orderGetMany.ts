import type { INodeProperties } from 'n8n-workflow';

import { ordersOf, ordersRequest } from '../api/orders';
import { ORDER_TYPE_CHOICES, orderTypeField, orderTypesOf } from '../api/orderTypeField';
import { failure } from '../errors/panelFailure';
import { output, type ReadOperation } from './Operation';

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
	typeOptions: { minValue: 1 },
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
	description: 'List backlink placements and articles with their status, at no cost',
	spendsCredits: false,
	fields: [orderType, returnAll, limit],
	prepare: (parameters) => {
		const types = orderTypesOf(parameters.choice(orderType, ORDER_TYPE_CHOICES));
		const most = parameters.flag(returnAll) ? undefined : parameters.positiveInteger(limit);
		return {
			request: ordersRequest(most),
			read: (body) => {
				const orders = ordersOf(body, types, most);
				if (orders) return output(orders);
				return failure('unexpectedAnswer', {
					spendsCredits: false,
					body,
					detail: 'The answer has neither “backlinkler” nor “tanitimlar”',
				});
			},
		};
	},
};
