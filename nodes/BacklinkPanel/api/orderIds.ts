import {
	type FieldInRole,
	fieldsByRole,
	type PlainValue,
	unambiguousValue,
} from './orderFieldRoles';
import type { TypedOrder } from './orderTypes';
import { trimInvisible } from './visibleText';

/** The answer to an order may tell its ID by one of these names while the list has another one too. */
export const NAMED_IN_ANSWERS = [
	'placementId',
	'yerlesimId',
	'backlinkId',
	'articleId',
	'tanitimId',
];

/** An ID as text, in which 10 and “10” are the same. */
export function comparableId(id: PlainValue): string {
	return trimInvisible(String(id));
}

/**
 * The orders of an ID: by the field that plays the role, or by the name that the answer to an order
 * has for it. Only where there is none, by any other field that could be an ID: an order number may be
 * that of several orders. An order that is listed twice is one.
 */
export function findOrdersById(orders: TypedOrder[], id: string): TypedOrder[] {
	const having = (idsOf: (fields: FieldInRole[]) => Array<PlainValue | undefined>) =>
		orders.filter(({ order }) =>
			idsOf(idFields(order)).some((each) => each !== undefined && comparableId(each) === id),
		);
	const own = having((fields) => [
		unambiguousValue(fields),
		...fields.filter(({ name }) => NAMED_IN_ANSWERS.includes(name)).map(({ value }) => value),
	]);
	const found = own.length > 0 ? own : having((fields) => fields.map(({ value }) => value));
	return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** How many orders have no ID at all that can be compared. */
export function countOrdersWithoutId(orders: TypedOrder[]): number {
	return orders.filter(({ order }) => idFields(order).length === 0).length;
}

function idFields(order: TypedOrder['order']): FieldInRole[] {
	return fieldsByRole(order).id ?? [];
}
