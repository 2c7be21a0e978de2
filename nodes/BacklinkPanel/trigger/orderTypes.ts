import type { OrderType } from '../api/orders';
import { ORDER_TYPE_CHOICES, orderTypeField, orderTypesOf } from '../api/orderTypeField';
import type { TriggerParameters } from './TriggerParameters';

/** Which orders an event looks at. */
export const watchedTypes = orderTypeField('Which orders to watch');

/** The types that the user chose. */
export function chosenTypes(parameters: TriggerParameters): OrderType[] {
	return orderTypesOf(parameters.choice(watchedTypes, ORDER_TYPE_CHOICES));
}
