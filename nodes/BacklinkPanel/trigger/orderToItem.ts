import type { IDataObject } from 'n8n-workflow';

import { withFurtherFields } from '../api/dataObject';
import { dateReader, isTimezone } from '../api/readDate';
import { type OrderSummary, simplifiedOrder, simplify } from '../api/simplifiedOrder';
import { sanitizeText } from '../errors/serverText';
import type { TrackedOrder } from './trackOrders';
import type { PollContext } from './TriggerEvent';

/**
 * Makes an order the item that is emitted.
 *
 * @param read what the event has read in the order itself, from the fields that the user chose
 * @param own fields of the event
 */
export type OrderToItem = (
	order: TrackedOrder,
	read?: OrderSummary,
	own?: IDataObject,
) => IDataObject;

/** As “Simplify” says: simplified, or whole; a service's field of the same name is never overwritten. */
export function orderToItem(context: PollContext): OrderToItem {
	if (context.parameters.flag(simplify)) {
		const readDate = dateReader(timezoneOrUtc(context));
		return (order, read, own) => ({
			...simplifiedOrder(order, readDate, { id: order.id, ...read }),
			...own,
		});
	}
	return ({ order }, read, own) => withFurtherFields(order, { ...own, ...unlessSame(order, read) });
}

/** n8n takes any text for a time zone, from an import or its API. */
export function timezoneOrUtc({ timezone, log }: PollContext): string {
	if (isTimezone(timezone)) return timezone;
	log.warnOnce(
		'timezone',
		`The time zone “${sanitizeText(timezone ?? '')}” in the workflow settings is not known. Dates without a time zone are read as UTC.`,
	);
	return 'UTC';
}

/** What the service has under the same name already needs no second field. */
function unlessSame(order: IDataObject, read: OrderSummary = {}): IDataObject {
	return Object.fromEntries(Object.entries(read).filter(([name, value]) => order[name] !== value));
}
