import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import type { PanelRequest } from '../api/panelRequest';
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

type OrderType = 'article' | 'backlink';

/** The service's two lists, in the order of the output. */
const LIST_OF_TYPE: Record<OrderType, string> = { backlink: 'backlinkler', article: 'tanitimlar' };

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
		const types: OrderType[] = wanted === 'all' ? ['backlink', 'article'] : [wanted];
		return {
			request: ordersRequest(most),
			read: (body) =>
				Object.values(LIST_OF_TYPE).some((list) => list in body)
					? output(types.flatMap((type) => orders(body, type, most)))
					: failure('unexpectedAnswer', {
							spendsCredits: false,
							body,
							detail: 'The answer has neither “backlinkler” nor “tanitimlar”',
						}),
		};
	},
};

/** Asks for the order list; `most` undefined = without a limit. */
export function ordersRequest(most: number | undefined): PanelRequest {
	return {
		method: 'GET',
		path: '/siparisler',
		query: most === undefined ? undefined : { limit: most },
		spendsCredits: false,
	};
}

/** Both lists of an answer, as output data. */
export function allOrders(body: IDataObject): IDataObject[] {
	return [...orders(body, 'backlink', undefined), ...orders(body, 'article', undefined)];
}

/**
 * One list as output data, cut at the limit: the service does not document whether its `limit` counts
 * for each list or in total. `null` or anything else that is no list counts as an empty one.
 */
function orders(body: IDataObject, type: OrderType, most: number | undefined): IDataObject[] {
	const list = body[LIST_OF_TYPE[type]];
	const entries: unknown[] = Array.isArray(list) ? list.slice(0, most) : [];
	return entries.map((entry) => ({ ...toData(entry), orderType: type }));
}

/** The fields of an entry are not documented; should one be no object at all, its value is kept. */
function toData(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as IDataObject[string] };
}
