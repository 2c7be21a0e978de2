import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fieldsByRole, unambiguousValue, type PlainValue } from './orderFieldRoles';
import type { TypedOrder } from './orderTypes';
import { dateReader, type DateReader, isTimezone } from './readDate';

/** The switch “Simplify” of the node's and of the trigger's form. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What is found in an order; undefined where nothing is, or where two fields could be it. */
export interface OrderSummary {
	id?: PlainValue;
	status?: PlainValue;
	/** The target URL of a backlink, the title of an article; the other one where that is all. */
	target?: PlainValue;
	/** As the service writes it. */
	endsAt?: PlainValue;
}

/** Reads an order by the names that its fields have; the service documents none of them. */
export function orderSummary({ order, type }: TypedOrder): OrderSummary {
	const { id, status, targetUrl, title, endsAt } = fieldsByRole(order);
	const [target, otherTarget] = type === 'article' ? [title, targetUrl] : [targetUrl, title];
	return {
		id: unambiguousValue(id),
		status: unambiguousValue(status),
		target: unambiguousValue(target) ?? unambiguousValue(otherTarget),
		endsAt: unambiguousValue(endsAt),
	};
}

/**
 * An order as Simplify shows it: `orderType`, `id`, `status`, `target` and `endsAt`. What the order
 * does not tell is null, so that all orders have the same columns in a table. `endsAt` is ISO 8601 in
 * UTC, or the service's own text where that cannot be read as a date. An order in which nothing is
 * found comes out whole.
 *
 * @param known what is known better, from fields that the user chose; goes before what is found
 */
export function simplifiedOrder(
	typedOrder: TypedOrder,
	readDate: DateReader,
	known: Partial<Record<keyof OrderSummary, IDataObject[string]>> = {},
): IDataObject {
	const summary = { ...orderSummary(typedOrder), ...known };
	const { id = null, status = null, target = null, endsAt = null } = summary;
	if ([id, status, target, endsAt].every((value) => value === null)) return typedOrder.order;
	const time = readDate(endsAt);
	const end = time === undefined ? endsAt : new Date(time).toISOString();
	return { orderType: typedOrder.type, id, status, target, endsAt: end };
}

/** How an order comes out. */
export type OrderFormatter = (order: TypedOrder) => IDataObject;

/**
 * Orders simplified, or whole.
 *
 * @param timezone the workflow's, for dates that name none; any text
 */
export function orderFormatter(isSimplified: boolean, timezone: string): OrderFormatter {
	if (!isSimplified) return ({ order }) => order;
	const readDate = dateReader(isTimezone(timezone) ? timezone : 'UTC');
	return (order) => simplifiedOrder(order, readDate);
}
