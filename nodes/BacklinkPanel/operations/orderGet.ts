import {
	deepCopy,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeProperties,
} from 'n8n-workflow';

import { createNonWaitingClient } from '../api/panelClient';
import { normalizeFieldName } from '../api/orderFieldRoles';
import { comparableId, countOrdersWithoutId, findOrdersById } from '../api/orderIds';
import { parseOrderList, orderListRequest } from '../api/orderList';
import type { TypedOrder } from '../api/orderTypes';
import {
	orderSummary,
	type OrderFormatter,
	orderFormatter,
	simplifyField,
} from '../api/simplifiedOrder';
import { toNodeError } from '../errors/nodeError';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import type { ReadOperation } from './Operation';
import { type OperationOutput, toOutput } from './itemPlan';

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
	description: 'Retrieve one backlink placement or article with its status',
	spendsCredits: false,
	sharesRequest: true,
	fields: [orderId, simplifyField],
	prepare: (parameters) => {
		const id = parameters.id(orderId);
		const format = orderFormatter(parameters.flag(simplifyField), parameters.timezone);
		return { request: orderListRequest(), read: (body) => readOrder(body, id, format) };
	},
};

/** A backlink and an article of the same ID come out both. */
function readOrder(
	body: IDataObject,
	id: string,
	format: OrderFormatter,
): OperationOutput | PanelFailure {
	const orders = parseOrderList(body);
	if (!Array.isArray(orders)) return orders;
	const found = findOrdersById(orders, id);
	if (found.length > 0) return toOutput(deepCopy(found.map(format)));

	return failure('orderNotFound', {
		httpStatus: 200,
		detail: `No order has the ID “${excerpt(id)}”`,
		advice: `${lookedThrough(orders)} An order that was just placed may be listed late. Check the ID with Order → Get Many.`,
	});
}

function lookedThrough(orders: TypedOrder[]): string {
	const { length } = orders;
	if (length === 0) return 'The service lists no orders.';
	const all = length === 1 ? 'The one order' : `All ${length} orders`;
	const withoutId = countOrdersWithoutId(orders);
	const unknown = withoutId === 0 ? '' : `; ${withoutId} had no ID that can be compared`;
	return `${all} that the service lists ${length === 1 ? 'was' : 'were'} looked through${unknown}.`;
}

/** So many orders are shown at once; the editor asks for more when the user scrolls down. */
const PAGE = 100;

/**
 * The list of orders to choose from, read once: each by its target, kind and status.
 *
 * @param filter what the user typed; found in what is shown and in the IDs
 * @param page the place of the first order to show, as the answer before named it
 * @throws NodeApiError or NodeOperationError if the list cannot be read
 */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter = '',
	page = '0',
): Promise<INodeListSearchResult> {
	const orders = await readOrders(this);
	if (!Array.isArray(orders)) throw toNodeError(this.getNode(), orders, undefined);
	const searched = normalizeFieldName(filter);
	const labels = new Map<string, Set<string>>();
	for (const { label, id } of orders.flatMap(toChoice)) {
		if (!normalizeFieldName(`${label} ${id}`).includes(searched)) continue;
		labels.set(id, (labels.get(id) ?? new Set()).add(label));
	}
	const from = Number(page);
	const next = from + PAGE;
	return {
		results: [...labels]
			.slice(from, next)
			.map(([value, names]) => ({ name: [...names].join(' · '), value })),
		paginationToken: next < labels.size ? String(next) : undefined,
	};
}

async function readOrders(functions: ILoadOptionsFunctions): Promise<TypedOrder[] | PanelFailure> {
	const client = await createNonWaitingClient(functions);
	if (client.kind === 'failure') return client;
	const outcome = await client.read(orderListRequest());
	return outcome.kind === 'failure' ? outcome : parseOrderList(outcome.body);
}

/** None for an order without an ID. An ID that both kinds have is one choice, which gives both. */
function toChoice(order: TypedOrder): Array<{ label: string; id: string }> {
	const { id: found, status, target } = orderSummary(order);
	if (found === undefined) return [];
	const id = comparableId(found);
	const kind = status === undefined ? order.type : `${order.type}, ${excerpt(status)}`;
	return [{ label: `${excerpt(target ?? id)} (${kind})`, id }];
}
