import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { immediateReader } from '../api/panelClient';
import { comparableId, plainSpelling } from '../api/orderRoles';
import { ordersOf, ordersRequest, type TypedOrder } from '../api/orderList';
import { orderSummary } from '../api/simplifiedOrder';
import { toNodeError } from '../errors/nodeError';
import type { PanelFailure } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';

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
	const searched = plainSpelling(filter);
	const labels = new Map<string, Set<string>>();
	for (const { label, id } of orders.flatMap(toChoice)) {
		if (!plainSpelling(`${label} ${id}`).includes(searched)) continue;
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
	const reader = await immediateReader(functions);
	if (reader.kind === 'failure') return reader;
	const outcome = await reader.read(ordersRequest());
	return outcome.kind === 'failure' ? outcome : ordersOf(outcome.body);
}

/** None for an order without an ID. An ID that both kinds have is one choice, which gives both. */
function toChoice(order: TypedOrder): Array<{ label: string; id: string }> {
	const { id: found, status, target } = orderSummary(order);
	if (found === undefined) return [];
	const id = comparableId(found);
	const kind = status === undefined ? order.type : `${order.type}, ${excerpt(status)}`;
	return [{ label: `${excerpt(target ?? id)} (${kind})`, id }];
}
