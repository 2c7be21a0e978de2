import type { INodeProperties } from 'n8n-workflow';

import { ORDER_TYPES, ordersOf, ordersRequest } from '../api/orders';
import { failure } from '../errors/panelFailure';
import { output, type Operation } from './Operation';

const orderType: INodeProperties = {
	displayName: 'Type',
	name: 'orderType',
	type: 'options',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Articles', value: 'article' },
		{ name: 'Backlinks', value: 'backlink' },
	],
	default: 'all',
	description: 'Which orders to return',
};

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
export const orderGetMany: Operation = {
	resource: 'order',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many orders',
	description: 'List backlink placements and articles with their status, at no cost',
	spendsCredits: false,
	fields: [orderType, returnAll, limit],
	prepare: (parameters) => {
		const wanted = parameters.choice(orderType, ['all', 'article', 'backlink']);
		const most = parameters.flag(returnAll) ? undefined : parameters.positiveInteger(limit);
		const types = wanted === 'all' ? ORDER_TYPES : [wanted];
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
