import { deepCopy, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { countWithoutId, ordersOfId } from '../api/orderRoles';
import { ordersOf, ordersRequest, type TypedOrder } from '../api/orderList';
import { type OrderView, orderView, simplify } from '../api/simplifiedOrder';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { type OperationOutput, output, type ReadOperation } from './Operation';

const orderId: INodeProperties = {
	displayName: 'Order',
	name: 'orderId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The order to get, such as the placementId that Backlink → Create returned',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an order...',
			typeOptions: { searchListMethod: 'searchOrders', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. bl_000123' },
	],
};

/** Order → Get: the order of an ID, from the whole list, since the service cannot be asked for one. */
export const orderGet: ReadOperation = {
	resource: 'order',
	value: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Retrieve one backlink placement or article with its status, at no cost',
	spendsCredits: false,
	sharesRequest: true,
	fields: [orderId, simplify],
	prepare: (parameters) => {
		const id = parameters.id(orderId);
		const view = orderView(parameters.flag(simplify), parameters.timezone);
		return { request: ordersRequest(), read: (body) => readOrder(body, id, view) };
	},
};

/** A backlink and an article of the same ID come out both. */
function readOrder(body: IDataObject, id: string, view: OrderView): OperationOutput | PanelFailure {
	const orders = ordersOf(body);
	if (!Array.isArray(orders)) return orders;
	const found = ordersOfId(orders, id);
	if (found.length > 0) return output(deepCopy(found.map(view)));

	return failure('orderNotFound', {
		detail: `No order has the ID “${excerpt(id)}”`,
		advice: `${lookedThrough(orders)} An order that was just placed may be listed late. Check the ID with Order → Get Many.`,
	});
}

function lookedThrough(orders: TypedOrder[]): string {
	const { length } = orders;
	if (length === 0) return 'The service lists no orders.';
	const all = length === 1 ? 'The one order' : `All ${length} orders`;
	const withoutId = countWithoutId(orders);
	const unknown = withoutId === 0 ? '' : `; ${withoutId} had no ID that can be compared`;
	return `${all} that the service lists ${length === 1 ? 'was' : 'were'} looked through${unknown}.`;
}
