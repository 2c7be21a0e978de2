import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fieldsNamedFor, type PlainValue, valueInRole } from '../api/orderFieldRoles';
import type { TypedOrder } from '../api/orderList';
import { trimInvisible } from '../api/typedText';
import { excerpt, sanitizeText } from '../errors/serverText';
import type { TriggerParameters } from '../parameters/FormParameters';
import { invalidSetting, type PollContext } from './TriggerEvent';

/** Roles of order fields that the trigger needs to find, because the service documents no field names. */
type Role = 'id' | 'status' | 'endsAt';

const MEANING: Record<Role, string> = {
	id: 'an ID, which is a text or a whole number up to 9007199254740991',
	status: 'a status',
	endsAt: 'an end date in a form that can be read',
};

/** Menus in which the user can choose the field with the ID, the status or the end date. */
export const fieldOfRole: Record<Role, INodeProperties> = {
	id: fieldMenu('Order ID Field', 'orderIdField', 'The unique ID of an order'),
	status: fieldMenu('Status Field', 'statusField', 'The status of an order'),
	endsAt: fieldMenu('End Date Field', 'endDateField', 'The end of a placement'),
};

function fieldMenu(displayName: string, name: string, meaning: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getOrderFields' },
		default: '',
		description: `${meaning}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}

/** Returns the name of the field that the user chose for a role; empty = find the field by likely names. */
export function chosenField(parameters: TriggerParameters, role: Role): string {
	const { displayName, name } = fieldOfRole[role];
	return parameters.text({ displayName, name: `options.${name}` });
}

/** Reduces an order to the field that the user chose for a role, and renames the field to this role. */
export function asChosen(order: IDataObject, role: Role, chosen: string): IDataObject {
	if (chosen === '') return order;
	return chosen in order ? { [role]: order[chosen] } : {};
}

/**
 * Reads each order's ID, status or end date. The log counts orders without a usable value in one line; an
 * empty status or end date is not counted.
 *
 * @param read converts a value; returns undefined for an unusable value
 * @throws PollFailure instead of the log line if no value is usable: the trigger would stay silent
 */
export function valuesInRole<Order extends TypedOrder, Value>(
	{ parameters, warnOnce }: PollContext,
	orders: Order[],
	role: Role,
	read: (value: PlainValue) => Value | undefined,
): Map<Order, Value> {
	const chosen = chosenField(parameters, role);
	const values = new Map<Order, Value>();
	let leftOut = 0;
	for (const order of orders) {
		const fields = asChosen(order.order, role, chosen);
		const plain = valueInRole(role, fields);
		const value = plain === undefined ? undefined : read(plain);
		if (value !== undefined) values.set(order, value);
		else if (role === 'id' || !isEmpty(role, fields)) leftOut += 1;
	}
	if (leftOut === 0) return values;

	const fields = fieldChoices(orders).map(({ name }) => `“${name}”`);
	const advice = `The orders have these fields: ${fields.slice(0, 40).join(', ')}. Choose the right one in Options → “${fieldOfRole[role].displayName}”.`;
	if (values.size === 0) throw invalidSetting(`No order has ${MEANING[role]}`, advice);
	const count = `${leftOut} of ${orders.length} orders are left out`;
	warnOnce(role, `${count}: they do not have ${MEANING[role]}. ${advice}`);
	return values;
}

/** True if an order has a field for the role, but no value in it. */
function isEmpty(role: Role, order: IDataObject): boolean {
	const fields = fieldsNamedFor(role, order);
	return fields.length > 0 && fields.every(({ value }) => !hasValue(value));
}

/** Lists the fields of orders with an example value each, because a name may not explain its content. */
export function fieldChoices(orders: TypedOrder[]): Array<{ name: string; value: string }> {
	const examples = new Map<string, unknown>();
	for (const [name, value] of orders.flatMap(({ order }) => Object.entries(order))) {
		if (name !== 'orderType' && hasValue(value) && !examples.has(name)) examples.set(name, value);
	}
	return [...examples].map(([field, value]) => ({
		name: `${sanitizeText(field)} (e.g. ${excerpt(value)})`,
		value: field,
	}));
}

function hasValue(value: unknown): boolean {
	return typeof value === 'string' ? trimInvisible(value) !== '' : (value ?? null) !== null;
}
