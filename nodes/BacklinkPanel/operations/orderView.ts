import type { IDataObject } from 'n8n-workflow';

import type { TypedOrder } from '../api/orderList';
import { dateReader, isTimezone } from '../api/readDate';
import { simplifiedOrder, simplify } from '../api/simplifiedOrder';
import type { ItemParameters } from '../parameters/ItemParameters';

/** How an order comes out. */
export type OrderView = (order: TypedOrder) => IDataObject;

/** As “Simplify” says: simplified, or whole. */
export function orderView(parameters: ItemParameters): OrderView {
	if (!parameters.flag(simplify)) return ({ order }) => order;
	const { timezone } = parameters;
	const readDate = dateReader(isTimezone(timezone) ? timezone : 'UTC');
	return (order) => simplifiedOrder(order, readDate);
}
