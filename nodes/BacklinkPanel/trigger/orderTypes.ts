import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ORDER_TYPES, type OrderType } from '../api/orders';
import type { TriggerParameters } from './TriggerParameters';

/** Which orders an event looks at. */
export const orderTypeField: INodeProperties = {
	displayName: 'Type',
	name: 'orderType',
	type: 'options',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Articles', value: 'article' },
		{ name: 'Backlinks', value: 'backlink' },
	],
	default: 'all',
	description: 'Which orders to watch',
};

/** The types that the user chose. */
export function chosenTypes(parameters: TriggerParameters): OrderType[] {
	const chosen = parameters.choice(orderTypeField, ['all', 'article', 'backlink']);
	return chosen === 'all' ? ORDER_TYPES : [chosen];
}

/** The orders of one type. */
export function ordersOfType(orders: IDataObject[], type: OrderType): IDataObject[] {
	return orders.filter(({ orderType }) => orderType === type);
}
