import type { IDataObject } from 'n8n-workflow';

import { type OrderType, orderTypeOf } from '../api/orders';
import { ORDER_TYPE_CHOICES, orderTypeField, orderTypesOf } from '../api/orderTypeField';
import type { TriggerParameters } from './TriggerParameters';

/** Which orders an event looks at. */
export const watchedTypes = orderTypeField('Which orders to watch');

/** The types that the user chose. */
export function chosenTypes(parameters: TriggerParameters): OrderType[] {
	return orderTypesOf(parameters.choice(watchedTypes, ORDER_TYPE_CHOICES));
}

/** The orders of one type. */
export function ordersOfType(orders: IDataObject[], type: OrderType): IDataObject[] {
	return orders.filter((order) => orderTypeOf(order) === type);
}
