import type { OrderType } from '../api/orders';
import { ORDER_TYPE_CHOICES, orderTypeField, orderTypesOf } from '../api/orderTypeField';
import type { TriggerParameters } from './TriggerParameters';

/** Which orders an event watches. */
export const orderType = orderTypeField('Which orders to watch');

/** The types that the user chose. */
export function watchedTypes(parameters: TriggerParameters): OrderType[] {
	return orderTypesOf(parameters.choice(orderType, ORDER_TYPE_CHOICES));
}
