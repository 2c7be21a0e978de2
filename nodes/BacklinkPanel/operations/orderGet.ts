import {
	deepCopy,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeProperties,
} from 'n8n-workflow';

import { readAtOnce } from '../api/panelClient';
import { comparableId, findOrdersById, normalizeFieldName } from '../api/orderFieldRoles';
import { orderListRequest, parseOrderList, type TypedOrder } from '../api/orderList';
import { readCredential } from '../api/parseCredential';
import { orderFormatter, orderSummary, simplifyField } from '../api/simplifiedOrder';
import { toNodeError } from '../errors/nodeError';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import { type OperationOutput, type ReadOperation, toOutput } from './Operation';

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

/** Order → Get: an order by its ID, from the whole list. The service has no request for one order. */
export const orderGet: ReadOperation = {
	resource: 'order',
	value: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Retrieve one backlink placement or article with its status',
	spendsCredits: false,
	sharesRequest: true,
	fields: [orderId, simplifyField],
	prepare: (parameters) => {
		const id = parameters.id(orderId);
		const format = orderFormatter(parameters.flag(simplifyField));
		return { request: orderListRequest(), read: (body) => readOrder(body, id, format) };
	},
};

/** Finds the order with an ID. A backlink and an article with the same ID both come out. */
function readOrder(
	body: IDataObject,
	id: string,
	format: (order: TypedOrder) => IDataObject,
): OperationOutput | PanelFailure {
	const orders = parseOrderList(body);
	if (!Array.isArray(orders)) return orders;
	const found = findOrdersById(orders, id);
	if (found.length > 0) return toOutput(deepCopy(found.map(format)));

	const { length } = orders;
	const listed = length === 1 ? 'The service lists 1 order' : `The service lists ${length} orders`;
	return failure('orderNotFound', {
		httpStatus: 200,
		detail: `No order has the ID “${excerpt(id)}”`,
		advice: `${listed}; one that was just placed may be listed late. Check the ID with Order → Get Many.`,
	});
}

/** Number of entries that the menu gets at once. The editor asks for more on scrolling down. */
const PAGE = 100;

/**
 * Lists the orders for the menu “From List”.
 *
 * @param filter text that the user typed, to find in the labels
 * @param page index of the first entry to show, from `paginationToken` of the previous page
 * @throws NodeApiError or NodeOperationError if the list cannot be read
 */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter = '',
	page = '0',
): Promise<INodeListSearchResult> {
	const access = await readCredential(this);
	const outcome =
		access.kind === 'failure' ? access : await readAtOnce(this, access, orderListRequest());
	const orders = outcome.kind === 'failure' ? outcome : parseOrderList(outcome.body);
	if (!Array.isArray(orders)) throw toNodeError(this.getNode(), orders, undefined);
	const labels = new Map<string, string>();
	for (const order of orders) {
		const { id } = orderSummary(order);
		if (id === undefined) continue;
		// Joins the labels of a backlink and an article with the same ID: choosing this ID returns both.
		const first = labels.get(comparableId(id));
		labels.set(comparableId(id), `${first === undefined ? '' : `${first} / `}${labelOf(order)}`);
	}
	const searched = normalizeFieldName(filter);
	const found = [...labels].filter(([, label]) => normalizeFieldName(label).includes(searched));
	const next = Number(page) + PAGE;
	return {
		results: found.slice(Number(page), next).map(([value, name]) => ({ name, value })),
		paginationToken: next < found.length ? String(next) : undefined,
	};
}

/** Makes a menu label: “bl_12 · 2031-01-01 · handmade carpets · https://example.com (backlink, aktif)”. */
function labelOf(typedOrder: TypedOrder): string {
	const { id, status, target, endsAt } = orderSummary(typedOrder);
	const { type, order } = typedOrder;
	const texts = (values: unknown[]) => values.map((value) => excerpt(value ?? '')).filter(Boolean);
	const endDay = String(endsAt ?? '').replace(/[T ]\d\d:.*/, '');
	return `${texts([id, endDay, order.anchor, target]).join(' · ')} (${texts([type, status]).join(', ')})`;
}
