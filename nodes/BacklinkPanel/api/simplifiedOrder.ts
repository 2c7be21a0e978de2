import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { valueInRole } from './orderFieldRoles';
import type { TypedOrder } from './orderList';

/** The switch “Simplify” of the node's and of the trigger's form. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * The fields found in an order, as the service wrote them. `target` is the target URL of a backlink or
 * the title of an article; the other one where that is missing.
 */
export type OrderSummary = Partial<
	Record<'id' | 'status' | 'target' | 'endsAt', IDataObject[string]>
>;

/** Reads an order by the names that its fields have; the service documents none of them. */
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
 * An order as Simplify shows it: each field as the service wrote it, null where the order does not tell,
 * so that all orders have the same columns. An order in which nothing is found comes out whole.
 *
 * @param known the fields that the user chose; they go before those that are found
 */
export function simplifiedOrder(typedOrder: TypedOrder, known: OrderSummary = {}): IDataObject {
	const summary = { ...orderSummary(typedOrder), ...known };
	const { id = null, status = null, target = null, endsAt = null } = summary;
	const isEmpty = [id, status, target, endsAt].every((value) => value === null);
	return isEmpty ? typedOrder.order : { orderType: typedOrder.type, id, status, target, endsAt };
}

/** Orders as they come out: simplified, or whole. */
export function orderFormatter(isSimplified: boolean): (order: TypedOrder) => IDataObject {
	return isSimplified ? (order) => simplifiedOrder(order) : ({ order }) => order;
}
