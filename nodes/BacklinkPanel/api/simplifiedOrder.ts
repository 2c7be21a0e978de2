import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { valueInRole } from './orderFieldRoles';
import type { TypedOrder } from './orderList';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Values found in an order, as the service wrote them. `target` is the order's target URL or title. */
export type OrderSummary = Partial<
	Record<'id' | 'status' | 'target' | 'endsAt', IDataObject[string]>
>;

/** Reads an order's main values by likely field names, because the service documents no field names. */
export function orderSummary({ order, type }: TypedOrder): OrderSummary {
	const targetUrl = valueInRole('targetUrl', order);
	const title = valueInRole('title', order);
	return {
		id: valueInRole('id', order),
		status: valueInRole('status', order),
		target: type === 'article' ? (title ?? targetUrl) : (targetUrl ?? title),
		endsAt: valueInRole('endsAt', order),
	};
}

/**
 * Simplifies an order. A missing field is null, so that all orders have the same columns. An order in which
 * no field is found comes out whole.
 *
 * @param known values that replace the found values, e.g. from a field that the user chose
 */
export function simplifiedOrder(typedOrder: TypedOrder, known: OrderSummary = {}): IDataObject {
	const summary = { ...orderSummary(typedOrder), ...known };
	const { id = null, status = null, target = null, endsAt = null } = summary;
	const isEmpty = [id, status, target, endsAt].every((value) => value === null);
	return isEmpty ? typedOrder.order : { orderType: typedOrder.type, id, status, target, endsAt };
}

/** Returns the function that makes the output of an order: simplified, or whole. */
export function orderFormatter(isSimplified: boolean): (order: TypedOrder) => IDataObject {
	return isSimplified ? (order) => simplifiedOrder(order) : ({ order }) => order;
}
